// How requests behave by the global flags, whoever sends them: how often they are repeated, how a
// repeat is announced, and what --verbose and --debug tell.
import type { HttpOptions } from './client/http.ts'
import type { Io } from './io.ts'
import { describeError } from './report.ts'
import type { Flags } from './settings.ts'
import { printable } from './text.ts'

/** How long an attempt may take to fail once more: longer than it takes to give up connecting. */
const ATTEMPT_MS = 15_000

export async function requestOptions({
  io,
  flags,
}: {
  io: Io
  flags: Flags
}): Promise<Pick<HttpOptions, 'maxRetries' | 'onRetry' | 'onLost' | 'trace'>> {
  const { maxRetries } = flags
  const onLost = (attempt: number | null) => io.lost(attempt)
  const options = {
    onLost,
    ...(maxRetries === undefined ? {} : { maxRetries: Number(maxRetries) }),
  }
  if (flags.verbose !== true && flags.debug !== true) return { ...options, onRetry: announcer(io) }
  const { Trace } = await import('./client/trace.ts')
  const write = (line: string) => io.trace(printable(line))
  return { ...options, trace: new Trace(write, flags.debug === true) }
}

/** The same failure again, of this request or of those beside it, is one piece of news. */
function announcer(io: Io) {
  let last = { news: '', untilMs: Number.NEGATIVE_INFINITY }
  return (error: Error, waitMs: number) => {
    const [news = ''] = describeError(error).split('\n')
    const nowMs = performance.now()
    const isOld = last.news === news && nowMs < last.untilMs
    last = { news, untilMs: nowMs + waitMs + ATTEMPT_MS }
    if (!isOld) io.note(`${news}; trying again in ${Math.ceil(waitMs / 1000)} s`)
  }
}
