// Which yt-dlp is used: the one that the settings name, else the one that `scribe tools pull`
// brought, else the one on PATH. The pulled one goes before PATH because systems' own packages are
// often years old, and YouTube changes every few weeks. Looked up for every run, so that a pull
// counts at once.
import { execFile } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnvironment } from './clean-environment.ts'

export interface YtDlp {
  /** Absolute path. */
  path: string
  from: 'settings' | 'pulled' | 'path'
  /** Its date, as 2025.12.08; null when it does not say or does not run. */
  version: string | null
}

export interface FindOptions {
  /** Of the settings: a path, or a name to be looked up on PATH; null when they name none. */
  configured: string | null
  cacheDir: string
  env?: NodeJS.ProcessEnv
}

const run = promisify(execFile)
/** A stand-alone program unpacks itself first. */
const VERSION_TIMEOUT_MS = 20_000
const EXE = process.platform === 'win32' ? '.exe' : ''

/** Where the pulled program lies. */
export function pulledPath(cacheDir: string): string {
  return join(cacheDir, 'tools', `yt-dlp${EXE}`)
}

/** Null when there is none; what the settings name is never replaced by another. */
export async function findYtDlp(options: FindOptions): Promise<YtDlp | null> {
  const found = await locate(options)
  return found === null ? null : { ...found, version: await versionOf(found.path) }
}

async function locate({ configured, cacheDir, env = process.env }: FindOptions) {
  if (configured !== null) {
    const path = await findProgram(configured, env)
    return path === null ? null : { path, from: 'settings' as const }
  }
  const pulled = await runnable(pulledPath(cacheDir))
  if (pulled !== null) return { path: pulled, from: 'pulled' as const }
  const path = await onPath('yt-dlp', env)
  return path === null ? null : { path, from: 'path' as const }
}

/**
 * @param program a path, or a name that is looked up on PATH
 * @returns where it is; null when there is none that may be run
 */
export async function findProgram(program: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  return /[\\/]/.test(program) ? runnable(resolve(program)) : onPath(program, env)
}

async function onPath(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter((part) => part !== '')) {
    const path = await runnable(resolve(folder, name))
    if (path !== null) return path
    const withExtension = EXE === '' ? null : await runnable(resolve(folder, name + EXE))
    if (withExtension !== null) return withExtension
  }
  return null
}

async function runnable(path: string): Promise<string | null> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile() ? path : null
  } catch {
    return null
  }
}

const versions = new Map<string, Promise<string | null>>()

/** Asks the program once for each file that it was, and again where it gave no answer. */
async function versionOf(path: string): Promise<string | null> {
  const { mtimeMs, size } = await stat(path)
  const key = `${path} ${mtimeMs} ${size}`
  const asked = versions.get(key) ?? askVersion(path).catch(() => null)
  versions.set(key, asked)
  const version = await asked
  if (version === null) versions.delete(key)
  return version
}

/** @throws what starting it throws, with its `stderr` */
export async function askVersion(path: string): Promise<string | null> {
  const options = { timeout: VERSION_TIMEOUT_MS, env: cleanEnvironment() }
  const { stdout } = await run(path, ['--version'], options)
  return /^\d{4}\.\d\d\.\d\d(\.\d+)?(?=\s*$)/.exec(stdout)?.[0] ?? null
}

/** Days since the day that a version names. */
export function ageDays(version: string, nowMs: number): number {
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number)
  return Math.floor((nowMs - Date.UTC(year, month - 1, day)) / (24 * 60 * 60 * 1000))
}
