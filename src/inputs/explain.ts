// Why a path cannot be used, in words; and what was probably meant where it looks like no path.
import { UsageError } from '../errors.ts'

const SYSTEM_REASONS: Record<string, string> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'a link that leads nowhere',
  ENAMETOOLONG: 'too long for a file name',
}

const VIDEO_ID = /^[\w-]{11}$/
const ADDRESS_WITHOUT_SCHEME =
  /^(www\.[^/]+|([\w-]+\.)*(youtube(-nocookie)?\.com|youtu\.be))(\/|$)/i

/** @param error what the system said of the path `given` */
export function toUsageError(error: unknown, given: string): UsageError {
  if (error instanceof UsageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = SYSTEM_REASONS[code] ?? `cannot be read (${code || error})`
  const guess = code === 'ENOENT' || code === 'ENOTDIR' ? guessOf(given) : null
  return new UsageError(guess === null ? reason : `${reason}; ${guess}`)
}

function guessOf(given: string): string | null {
  if (given.includes('\ufffd')) return 'a name that is not UTF-8 is lost, pipe it in with "-"'
  if (ADDRESS_WITHOUT_SCHEME.test(given)) return `a URL begins with https://, as https://${given}`
  if (!VIDEO_ID.test(given)) return null
  return `it looks like a video id; give the whole URL, https://www.youtube.com/watch?v=${given}`
}

/** A file that went away or changed its rights meanwhile, told as one that never was usable. */
export function explainFileError(error: unknown, path: string | null): unknown {
  const isAbout = error instanceof Error && 'path' in error && error.path === path
  return isAbout && path !== null ? toUsageError(error, path) : error
}
