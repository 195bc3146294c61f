// Checks of what scribe builds on: native modules, models, the daemon.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { loadCatalogue, loadInstalledModels } from '../local.ts'
import { findDaemon, readDaemonFile } from '../local-daemon/find.ts'
import { type CheckResult, fail, ok, warn } from './check.ts'

const run = promisify(execFile)
const CHILD_TIMEOUT_MS = 20_000

/** Loads the module in a child process, as a broken one may take its process down. */
export async function checkModule(name: string): Promise<CheckResult> {
  try {
    const code = `await import(${JSON.stringify(import.meta.resolve(name))})`
    await run(process.execPath, ['--input-type=module', '-e', code], { timeout: CHILD_TIMEOUT_MS })
    return ok('loads')
  } catch (error) {
    const fix = `reinstall scribe on this machine; ${process.platform} ${process.arch} must be supported`
    return fail(`does not load (${reasonOf(error)})`, fix)
  }
}

/** The default model and what it requires, read through and compared with their checksums. */
export async function checkModel(cacheDir: string): Promise<CheckResult> {
  const [{ DEFAULT_MODEL, requireModel }, { damagedFiles, installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  const names = [DEFAULT_MODEL, ...requireModel(DEFAULT_MODEL).requires]
  const pull = `scribe models pull ${DEFAULT_MODEL}`
  for (const name of names) {
    if ((await installedModel(name, cacheDir)) === undefined) {
      return warn(`${name} is not installed`, `${pull} (or let the first transcription do it)`)
    }
    const damaged = await damagedFiles(requireModel(name), cacheDir)
    if (damaged.length > 0) return fail(`${name} is damaged (${damaged.join(', ')})`, pull)
  }
  return ok(`${names.join(', ')}: checksums match`)
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
