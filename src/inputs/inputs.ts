// The inputs of a command line, each looked at before anything is sent: what it is, and if it
// cannot be transcribed, why. A bad input is a result, not an exception: the others still go on.
import { access, constants, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { CHUNKED_MAX_BYTES, MEDIA_EXTENSIONS } from '../api/limits.ts'
import { UsageError } from '../errors.ts'
import { toUsageError } from './explain.ts'
import { type Found, filesBelow } from './folder.ts'

export type Input = { given: string } & (
  | { kind: 'file'; path: string }
  | { kind: 'stdin' }
  | { kind: 'url' }
  | { kind: 'bad'; error: UsageError }
)

const EXTENSIONS: ReadonlySet<string> = new Set(MEDIA_EXTENSIONS)

/**
 * @param args as given: paths, `-`, URLs
 * @param recursive takes folders as the media files below them
 * @returns in the order given, files of a folder by name
 */
export async function readInputs(args: string[], recursive: boolean): Promise<Input[]> {
  if (args.filter((given) => given === '-').length > 1) {
    throw new UsageError('"-" (stdin) can be given once only')
  }
  const lists = await Promise.all(args.map((given) => readInput(given, recursive)))
  return lists.flat()
}

async function readInput(given: string, recursive: boolean): Promise<Input[]> {
  if (given === '') return [bad(given, new UsageError('an empty name; is a variable not set?'))]
  if (given === '-') return [{ kind: 'stdin', given }]
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(given)) return [{ kind: 'url', given }]
  try {
    const stats = await stat(given)
    if (stats.isDirectory() && recursive) return await readFolder(given)
    await assertUsable(given, stats)
    return [{ kind: 'file', given, path: resolve(given) }]
  } catch (error) {
    return [bad(given, error)]
  }
}

function bad(given: string, error: unknown): Input {
  return { kind: 'bad', given, error: toUsageError(error, given) }
}

interface FileFacts {
  size: number
  isFile(): boolean
  isDirectory(): boolean
}

async function assertUsable(path: string, stats: FileFacts): Promise<void> {
  if (stats.isDirectory()) {
    throw new UsageError('a folder; --recursive takes the audio and video files in it')
  }
  if (!stats.isFile()) throw new UsageError('not a regular file; pipe it in with "-"')
  if (!hasMediaExtension(path)) {
    const message = 'no audio or video file by its extension (such as .mp3, .wav or .mp4)'
    throw new UsageError(message, 'unsupported_media')
  }
  if (stats.size === 0) throw new UsageError('the file is empty')
  if (stats.size > CHUNKED_MAX_BYTES) {
    const message = `${stats.size} bytes are too many; at most ${CHUNKED_MAX_BYTES} are accepted`
    throw new UsageError(message, 'media_too_large')
  }
  await access(path, constants.R_OK)
}

function hasMediaExtension(path: string): boolean {
  return EXTENSIONS.has(extname(path).slice(1).toLowerCase())
}

async function readFolder(folder: string): Promise<Input[]> {
  const found = await filesBelow(folder, hasMediaExtension)
  if (found.length === 0) throw new UsageError('no audio or video files in this folder')
  const lists = await Promise.all(found.map(readFound))
  return lists.flat()
}

/** A link to a folder is none of the folder's files. */
async function readFound({ path, error }: Found): Promise<Input[]> {
  if (error !== undefined) return [bad(path, error)]
  const stats = await stat(path).catch(() => null)
  return stats?.isDirectory() ? [] : readInput(path, false)
}

/** What an output is named after: the file's base name, `stdin`, or the video's id. */
export function baseNameOf(input: Input): string {
  if (input.kind === 'stdin') return 'stdin'
  if (input.kind !== 'url' || !URL.canParse(input.given)) return basename(input.given)
  const url = new URL(input.given)
  const name = url.searchParams.get('v') ?? url.pathname.split('/').findLast((part) => part !== '')
  return (name ?? url.hostname).replace(/[^\w-]/g, '_')
}
