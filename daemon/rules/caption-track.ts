// Which caption track serves a job: creator captions in the wanted language, else the
// automatically recognised ones in it. Machine translations never: they are no transcript.
import { type CaptionTrack, canonicalTag, type VideoInfo } from './video-info.ts'

/**
 * The tracks worth trying, best first.
 *
 * @param language as the client asked; `auto` is the video's own
 */
export function usableTracks(video: VideoInfo, language: string): CaptionTrack[] {
  const wanted = language === 'auto' ? ownLanguage(video) : canonicalTag(language)
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

/** The same tag, else the plain language, else any region of it; never another script. */
function closest(tracks: CaptionTrack[], wanted: string): CaptionTrack | undefined {
  const tag = new Intl.Locale(wanted)
  const rank = (own: Intl.Locale) => {
    if (own.baseName === tag.baseName) return 0
    return own.baseName === tag.language ? 1 : 2
  }
  return tracks
    .map((track) => ({ track, own: new Intl.Locale(track.language) }))
    .filter(({ own }) => own.language === tag.language)
    .filter(({ own }) => sameScript(own, tag))
    .sort((a, b) => rank(a.own) - rank(b.own))[0]?.track
}

/** A plain language may be in any script; a region says it too (zh-TW is written in Hant). */
function sameScript(one: Intl.Locale, other: Intl.Locale): boolean {
  const [a, b] = [one, other].map((tag) => tag.script ?? (tag.region && tag.maximize().script))
  return !a || !b || a === b
}
