// The temporary folders of pulls: one a pull, named after its process. Those that a killed process
// left are removed by a later pull, once they are old and their process is gone.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A process id may be another machine's or container's; within this time nobody is disturbed. */
const OLD_MS = 60 * 60 * 1000
const PATTERN = /^\.pull-(\d+)-/

/** Name of a downloaded file before it is prepared. */
export const partName = (key: string) => `${key}.part`

/** Makes this pull's folder below `root` and sweeps what earlier pulls left there. */
export async function makeTemporary(root: string): Promise<string> {
  await mkdir(root, { recursive: true })
  await sweep(root)
  return mkdtemp(join(root, `.pull-${process.pid}-`))
}

async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = PATTERN.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(root, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS)
      await rm(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
