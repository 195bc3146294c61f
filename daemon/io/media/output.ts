// What the fetcher makes of yt-dlp's standard output, and its own refusals.
import { JobError } from '../../../src/api/errors.ts'
import { FetchCrash } from '../../ports.ts'

/** Descriptions have a megabyte or two, captions of five hours about the same; in characters. */
export const DOCUMENT_MAX = 64_000_000

export function collect(): { onOutput(text: string): void; text(): string } {
  const pieces: string[] = []
  let length = 0
  return {
    onOutput(text) {
      length += text.length
      if (length > DOCUMENT_MAX) throw new FetchCrash('yt-dlp printed far too much.')
      pieces.push(text)
    },
    text: () => pieces.join(''),
  }
}

/** Watches how many bytes have come: yt-dlp's own limit is blind to media sent in fragments. */
export function refuseAbove(maxBytes: number): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split(/[\r\n]+/)
    rest = (lines.pop() ?? '').slice(-1000)
    for (const line of lines) {
      const bytes = Number(/^bytes=(\d+)/.exec(line)?.[1] ?? 0)
      if (bytes > maxBytes || /larger than max-filesize/.test(line)) throw tooLarge(maxBytes)
    }
  }
}

export function tooLarge(maxBytes: number): JobError {
  return new JobError(
    'fetch_failed',
    `The audio of the video has more than ${maxBytes} bytes, which is too much to fetch.`,
  )
}

/** @param configured what the settings name, which was looked for; null when they name nothing */
export function missing(configured: string | null): JobError {
  const what = configured === null ? 'is not on this machine' : `cannot be run at "${configured}"`
  return new JobError(
    'fetch_failed',
    `YouTube videos need the program yt-dlp, which ${what}. ${configured === null ? PULL : MEND} Files can be uploaded without it.`,
  )
}

const PULL =
  'Run `scribe tools pull yt-dlp`, or install it, or set SCRIBE_YTDLP to its path and restart the daemon; then try again.'
const MEND =
  'Install it there, or unset SCRIBE_YTDLP (and --yt-dlp), run `scribe tools pull yt-dlp` and restart the daemon; then try again.'
