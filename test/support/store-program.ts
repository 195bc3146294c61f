// Programs that use the store in a process of their own, so that they can be killed or race.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

/**
 * Bundles a program of this folder where its packages resolve.
 *
 * @returns the path of the JavaScript; it is gone when the test is over
 */
export async function bundle(program: string): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  await mkdir(resolve(root, '.cache'), { recursive: true })
  const outfile = resolve(root, '.cache', `${program}-${randomBytes(4).toString('hex')}.mjs`)
  onTestFinished(() => rm(outfile, { force: true }))
  await build({
    entryPoints: [resolve(import.meta.dirname, `${program}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}

export function start(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The whole lines of a program's stdout, as they come; a last half line counts for nothing. */
export async function* wholeLines(child: ChildProcess): AsyncGenerator<string> {
  if (!child.stdout) return
  let rest = ''
  for await (const piece of child.stdout.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
