// The temporary folders of pulls: one a pull, named after what it is for and its process. A pull
// that ends early leaves its folder free for the next one of the same kind, which goes on with what
// is there; taking it is a rename, so of two pulls only one gets it. Those that a killed process
// left are free once that process is gone, and are removed when nobody came for them in a week.
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A process id may be another machine's or container's; within this time nobody is disturbed. */
const OLD_MS = 60 * 60 * 1000
const RESUMABLE_MS = 7 * 24 * 60 * 60 * 1000
/** `.pull-<process>-<random>`, or `.part-<process>-<random>-<purpose>`; process 0 is nobody. */
const PATTERN = /^\.(pull|part)-(\d+)-\w+(?:-(.*))?$/
const NOBODY = 0

/** Name of a downloaded file before it is prepared. */
export const partName = (key: string) => `${key}.part`

/** Makes this pull's folder below `root` and sweeps what earlier pulls left there. */
export async function makeTemporary(root: string): Promise<string> {
  await mkdir(root, { recursive: true })
  await sweep(root)
  return mkdtemp(join(root, `.pull-${process.pid}-`))
}

/**
 * A folder for a pull that can go on where an earlier one ended: the earlier one's, or a new one.
 *
 * @param purpose what the files are, e.g. name and version of a model; letters, digits, `.` and `-`
 */
export async function claimTemporary(root: string, purpose: string): Promise<string> {
  await mkdir(root, { recursive: true })
  await sweep(root)
  for (const name of await readdir(root)) {
    const [, kind, pid, found] = PATTERN.exec(name) ?? []
    if (kind !== 'part' || found !== purpose || isAlive(Number(pid))) continue
    const own = await renamedFor(join(root, name), process.pid)
    if (own !== undefined) return own
  }
  const folder = await mkdtemp(join(root, `.pull-${process.pid}-`))
  const random = basename(folder).slice(`.pull-${process.pid}-`.length)
  const own = join(root, `.part-${process.pid}-${random}-${purpose}`)
  await rename(folder, own)
  return own
}

/** Leaves a claimed folder to the next pull, if anything is in it. */
export async function releaseTemporary(folder: string): Promise<void> {
  const isEmpty = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isEmpty) return
  await renamedFor(folder, NOBODY)
}

/** Undefined when somebody else was quicker. */
async function renamedFor(folder: string, pid: number): Promise<string | undefined> {
  const own = join(dirname(folder), basename(folder).replace(/^\.part-\d+-/, `.part-${pid}-`))
  return rename(folder, own).then(
    () => own,
    () => undefined,
  )
}

/** What a folder's name says was to be downloaded; undefined when it is another folder, or in use. */
export function unfinishedDownload(folderName: string): string | undefined {
  const [, kind, pid, purpose] = PATTERN.exec(folderName) ?? []
  return kind === 'part' && !isAlive(Number(pid)) ? purpose : undefined
}

async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, kind, pid] = PATTERN.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(root, name)
    const found = await stat(path).catch(() => undefined)
    const keptMs = kind === 'part' ? RESUMABLE_MS : OLD_MS
    if (found !== undefined && Date.now() - found.mtimeMs > keptMs)
      await rm(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  if (pid === NOBODY) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
