// What yt-dlp's messages mean for a job: one table, read from the top. YouTube puts several
// reasons into one sentence ("Video unavailable. This content isn't available, try again later"),
// so the passing and the special ones stand above the general ones.
import type { JobFailureCode } from '../../src/api/types.ts'

export interface FetchFailure {
  code: JobFailureCode
  message: string
  /** Whether another attempt within seconds may succeed. */
  retry: boolean
}

type Row = [pattern: RegExp, code: JobFailureCode, message: string, retry?: 'retry']

const UPLOAD_INSTEAD = 'Upload the file instead.'
const LATER = 'Try again later.'
const UPDATE = 'yt-dlp may be too old for YouTube as it is now. Update yt-dlp, then try again.'

const TABLE: Row[] = [
  [
    /rate-limited by youtube|content isn.t available, try again later/i,
    'fetch_failed',
    `YouTube lets this server fetch nothing for a while. ${LATER}`,
  ],
  [
    /not a bot|unusual traffic|captcha/i,
    'fetch_failed',
    'YouTube takes this server for a robot and wants a login. Try again later or from another network.',
  ],
  [
    /live event will begin|premieres? (in|will begin)|premiere will begin|live stream will (begin|start)/i,
    'live_stream',
    'The stream or premiere has not begun. Transcribe it after it has ended.',
  ],
  [
    /live event has ended|is offline|is not currently live|currently live/i,
    'live_stream',
    'The live stream cannot be fetched yet. Transcribe it once YouTube offers the recording.',
  ],
  [
    /live stream recording is not available/i,
    'media_unavailable',
    'YouTube offers no recording of this live stream.',
  ],
  [
    /confirm your age|age[- ]restricted|inappropriate for some users|content warning/i,
    'age_restricted',
    `The video is age-restricted. ${UPLOAD_INSTEAD}`,
  ],
  [
    /private video|video is private/i,
    'media_private',
    'The video is private. Only public and unlisted videos can be fetched.',
  ],
  [
    /members[- ]only|join this channel|available to this channel's members|requires payment|premium members|rental|purchase/i,
    'media_private',
    'The video is for members or buyers. Only public and unlisted videos can be fetched.',
  ],
  [
    /in your country|from your location|geo[- ]?restrict|blocked it (in|on)/i,
    'media_unavailable',
    `The video is blocked where this server is. ${UPLOAD_INSTEAD}`,
  ],
  [/drm[- ]protected/i, 'media_unavailable', `The video is copy-protected. ${UPLOAD_INSTEAD}`],
  [
    /http error 429|too many requests/i,
    'fetch_failed',
    `YouTube answered that this server asks too often (429). ${LATER}`,
    'retry',
  ],
  [/http error 403/i, 'fetch_failed', `YouTube refused the download (403). ${UPDATE}`, 'retry'],
  [/http error 5\d\d/i, 'fetch_failed', `YouTube had a fault of its own. ${LATER}`, 'retry'],
  [
    /timed? ?out|name or service not known|getaddrinfo|name resolution|connection (refused|reset|aborted)|network is unreachable|no route to host|remote end closed|failed to resolve|proxy|ssl|certificate|incompleteread|bytes read/i,
    'fetch_failed',
    'YouTube could not be reached, or the connection broke. Check the network, then try again.',
    'retry',
  ],
  [
    /video (is )?(unavailable|not available)|is no longer available|has been (removed|terminated)|been removed|does not exist|account .*(terminated|closed)|incomplete youtube id|playback on other websites|http error 4(04|10)/i,
    'media_unavailable',
    'The video does not exist, or is no longer available.',
  ],
  [
    /requested format is not available|only images are available|no video formats|unable to extract|not available on this app|report this issue|no such option|signature|nsig|javascript runtime/i,
    'fetch_failed',
    `yt-dlp could not read the video's page. ${UPDATE}`,
  ],
]

/**
 * The meaning of a failed run.
 *
 * @param output what yt-dlp wrote to stderr
 */
export function failureOf(output: string): FetchFailure {
  const reason = lastError(output)
  const row = TABLE.find(([pattern]) => pattern.test(reason))
  if (row === undefined) {
    const said = reason === '' ? 'gave no reason' : `said: ${reason.slice(0, 300)}`
    return { code: 'fetch_failed', message: `Fetching failed; yt-dlp ${said}`, retry: true }
  }
  const [, code, message, retry] = row
  return { code, message, retry: retry !== undefined }
}

/** The text of the last error line, or of the last line, without yt-dlp's own marks. */
function lastError(output: string): string {
  const lines = output.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const last = lines.findLast((line) => /\bERROR:|\berror:/.test(line)) ?? lines.at(-1) ?? ''
  return last
    .replace(/^.*?\berror:\s*/i, '')
    .replace(/^\[[\w:+-]+\]\s*/, '')
    .replace(/^[\w-]{11}: /, '')
    .trim()
}
