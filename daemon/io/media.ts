// Gets videos with yt-dlp: first the description, then captions or audio from that description,
// so that the page is read once. Nothing of the user's configuration is read, nothing is written
// but below the job's folder, and every run has its limits of time and size.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobError } from '../../src/api/errors.ts'
import { FetchCrash, type VideoFetcher } from '../ports.ts'
import { readVideoInfo } from '../rules/video-info.ts'
import { runYtDlp } from './media/run.ts'

const INFO_FILE = 'info.json'
/** Descriptions have a megabyte or two, captions of five hours about the same. */
const DOCUMENT_MAX_CHARACTERS = 64_000_000

const LIMIT_SECONDS = { info: 180, captions: 120, audio: 2 * 60 * 60 }

/** No configuration, no files elsewhere, no colours, no waiting without end. */
const COMMON = [
  '--ignore-config',
  '--no-playlist',
  '--no-cache-dir',
  '--abort-on-error',
  ...['--socket-timeout', '20'],
  ...['--retries', '3'],
  ...['--fragment-retries', '5'],
  ...['--extractor-retries', '2'],
]

/** A file that is made from the description; it must not be post-processed by other programs. */
const DOWNLOAD = [...COMMON, '--load-info-json', INFO_FILE, '--no-mtime', '--fixup', 'never']
const PROGRESS = [
  '--newline',
  '--progress-template',
  'download:bytes=%(progress.downloaded_bytes)s',
]

export interface VideoFetcherOptions {
  dataDir: string
  /** yt-dlp: a path, or a name to be looked up on PATH. */
  program: string
}

/** Opens the folder for fetched files, emptying it: no attempt goes on with those of another. */
export async function openVideoFetcher({
  dataDir,
  program,
}: VideoFetcherOptions): Promise<VideoFetcher> {
  const root = join(dataDir, 'fetched')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { mode: 0o700 })
  const folderOf = (job: string) => join(root, job)

  return {
    async info(job, url, signal) {
      const folder = folderOf(job)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const printed = collect()
      const args = [...COMMON, '--dump-single-json', '--', url]
      const { onOutput } = printed
      await runYtDlp(program, { args, folder, limitSeconds: LIMIT_SECONDS.info, onOutput }, signal)
      const document = parse(printed.text())
      await writeFile(join(folder, INFO_FILE), printed.text(), { mode: 0o600 })
      return readVideoInfo(document)
    },

    async captions(job, track, signal) {
      const folder = folderOf(job)
      const written = track.kind === 'manual' ? '--write-subs' : '--write-auto-subs'
      const args = [
        ...[...DOWNLOAD, '--skip-download', written, '--sub-langs', track.key],
        ...['--sub-format', 'json3', '--output', 'captions'],
      ]
      const run = { args, folder, limitSeconds: LIMIT_SECONDS.captions, onOutput: () => {} }
      await runYtDlp(program, run, signal)
      const name = await findFile(folder, (file) => file === `captions.${track.key}.json3`)
      return parse(await readFile(join(folder, name), 'utf8'))
    },

    async audio(job, maxBytes, signal) {
      const folder = folderOf(job)
      const args = [
        ...[...DOWNLOAD, ...PROGRESS, '--format', 'bestaudio/best'],
        ...['--max-filesize', String(maxBytes), '--output', 'audio.%(ext)s'],
      ]
      const onOutput = refuseAbove(maxBytes)
      await runYtDlp(program, { args, folder, limitSeconds: LIMIT_SECONDS.audio, onOutput }, signal)
      return join(folder, await findFile(folder, (file) => /^audio\.\w+$/.test(file)))
    },

    remove: (job) => rm(folderOf(job), { recursive: true, force: true, maxRetries: 5 }),
  }
}

function collect(): { onOutput(text: string): void; text(): string } {
  const pieces: string[] = []
  let length = 0
  return {
    onOutput(text) {
      length += text.length
      if (length > DOCUMENT_MAX_CHARACTERS) throw new FetchCrash('yt-dlp printed far too much.')
      pieces.push(text)
    },
    text: () => pieces.join(''),
  }
}

/** Watches how many bytes have come: yt-dlp's own limit is blind to media sent in fragments. */
function refuseAbove(maxBytes: number): (text: string) => void {
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FetchCrash('yt-dlp answered with something that is no JSON. Update it.', { cause })
  }
}

async function findFile(folder: string, isIt: (name: string) => boolean): Promise<string> {
  const name = (await readdir(folder)).find(isIt)
  if (name !== undefined) return name
  throw new FetchCrash('yt-dlp ended without an error and without a file. Update yt-dlp.')
}

function tooLarge(maxBytes: number): JobError {
  return new JobError(
    'fetch_failed',
    `The audio of the video has more than ${maxBytes} bytes, which is too much to fetch.`,
  )
}
