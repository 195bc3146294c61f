// What the daemon takes from yt-dlp's description of a video (`-J`). The document comes from
// outside and changes from version to version: every field is looked at before it is believed,
// and a missing one is null.
import type { Media } from '../../src/api/types.ts'

export interface CaptionTrack {
  /** The track's name in yt-dlp's list, for asking for it. */
  key: string
  kind: 'manual' | 'auto_generated'
  /** BCP 47: language, and script or region where the track has them. */
  language: string
}

export interface VideoInfo {
  /** Of the video that was found, which may be another than was asked for (a trailer). */
  videoId: string | null
  media: Media
  /** True for streams that run, wait, or have ended without a recording yet. */
  isLive: boolean
  /** The language that is spoken, when the site says so. */
  language: string | null
  /** Tracks in the json3 format; machine translations are left out. */
  tracks: CaptionTrack[]
}

const LIVE = ['is_live', 'is_upcoming', 'post_live']
const ORIGINAL = '-orig'
/** A month, which no video has. */
const LONGEST_SECONDS = 30 * 24 * 3600

/** @param document the parsed output; anything that is no object has no fields */
export function readVideoInfo(document: unknown): VideoInfo {
  const info = fieldsOf(document)
  const tracks = [
    ...tracksIn(info.subtitles, 'manual'),
    ...originalsOf(tracksIn(info.automatic_captions, 'auto_generated')),
  ]
  return {
    videoId: text(info.id),
    media: {
      title: text(info.title),
      author: text(info.channel) ?? text(info.uploader),
      author_url: webAddress(info.channel_url) ?? webAddress(info.uploader_url),
      thumbnail_url: webAddress(info.thumbnail),
      duration_seconds: duration(info.duration),
    },
    isLive: LIVE.includes(text(info.live_status) ?? '') || info.is_live === true,
    language: spokenLanguage(languageTag(text(info.language) ?? ''), tracks),
    tracks,
  }
}

/** What was recognised tells it; of several dubbed languages, the site's word does. */
function spokenLanguage(said: string | null, tracks: CaptionTrack[]): string | null {
  const heard = tracks.filter(({ kind }) => kind === 'auto_generated')
  const same = heard.find(({ language }) => said?.split('-')[0] === language.split('-')[0])
  return (same ?? heard[0])?.language ?? said
}

interface FoundTrack extends CaptionTrack {
  isTranslated: boolean
}

function tracksIn(list: unknown, kind: CaptionTrack['kind']): FoundTrack[] {
  return Object.entries(fieldsOf(list)).flatMap(([key, formats]) => {
    const language = languageTag(key)
    const json3 = Array.isArray(formats)
      ? formats.map(fieldsOf).find((format) => format.ext === 'json3')
      : undefined
    // The key goes into yt-dlp's list of languages, where other characters have a meaning.
    if (language === null || json3 === undefined || !/^[A-Za-z][\w-]*$/.test(key)) return []
    return [{ key, kind, language, isTranslated: /[?&]tlang=/.test(text(json3.url) ?? '') }]
  })
}

/** Of the automatic tracks only what was recognised: marked so, or else not marked translated. */
function originalsOf(tracks: FoundTrack[]): CaptionTrack[] {
  const marked = tracks.filter(({ key }) => key.endsWith(ORIGINAL))
  return marked.length > 0 ? marked : tracks.filter(({ isTranslated }) => !isTranslated)
}

/** The tag that a track's name begins with (`en`, `pt-BR`, `zh-Hans`), null when there is none. */
function languageTag(key: string): string | null {
  const tag = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(?=-|$)/.exec(key)?.[0]
  return tag === undefined ? null : canonicalTag(tag)
}

/** The tag as BCP 47 has it today (the site still says `iw` for `he`); null when it is none. */
export function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function webAddress(value: unknown): string | null {
  const address = text(value)
  return address !== null && /^https?:\/\//.test(address) ? address : null
}

function duration(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= LONGEST_SECONDS ? value : null
}
