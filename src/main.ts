// The only place where errors become exit codes, and signals become an orderly end.

import { ChecksFailed, InputsFailed, Interrupted } from './errors.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { VERSION } from './version.ts'

const ERASE_LINE = '\r\x1b[K'
/** For what is under way to end by itself after an interruption. */
const LEAVE_MS = 300

/** Runs one command line; sets the exit code and lets the process end by itself, if it can. */
export async function main(process: NodeJS.Process): Promise<void> {
  const args = process.argv.slice(2)
  watchOutputs(process, wantsJson(args))
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${VERSION}\n`)
    return
  }
  const signal = interruptible(process)
  try {
    if (await quickly(process, args, signal)) return
    const { run } = await import('./program.ts')
    await run(process, signal)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    await report(process, error, wantsJson(args))
    // Such as a child process that takes its time.
    if (error instanceof Interrupted) setTimeout(() => process.exit(), LEAVE_MS).unref()
  }
}

/** What scripts call all the time; false when the usual way is to be gone. */
async function quickly(
  process: NodeJS.Process,
  [group, command, ...args]: string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (group !== 'webhook' || command !== 'verify') return false
  const { verifyQuickly } = await import('./quick.ts')
  return verifyQuickly(process, args, signal)
}

/**
 * `scribe … | head` closes stdout early: that is a reader who has seen enough. Any other failure
 * there, such as a full disk, ends the command at once: a transcript that was cut short must not
 * count as delivered. Without stderr the work goes on.
 */
function watchOutputs(process: NodeJS.Process, json: boolean): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    const message = `Cannot write to stdout: ${error.message}`
    const envelope = { error: { code: 'unexpected_failure', message, retryable: false } }
    process.stderr.write(json ? `${JSON.stringify(envelope)}\n` : `scribe: ${message}\n`)
    process.exit(EXIT.failure)
  })
  process.stderr.on('error', () => undefined)
}

/** The first signal asks the command to end; the second ends the process at once. */
function interruptible(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(new Interrupted())
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return controller.signal
}

/** Known without the parser, as it may be the parser that failed. */
function wantsJson(args: string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).includes('--json')
}

async function report(process: NodeJS.Process, error: unknown, json: boolean): Promise<void> {
  if (error instanceof InputsFailed || error instanceof ChecksFailed) return
  const { describeError, envelopeOf } = await import('./report.ts')
  const { withoutControls } = await import('./text.ts')
  const { stderr, env } = process
  const text = json ? JSON.stringify(envelopeOf(error)) : `scribe: ${describeError(error)}`
  // The terminal has written ^C into the line.
  const erase = error instanceof Interrupted && stderr.isTTY && env.TERM !== 'dumb'
  if (erase) stderr.write(ERASE_LINE)
  stderr.write(`${stderr.isTTY ? withoutControls(text) : text}\n`)
}
