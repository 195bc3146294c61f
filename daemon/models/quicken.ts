// The quick form of Moonshine's decoder: made once, when the model is pulled, and kept only when it
// writes the same as the published decoder here, on this machine.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Beside this file when that is built; the last build's when it is run from the sources. */
const PROGRAM = ['./quicken-child.js', '../../dist/daemon/models/quicken-child.js']
/** It takes some seconds on a machine of today. */
const PATIENCE_MS = 300_000
const FILES = { cross: 'cross.onnx', step: 'step.onnx' }

export interface Quickened {
  /** Names of the files that were made; none when they could not be proved. */
  files: Record<string, string>
  /** Why there are none; null when all is well. */
  problem: string | null
}

/**
 * @param names of the files in the folder
 * @throws the signal's reason
 */
export async function quicken(
  folder: string,
  names: { encoder: string; decoder: string },
  signal?: AbortSignal,
): Promise<Quickened> {
  const problem = await attempt([folder, names.encoder, names.decoder], signal)
  if (problem === null) return { files: FILES, problem }
  for (const name of Object.values(FILES)) await rm(join(folder, name), { force: true })
  signal?.throwIfAborted()
  return { files: {}, problem }
}

async function attempt(words: string[], signal: AbortSignal | undefined): Promise<string | null> {
  const paths = PROGRAM.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const program = paths.find((path) => existsSync(path)) ?? ''
  try {
    const { stdout } = await run(process.execPath, [program, ...words], {
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      // Ctrl-C is told by the signal, and says nothing about the model.
      ...(process.platform === 'win32' ? {} : { detached: true }),
      signal,
    })
    return stdout === 'same' ? null : 'it wrote other words than the published one'
  } catch (error) {
    return `it could not be tried: ${reasonOf(error)}`
  }
}

/** What a child complained of, else how it ended. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stderr = 'stderr' in error ? String(error.stderr) : ''
  const complaint = stderr.split('\n').find((line) => /^\w*Error\b/.test(line.trim()))
  const signal = 'signal' in error && error.signal ? `ended by ${error.signal}` : undefined
  return complaint?.trim() ?? signal ?? error.message.split('\n')[0] ?? ''
}
