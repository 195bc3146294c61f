// Which caption track serves a job: creator captions in the wanted language, else the
// automatically recognised ones in it. Machine translations never: they are no transcript.
import type { CaptionTrack, VideoInfo } from './video-info.ts'

/**
 * The tracks worth trying, best first.
 *
 * @param language as the client asked; `auto` is the video's own
 */
export function usableTracks(video: VideoInfo, language: string): CaptionTrack[] {
  const wanted = language === 'auto' ? ownLanguage(video) : language
  if (wanted === null) return []
  return (['manual', 'auto_generated'] as const).flatMap((kind) => {
    const track = closest(
      video.tracks.filter((one) => one.kind === kind),
      wanted,
    )
    return track === undefined ? [] : [track]
  })
}

/** As the site says, or the language of the only creator captions there are. */
function ownLanguage({ language, tracks }: VideoInfo): string | null {
  if (language !== null) return language
  const languages = new Set(tracks.map((track) => track.language))
  return languages.size === 1 ? ([...languages][0] ?? null) : null
}

/** The same tag, else the plain language, else any region of it. */
function closest(tracks: CaptionTrack[], wanted: string): CaptionTrack | undefined {
  const tag = wanted.toLowerCase()
  const rank = (track: CaptionTrack) => {
    const own = track.language.toLowerCase()
    if (own === tag) return 0
    return own === primary(tag) ? 1 : 2
  }
  return tracks
    .filter((track) => primary(track.language.toLowerCase()) === primary(tag))
    .sort((a, b) => rank(a) - rank(b))[0]
}

function primary(tag: string): string {
  return tag.split('-')[0] ?? tag
}
