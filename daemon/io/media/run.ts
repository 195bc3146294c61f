// One run of yt-dlp. It leads a process group of its own, so that whatever it has started ends
// with it; it gets its arguments as a list, never through a shell; and what it prints is cut to
// what is needed.
import { execa } from 'execa'
import { JobError } from '../../../src/api/errors.ts'
import { FetchCrash } from '../../ports.ts'
import { failureOf } from '../../rules/fetch-failures.ts'

const KEPT_ERRORS_CHARACTERS = 16_000

export interface Run {
  args: string[]
  /** Working folder; it must exist. */
  folder: string
  limitSeconds: number
  /** Takes the standard output as it comes; what it throws ends the run. */
  onOutput(text: string): void
}

/**
 * Runs the program to its end.
 *
 * @param program a path, or a name to be looked up on PATH
 * @throws JobError or FetchCrash as the program's message is understood; JobError fetch_failed when
 *   the program cannot be started; FetchCrash when the time is over; the signal's reason
 */
export async function runYtDlp(program: string, run: Run, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = execa(program, run.args, {
    cwd: run.folder,
    detached: process.platform !== 'win32',
    env: { PYTHONUTF8: '1' },
    stdin: 'ignore',
    buffer: false,
    reject: false,
    windowsHide: true,
  })
  const stopper = createStopper(child.pid)
  const cancel = () => stopper.stop(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })
  const limit = setTimeout(() => stopper.stop(tookTooLong(run)), run.limitSeconds * 1000)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_ERRORS_CHARACTERS)
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
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
  return retry ? new FetchCrash(message, { cause }) : new JobError(code, message, { cause })
}

function missing(program: string): JobError {
  return new JobError(
    'fetch_failed',
    `YouTube videos need the program yt-dlp, and there is none at "${program}". Install yt-dlp, or set SCRIBE_YTDLP to its path and restart the daemon, then try again. Files can be uploaded without it.`,
  )
}

function tookTooLong({ limitSeconds }: Run): FetchCrash {
  return new FetchCrash(`Fetching took longer than ${limitSeconds / 60} minutes. Try again later.`)
}
