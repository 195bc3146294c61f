// Asks a person a question that is answered with yes or no; whatever is not yes is no.
import { createInterface } from 'node:readline'
import type { Io } from '../io.ts'

/** Whether there is somebody who sees the question and can answer it. */
export function canAsk(io: Io): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true
}

/** @throws the signal's reason */
export async function confirm(io: Io, question: string, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted()
  io.stderr.write(`${question} [y/N] `)
  // Without keys of its own: Ctrl-C stays the signal that it is.
  const lines = createInterface({ input: io.stdin, terminal: false })
  const close = () => lines.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    const answer = await new Promise<string | null>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(null))
    })
    if (answer === null) io.stderr.write('\n')
    signal.throwIfAborted()
    return /^\s*y(es)?\s*$/i.test(answer ?? '')
  } finally {
    signal.removeEventListener('abort', close)
    lines.close()
    io.stdin.unref()
  }
}
