// How requests behave by the global flags, whoever sends them: how often they are repeated, how a
// repeat is announced, and what --verbose and --debug tell.
import type { HttpOptions } from './client/http.ts'
import type { Io } from './io.ts'
import { describeError } from './report.ts'
import type { Flags } from './settings.ts'
import { printable } from './text.ts'

/** Requests that run side by side fail together; that is one piece of news. */
const SAME_NEWS_MS = 1000

export async function requestOptions({
  io,
  flags,
}: {
  io: Io
  flags: Flags
}): Promise<Pick<HttpOptions, 'maxRetries' | 'onRetry' | 'trace'>> {
  const { maxRetries } = flags
  const options = maxRetries === undefined ? {} : { maxRetries: Number(maxRetries) }
  if (flags.verbose !== true && flags.debug !== true) return { ...options, onRetry: announcer(io) }
  const { Trace } = await import('./client/trace.ts')
  const write = (line: string) => io.trace(printable(line))
  return { ...options, trace: new Trace(write, flags.debug === true) }
}

function announcer(io: Io) {
  let last = { news: '', atMs: Number.NEGATIVE_INFINITY }
  return (error: Error, waitMs: number) => {
    const [news = ''] = describeError(error).split('\n')
    const atMs = performance.now()
    const isOld = last.news === news && atMs - last.atMs < SAME_NEWS_MS
    last = { news, atMs }
    if (!isOld) io.note(`${news}; trying again in ${Math.ceil(waitMs / 1000)} s`)
  }
}
