// A speech program as a process: started without a shell in a group of its own, so that what it
// starts ends with it, and ended with the recogniser that started it; its lines are bounded, and
// beginning and end of what it complains of are kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { JobError } from '../../../src/api/errors.ts'
import { beforeDeath } from './last-acts.ts'

const LONGEST_LINE = 1 << 20
const KEPT_COMPLAINT = 500
const LONGEST_REASON = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: a program's words may hold any
const CONTROL = /[\u0000-\u001f\u007f]+/g

export interface Program {
  /** Lines of its stdout. */
  lines: AsyncIterator<string, undefined>
  /** Whether it has said something, on stdout, that was not read yet. */
  hasMore(): boolean
  readonly alive: boolean
  /** Sends a line to its stdin. */
  write(line: string): void
  /** Resolves when it has ended. */
  ended: Promise<Ended>
  /** Ends it and all that it has started, at once. */
  kill(): void
}

export interface Ended {
  code: number | null
  signal: string | null
  /** Why it could not be started. */
  error: Error | undefined
  /** The end of its stderr. */
  complaint: string
  /** The line of its stderr's beginning or end that begins with `error:`. */
  errorLine: string | undefined
}

/** @param talks gets requests on its stdin; else that is empty */
export function startProgram(program: string, args: readonly string[], talks: boolean): Program {
  const child = spawn(program, args, {
    stdio: [talks ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let opening = ''
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    opening = (opening + text).slice(0, KEPT_COMPLAINT)
    complaint = (complaint + text).slice(-KEPT_COMPLAINT)
  })
  // A program that does not read on is told by its end.
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ended>((resolve) => {
    let error: Error | undefined
    child.once('error', (reason) => {
      error = reason
      if (child.pid === undefined) close(null, null)
    })
    const close = (code: number | null, signal: string | null) => {
      const errorLine = /^error:.*/im.exec(`${opening}\n${complaint}`)?.[0]
      resolve({ code, signal, error, complaint, errorLine })
    }
    child.once('close', close)
  })
  const forget = beforeDeath(() => killGroup(child))
  ended.then(forget)
  const unread: string[] = []
  return {
    lines: linesOf(child, unread),
    hasMore: () => unread.some((line) => line.trim() !== '') || !!child.stdout?.readableLength,
    get alive() {
      return child.exitCode === null && child.signalCode === null
    },
    write: (line) => void child.stdin?.write(`${line}\n`),
    ended,
    kill: () => killGroup(child),
  }
}

/** @param unread the lines that have come and were not asked for yet, the beginning of one included */
async function* linesOf(
  { stdout }: ChildProcess,
  unread: string[],
): AsyncGenerator<string, undefined> {
  for await (const text of stdout?.setEncoding('utf8') ?? []) {
    const lines = `${unread.pop() ?? ''}${text}`.split('\n')
    if ((lines.at(-1)?.length ?? 0) > LONGEST_LINE) {
      throw failed('a line of its answer is longer than 1 MB')
    }
    unread.push(...lines)
    while (unread.length > 1) yield unread.shift() ?? ''
  }
  const last = unread.pop()
  if (last) yield last
  return undefined
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** What a program did that leaves no hope for another try. */
export function failed(detail: string): JobError {
  const reason = detail.replace(CONTROL, ' ').trim().slice(0, LONGEST_REASON)
  return new JobError('transcription_failed', `The speech program failed: ${reason}.`)
}

/**
 * Judges how a program ended that had more to say.
 *
 * @returns JobError, or a plain Error where another try may succeed: it was killed
 */
export function failureOf(program: string, { code, signal, error, ...said }: Ended): Error {
  if (error !== undefined) return failed(`${program} cannot be started (${error.message})`)
  const complaint = said.errorLine ?? said.complaint.trim().split('\n').at(-1)
  if (code === null) return new Error(`${program} was ended by ${signal}: ${complaint}`)
  return failed(`${program} ended with code ${code}${complaint ? `: ${complaint}` : ''}`)
}
