// What yt-dlp's messages mean for a job: one table, read from the top. YouTube puts several
// reasons into one sentence ("Video unavailable. This content isn't available, try again later"),
// so the passing and the special ones stand above the general ones.
import type { JobFailureCode } from '../../src/api/types.ts'
import type { Trouble } from './retry-waits.ts'

export interface FetchFailure {
  code: JobFailureCode
  message: string
  /** What another attempt has to wait for; null when none can help. */
  retry: Trouble | null
}

type Row = [pattern: RegExp, code: JobFailureCode, message: string, retry?: Trouble]

const UPLOAD_INSTEAD = 'Upload the file instead.'
const LATER = 'Try again later.'
const COOKIES =
  'give yt-dlp the cookies of a logged-in browser (--yt-dlp-args "--cookies-from-browser=firefox")'
const UPDATE =
  'yt-dlp is probably too old for YouTube as it is now: run `scribe tools pull yt-dlp`, then try again.'
const NETWORK =
  'Check the network (a proxy can be set with --yt-dlp-args "--proxy=<address>"), then try again.'

const TABLE: Row[] = [
  // This server, or what it was given, is what YouTube objects to.
  [
    /rate-limited by youtube|content isn't available, try again later|ip is likely being blocked/i,
    'fetch_failed',
    `YouTube lets this server fetch nothing for a while. Wait an hour, or ${COOKIES}.`,
  ],
  [
    /not a bot|unusual traffic|captcha/i,
    'fetch_failed',
    `YouTube takes this server for a robot and wants a login. Use another network, or ${COOKIES}.`,
  ],
  [
    /cookies database|failed to load cookies|netscape format cookies|decrypt with dpapi|unsupported browser|unknown browser/i,
    'fetch_failed',
    'yt-dlp cannot read the cookies that the settings name. Mend --yt-dlp-args (or SCRIBE_YTDLP_ARGS), restart the daemon, then try again.',
  ],
  // Not yet, or not any more, a video.
  [
    /live event will begin|premieres? (in|will begin|on)\b|live stream will (begin|start)|scheduled for/i,
    'live_stream',
    'The stream or premiere has not begun. Transcribe it after it has ended.',
  ],
  [
    /live stream recording is not available/i,
    'media_unavailable',
    'YouTube offers no recording of this live stream.',
  ],
  [
    /live event has ended|is offline|currently live|live stream is (over|processing)/i,
    'live_stream',
    'The live stream cannot be fetched yet. Transcribe it once YouTube offers the recording.',
  ],
  // Not for everybody.
  [
    /confirm your age|age[- ](restricted|verification)|inappropriate for some users|content warning/i,
    'age_restricted',
    `The video is age-restricted. ${UPLOAD_INSTEAD}`,
  ],
  [
    /private video|video is private/i,
    'media_private',
    'The video is private. Only public and unlisted videos can be fetched.',
  ],
  [
    /members[- ]only|join this channel|this channel's members|requires payment|premium|rental|purchase|paid video/i,
    'media_private',
    'The video is for members or buyers. Only public and unlisted videos can be fetched.',
  ],
  [
    /in your country|from your location|geo[- ]?restrict|blocked it in\b/i,
    'media_unavailable',
    `The video is blocked where this server is. ${UPLOAD_INSTEAD}`,
  ],
  [/drm[- ]protected/i, 'media_unavailable', `The video is copy-protected. ${UPLOAD_INSTEAD}`],
  [
    /please sign in|login (required|details are needed)|only available for registered users/i,
    'fetch_failed',
    `YouTube shows this video only to those who are logged in. Upload the file, or ${COOKIES}.`,
  ],
  // This machine; before the network, as some of its words are in there too.
  [
    /no space left|cannot write|unable to (write|open for writing|create directory)|read-only file system|disk quota/i,
    'fetch_failed',
    "The server cannot write to its disk. Make room in the daemon's data folder, then try again.",
  ],
  [
    /unsupported version of python|python3?'?: no such file|no such option|unable to import|importerror|modulenotfounderror|exec format error/i,
    'fetch_failed',
    `yt-dlp does not run as it should on this machine. ${UPDATE}`,
  ],
  // What may pass by itself.
  [
    /http error 429|too many requests/i,
    'fetch_failed',
    `YouTube answered that this server asks too often (429). ${LATER}`,
    'asked_too_often',
  ],
  [/http error 403/i, 'fetch_failed', `YouTube refused the download (403). ${UPDATE}`, 'passing'],
  [/http error 5\d\d/i, 'fetch_failed', `YouTube had a fault of its own. ${LATER}`, 'passing'],
  [
    /timed? ?out|name or service not known|getaddrinfo|name resolution|no address associated|connection (refused|reset|aborted|broken)|network is unreachable|no route to host|remote end closed|failed to (resolve|establish)|max retries exceeded|proxy|\b_?ssl|certificate|incompleteread|bytes read|content too short|fragment \d+ not found|any data blocks|downloaded file is empty|conflicting range/i,
    'fetch_failed',
    `YouTube could not be reached, or the connection broke. ${NETWORK}`,
    'passing',
  ],
  // yt-dlp and YouTube do not understand each other.
  [
    /requested format is not available|only images are available|no video formats|unable to extract|failed to (extract|parse)|not available on this app|page needs to be reloaded|http error 400|signature|nsig|n challenge|javascript runtime|challenge solv/i,
    'fetch_failed',
    `yt-dlp could not read the video's page. ${UPDATE}`,
  ],
  // The video is gone.
  [
    /(video|content) (is |isn't |is not )?(unavailable|not available|available any ?more|available)|no longer available|has been (removed|terminated|suspended)|been removed|does not exist|account .*(terminated|closed)|blocked it|copyright|incomplete youtube id|playback on other websites|http error 4(04|10)/i,
    'media_unavailable',
    'The video does not exist, or is no longer available.',
  ],
  [/report this issue/i, 'fetch_failed', `yt-dlp met something that it does not know. ${UPDATE}`],
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
    return { code: 'fetch_failed', message: `Fetching failed; yt-dlp ${said}`, retry: 'passing' }
  }
  const [, code, message, retry] = row
  return { code, message, retry: retry ?? null }
}

/** The text of the last error line, or of the last line, without yt-dlp's own marks. */
function lastError(output: string): string {
  const lines = output.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const last = lines.findLast((line) => /\bERROR:|\berror:/.test(line)) ?? lines.at(-1) ?? ''
  return last
    .replaceAll('’', "'")
    .replace(/^.*?\berror:\s*/i, '')
    .replace(/^\[[\w:+-]+\]\s*/, '')
    .replace(/^[\w-]{11}: /, '')
    .trim()
}
