// One run of yt-dlp. It leads a process group of its own, so that whatever it has started ends
// with it; it gets its arguments as a list, never through a shell; and what it prints is cut to
// what is needed.
import { execa } from 'execa'
import { JobError } from '../../../src/api/errors.ts'
import { FetchCrash } from '../../ports.ts'
import { failureOf } from '../../rules/fetch-failures.ts'
import { missing } from './output.ts'

const KEPT_ERRORS_CHARACTERS = 16_000

export interface Run {
  args: string[]
  env: NodeJS.ProcessEnv
  /** Working folder; it must exist. */
  folder: string
  limitSeconds: number
  /** Ends the run when nothing was printed for so long. */
  silenceSeconds?: number
  /** Takes the standard output as it comes; what it throws ends the run. */
  onOutput(text: string): void
}

/**
 * Runs the program to its end.
 *
 * @throws JobError or FetchCrash as the program's message is understood; JobError fetch_failed when
 *   the program cannot be started; FetchCrash when the time is over; the signal's reason
 */
export async function runYtDlp(program: string, run: Run, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = execa(program, run.args, {
    cwd: run.folder,
    detached: process.platform !== 'win32',
    env: run.env,
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    windowsHide: true,
  })
  const stopper = createStopper(child.pid)
  const cancel = () => stopper.stop(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  const limit = setTimeout(() => stopper.stop(tookTooLong(run)), run.limitSeconds * 1000)
  const silence = watchSilence(run.silenceSeconds, () => stopper.stop(stoodStill()))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    silence.broken()
    errors = (errors + text).slice(-KEPT_ERRORS_CHARACTERS)
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    silence.broken()
    try {
      if (!stopper.stopped) run.onOutput(text)
    } catch (error) {
      stopper.stop(error)
    }
  })
  try {
    const { failed, code, exitCode } = await child
    stopper.throwIfStopped()
    if (code === 'ENOENT' || code === 'EACCES') throw missing(program)
    if (failed) throw meaningOf(errors, exitCode)
  } finally {
    clearTimeout(limit)
    silence.end()
    signal.removeEventListener('abort', cancel)
  }
}

interface Stopper {
  readonly stopped: boolean
  /** Ends the run; the first reason counts. */
  stop(reason: unknown): void
  throwIfStopped(): void
}

function createStopper(pid: number | undefined): Stopper {
  let stopped: { reason: unknown } | null = null
  return {
    get stopped() {
      return stopped !== null
    },
    stop(reason) {
      if (stopped !== null) return
      stopped = { reason }
      if (pid !== undefined) killTree(pid)
    },
    throwIfStopped() {
      if (stopped !== null) throw stopped.reason
    },
  }
}

function killTree(pid: number): void {
  if (process.platform === 'win32') {
    void execa('taskkill', ['/pid', String(pid), '/t', '/f'], { reject: false })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It has ended by itself (macOS says EPERM of one that was not reaped yet).
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function meaningOf(errors: string, exitCode: number | undefined): Error {
  const { code, message, retry } = failureOf(errors)
  const cause = new Error(`yt-dlp ended with ${exitCode ?? 'a signal'}: ${errors.trim()}`)
  if (retry === null) return new JobError(code, message, { cause })
  return new FetchCrash(message, { cause, trouble: retry })
}

function tookTooLong({ limitSeconds }: Run): FetchCrash {
  return new FetchCrash(`Fetching took longer than ${limitSeconds / 60} minutes. Try again later.`)
}

function stoodStill(): FetchCrash {
  return new FetchCrash('The download stood still. Check the network, then try again later.')
}

/** Calls `stop` once when so many seconds pass without `broken`; never when there is no limit. */
function watchSilence(seconds: number | undefined, stop: () => void) {
  const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000)
  return { broken: () => void timer?.refresh(), end: () => clearTimeout(timer) }
}
