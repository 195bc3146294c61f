import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../daemon/rules/fetch-failures.ts'

const PERMANENT = [
  ['media_private', "Private video. Sign in if you've been granted access to this video"],
  ['media_private', 'Video unavailable. This video is private'],
  [
    'media_private',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ],
  ['media_private', 'This video requires payment to watch'],
  ['media_private', 'This video is only available to Music Premium members'],
  ['media_unavailable', 'Video unavailable'],
  ['media_unavailable', 'This video is not available'],
  ['media_unavailable', 'Video unavailable. This video has been removed by the uploader'],
  [
    'media_unavailable',
    'This video is no longer available because the YouTube account associated with this video has been terminated.',
  ],
  [
    'media_unavailable',
    'Video unavailable. This video contains content from X, who has blocked it in your country on copyright grounds',
  ],
  ['media_unavailable', 'The uploader has not made this video available in your country'],
  ['media_unavailable', 'This video is DRM protected'],
  ['media_unavailable', 'This live stream recording is not available.'],
  [
    'age_restricted',
    'Sign in to confirm your age. This video may be inappropriate for some users. Use --cookies-from-browser or --cookies for the authentication.',
  ],
  ['age_restricted', 'This video is age-restricted and only available on YouTube'],
  ['live_stream', 'This live event will begin in 2 hours.'],
  ['live_stream', 'Premieres in 3 days'],
  ['live_stream', 'This live event has ended.'],
  ['fetch_failed', 'Sign in to confirm you’re not a bot. Use --cookies-from-browser'],
  [
    'fetch_failed',
    "Video unavailable. This content isn't available, try again later. Your account has been rate-limited by YouTube for up to an hour.",
  ],
  ['fetch_failed', 'Requested format is not available. Use --list-formats'],
  ['fetch_failed', 'Unable to extract initial data; please report this issue on  https://…'],
] as const

const PASSING = [
  'Unable to download API page: HTTP Error 429: Too Many Requests (caused by …)',
  'unable to download video data: HTTP Error 403: Forbidden',
  'Unable to download webpage: HTTP Error 503: Service Unavailable',
  'Unable to download API page: <urlopen error timed out>',
  'Unable to download API page: <urlopen error [Errno -2] Name or service not known> (caused by URLError(gaierror))',
  '[Errno 104] Connection reset by peer',
  '10 bytes read, 20 more expected. Giving up after 3 retries',
  'something that nobody has seen before',
]

const said = (reason: string) =>
  `WARNING: [youtube] falling back\nERROR: [youtube] dQw4w9WgXcQ: ${reason}\n`

describe('what yt-dlp says', () => {
  it.each(PERMANENT)('means %s, at once: %s', (code, reason) => {
    expect(failureOf(said(reason))).toMatchObject({ code, retry: false })
  })

  it.each(PASSING)('means fetch_failed after more attempts: %s', (reason) => {
    expect(failureOf(said(reason))).toMatchObject({ code: 'fetch_failed', retry: true })
  })

  it('is read from the last error, whatever was warned of before it', () => {
    const output = `ERROR: [youtube] x: HTTP Error 403: Forbidden\nWARNING: Private video?\n${said('Video unavailable')}`

    expect(failureOf(output).code).toBe('media_unavailable')
  })

  it('is quoted when it is not known, without the marks around it', () => {
    expect(failureOf(said('a new reason')).message).toContain('yt-dlp said: a new reason')
    expect(failureOf('').message).toContain('gave no reason')
  })
})
