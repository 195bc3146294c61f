// A speech program as a process: started without a shell in a group of its own, so that what it
// starts ends with it; its lines are bounded, and the end of what it complains of is kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { JobError } from '../../../src/api/errors.ts'

const LONGEST_LINE = 1 << 20
const KEPT_COMPLAINT = 500

export interface Program {
  /** Lines of its stdout. */
  lines: AsyncIterator<string, undefined>
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
}

/** @param talks gets requests on its stdin; else that is empty */
export function startProgram(program: string, args: readonly string[], talks: boolean): Program {
  const child = spawn(program, args, {
    stdio: [talks ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-KEPT_COMPLAINT)
  })
  // A program that does not read on is told by its end.
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ended>((resolve) => {
    let error: Error | undefined
    child.once('error', (reason) => {
      error = reason
      if (child.pid === undefined) resolve({ code: null, signal: null, error, complaint })
    })
    child.once('close', (code, signal) => resolve({ code, signal, error, complaint }))
  })
  return {
    lines: linesOf(child),
    write: (line) => void child.stdin?.write(`${line}\n`),
    ended,
    kill: () => killGroup(child),
  }
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const text of stdout?.setEncoding('utf8') ?? []) {
    rest += text
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw failed('a line of its answer is longer than 1 MB')
    yield* lines
  }
  if (rest !== '') yield rest
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
  return new JobError('transcription_failed', `The speech program failed: ${detail}.`)
}

/**
 * Judges how a program ended that had more to say.
 *
 * @returns JobError, or a plain Error where another try may succeed: it was killed
 */
export function failureOf(program: string, { code, signal, error, complaint }: Ended): Error {
  if (error !== undefined) return failed(`${program} cannot be started (${error.message})`)
  const said = complaint.trim().split('\n').at(-1)
  if (code === null) return new Error(`${program} was ended by ${signal}: ${said}`)
  return failed(`${program} ended with code ${code}${said ? `: ${said}` : ''}`)
}
