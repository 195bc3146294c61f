// The messages are those of yt-dlp's source of 2026.08 and, where it quotes the site, of its users'
// reports.
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../daemon/rules/fetch-failures.ts'

const HINT = 'Use --cookies-from-browser or --cookies for the authentication. See  https://…'
const REPORT = 'please report this issue on  https://…'

/** Code, and a word of what the user is told to do or must know. */
const PERMANENT = [
  [
    'media_private',
    'private',
    `Private video. Sign in if you've been granted access to this video. ${HINT}`,
  ],
  ['media_private', 'private', 'Video unavailable. This video is private'],
  [
    'media_private',
    'members',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ],
  [
    'media_private',
    'members',
    "This video is available to this channel's members on level: Gold (or any higher level). Join this channel to get access to members-only content and other exclusive perks.",
  ],
  [
    'media_private',
    'members',
    'Join this channel from your computer or Android app to get access to members-only content like this video.',
  ],
  ['media_private', 'buyers', 'This video requires payment to watch'],
  ['media_private', 'buyers', 'This video is only available to Music Premium members'],
  ['media_unavailable', 'exist', 'Video unavailable'],
  ['media_unavailable', 'exist', 'This video is unavailable'],
  ['media_unavailable', 'exist', 'This video is not available'],
  ['media_unavailable', 'exist', 'This video isn’t available anymore'],
  ['media_unavailable', 'exist', 'Video unavailable. This content isn’t available.'],
  ['media_unavailable', 'exist', 'Video unavailable. This video has been removed by the uploader'],
  [
    'media_unavailable',
    'exist',
    "This video has been removed for violating YouTube's Terms of Service",
  ],
  [
    'media_unavailable',
    'exist',
    'This video is no longer available because the YouTube account associated with this video has been terminated.',
  ],
  [
    'media_unavailable',
    'exist',
    'Video unavailable. This video is no longer available because the uploader has closed their YouTube account.',
  ],
  ['media_unavailable', 'exist', 'This video is no longer available due to a copyright claim by X'],
  [
    'media_unavailable',
    'exist',
    'Video unavailable. This video contains content from X, who has blocked it on copyright grounds',
  ],
  [
    'media_unavailable',
    'exist',
    'Video unavailable. Playback on other websites has been disabled by the video owner',
  ],
  ['media_unavailable', 'exist', 'Incomplete YouTube ID abc. URL https://… looks truncated.'],
  [
    'media_unavailable',
    'blocked where',
    'Video unavailable. This video contains content from X, who has blocked it in your country on copyright grounds',
  ],
  [
    'media_unavailable',
    'blocked where',
    'The uploader has not made this video available in your country',
  ],
  [
    'media_unavailable',
    'blocked where',
    'This video is not available from your location due to geo restriction',
  ],
  ['media_unavailable', 'copy-protected', 'This video is DRM protected'],
  ['media_unavailable', 'recording', 'This live stream recording is not available.'],
  [
    'age_restricted',
    'Upload',
    `Sign in to confirm your age. This video may be inappropriate for some users. ${HINT}`,
  ],
  [
    'age_restricted',
    'Upload',
    'This video is age-restricted and only available on YouTube. Learn more',
  ],
  ['age_restricted', 'Upload', 'This video may be inappropriate for some users.'],
  ['live_stream', 'ended', 'This live event will begin in 2 hours.'],
  ['live_stream', 'ended', 'This live event will begin in a few moments.'],
  ['live_stream', 'ended', 'Premieres in 3 days'],
  ['live_stream', 'ended', 'Premiere will begin shortly'],
  ['live_stream', 'recording', 'This live event has ended.'],
  ['live_stream', 'recording', 'The channel is not currently live'],
  ['fetch_failed', 'cookies', `Sign in to confirm you’re not a bot. ${HINT}`],
  ['fetch_failed', 'cookies', `Sign in to confirm you're not a bot. ${HINT}`],
  [
    'fetch_failed',
    'cookies',
    'Video unavailable. YouTube is requiring a captcha challenge before playback',
  ],
  ['fetch_failed', 'cookies', `Please sign in. ${HINT}`],
  ['fetch_failed', 'cookies', `Login details are needed to download this content. ${HINT}`],
  [
    'fetch_failed',
    'hour',
    "Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube for up to an hour. It is recommended to use `-t sleep`",
  ],
  [
    'fetch_failed',
    'hour',
    'All player responses are invalid. Your IP is likely being blocked by Youtube',
  ],
  [
    'fetch_failed',
    'tools pull',
    'Requested format is not available. Use --list-formats for a list of available formats',
  ],
  ['fetch_failed', 'tools pull', `No video formats found!; ${REPORT}`],
  ['fetch_failed', 'tools pull', `Unable to extract initial data; ${REPORT}`],
  ['fetch_failed', 'tools pull', `Failed to extract any player response; ${REPORT}`],
  ['fetch_failed', 'tools pull', 'The page needs to be reloaded.. The page needs to be reloaded.'],
  [
    'fetch_failed',
    'tools pull',
    'The following content is not available on this app.. Watch on the latest version of YouTube.',
  ],
  [
    'fetch_failed',
    'tools pull',
    'Unable to download API page: HTTP Error 400: Bad Request (caused by <HTTPError 400: Bad Request>)',
  ],
  ['fetch_failed', 'tools pull', `'x' is not what was expected; ${REPORT}`],
  [
    'media_unavailable',
    'exist',
    `Unable to download webpage: HTTP Error 404: Not Found; ${REPORT}`,
  ],
  [
    'fetch_failed',
    'settings',
    'could not find chrome cookies database in "/home/me/.config/google-chrome"',
  ],
  ['fetch_failed', 'settings', "'/tmp/c.txt' does not look like a Netscape format cookies file"],
  ['fetch_failed', 'disk', 'unable to write data: [Errno 28] No space left on device'],
] as const

const PASSING = [
  [
    'later',
    'Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429>)',
  ],
  ['later', "Unable to download video subtitles for 'en-orig': HTTP Error 429: Too Many Requests"],
  ['later', 'Unable to download webpage: HTTP Error 503: Service Unavailable'],
  ['tools pull', 'unable to download video data: HTTP Error 403: Forbidden'],
  ...[
    'Unable to download API page: <urlopen error timed out>',
    "Unable to download API page: HTTPSConnection(host='www.youtube.com', port=443): Read timed out. (read timeout=20.0)",
    'Unable to download API page: The read operation timed out (caused by TransportError(…))',
    'Unable to download API page: <urlopen error [Errno -2] Name or service not known> (caused by URLError(gaierror))',
    "Unable to download webpage: Failed to resolve 'www.youtube.com' ([Errno -3] Temporary failure in name resolution)",
    'Unable to download webpage: [Errno 101] Network is unreachable',
    "Unable to download webpage: ('Unable to connect to proxy', OSError(…)) (caused by ProxyError(…))",
    'Unable to download webpage: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed (caused by CertificateVerifyError(…))',
    'Unable to download webpage: EOF occurred in violation of protocol (_ssl.c:1006) (caused by SSLError(…))',
    '[Errno 104] Connection reset by peer',
    '10 bytes read, 20 more expected. Giving up after 3 retries',
    'content too short (expected 10 bytes and served 5)',
    'fragment 1 not found, unable to continue',
    'Did not get any data blocks',
    'The downloaded file is empty',
  ].map((message) => ['network', message] as const),
  ['said', 'something that nobody has seen before'],
] as const

const said = (reason: string) =>
  `WARNING: [youtube] falling back\nERROR: [youtube] dQw4w9WgXcQ: ${reason}\n`

describe('what yt-dlp says', () => {
  it.each(PERMANENT)('means %s, at once, telling of "%s": %s', (code, word, reason) => {
    const failure = failureOf(said(reason))

    expect(failure).toMatchObject({ code, retry: null })
    expect(failure.message).toContain(word)
  })

  it.each(PASSING)(
    'means fetch_failed after more attempts, telling of "%s": %s',
    (word, reason) => {
      const failure = failureOf(said(reason))

      const retry = reason.includes('429') ? 'asked_too_often' : 'passing'
      expect(failure).toMatchObject({ code: 'fetch_failed', retry })
      expect(failure.message).toContain(word)
    },
  )

  it('is the last error, whatever was warned of before it', () => {
    const output = `ERROR: [youtube] x: HTTP Error 403: Forbidden\nWARNING: Private video?\n${said('Video unavailable')}`

    expect(failureOf(output).code).toBe('media_unavailable')
  })

  it('is understood with advice on further lines, and from plug-ins', () => {
    const advice = 'This video is available in X.\nYou might want to use a VPN or a proxy server'

    expect(failureOf(said(`Not available in your country\n${advice}`)).code).toBe(
      'media_unavailable',
    )
    expect(failureOf('ERROR: [youtube+Other] dQw4w9WgXcQ: Premieres in 6 hours').code).toBe(
      'live_stream',
    )
  })

  it.each([
    'yt-dlp: error: no such option: --js-runtimes',
    'ImportError: You are using an unsupported version of Python. Only Python versions 3.10 and above are supported by yt-dlp',
    "/usr/bin/env: 'python3': No such file or directory",
  ])('when it does not run at all means fetch_failed and what to do: %s', (output) => {
    const { code, message, retry } = failureOf(output)

    expect([code, retry]).toEqual(['fetch_failed', null])
    expect(message).toContain('scribe tools pull yt-dlp')
  })

  it('is quoted when it is not known, without the marks around it', () => {
    expect(failureOf(said('a new reason')).message).toContain('yt-dlp said: a new reason')
    expect(failureOf('').message).toContain('gave no reason')
  })
})
