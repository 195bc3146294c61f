// Checks of what scribe builds on: native modules, the daemon.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findDaemon, readDaemonFile } from '../local-daemon/find.ts'
import { type CheckResult, fail, ok, warn } from './check.ts'

const run = promisify(execFile)
const CHILD_TIMEOUT_MS = 20_000

/**
 * Loads the module in a child process, as a broken one may take its process down.
 *
 * @param without what cannot be done without an optional one; undefined when nothing can
 */
export async function checkModule(name: string, without?: string): Promise<CheckResult> {
  try {
    const code = `await import(${JSON.stringify(import.meta.resolve(name))})`
    await run(process.execPath, ['--input-type=module', '-e', code], { timeout: CHILD_TIMEOUT_MS })
    return ok('loads')
  } catch (error) {
    const fix = `reinstall scribe on this machine; ${process.platform} ${process.arch} must be supported`
    const signal = error instanceof Error && 'signal' in error ? error.signal : null
    // What takes its process down cannot be gone without: that is noticed too late.
    if (signal) return fail(`ends the process that loads it (${signal})`, fix)
    const message = `does not load (${reasonOf(error)})`
    return without === undefined ? fail(message, fix) : warn(`${message}; ${without}`, fix)
  }
}

export async function checkDaemon(dataDir: string, signal: AbortSignal): Promise<CheckResult> {
  const daemon = await findDaemon(dataDir, signal)
  if (daemon !== null) return ok(`running at ${daemon.status.base_url}`)
  const file = await readDaemonFile(dataDir)
  if (file === null) return ok('not running; it is started when it is needed')
  return fail(`process ${file.pid} does not answer at ${file.base_url}`, `end process ${file.pid}`)
}

/** The last line that a child wrote, or its error's message. */
export function reasonOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = stderr.split('\n').filter((line) => /^\w*Error|^Error/.test(line.trim()))
  return lines[0]?.trim() ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : '')
}
