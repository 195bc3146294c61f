// One daemon per data folder. The lock is the file `lock` with the owner's pid and start time, so
// that a recycled pid is not taken for the owner. It is made complete under another name and then
// linked, which fails when the name exists (what O_EXCL does) and never shows half a file.
//
// A dead owner's lock is taken over without a gap in which two could succeed: whoever wants to
// replace the lock with token T first links `lock.T`, which only one process can; then it renames
// that over `lock`. Should it die between the two, `lock.T` is itself a dead owner's lock, and is
// taken over in the same way: the names form a chain, whose free end is what starters race for.
// It refuses to guess about processes that it cannot see: don't share the folder between machines.
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderDurably, writeFileDurably } from './durable.ts'
import { isSameProcess, type ProcessIdentity, processIdentity } from './store/process.ts'

const LOCK = 'lock'

/** Another process uses the data folder. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked'
  readonly dir: string
  /** The process that holds the lock. */
  readonly pid: number

  constructor(dir: string, pid: number) {
    super(`The data folder ${dir} is in use by process ${pid}`)
    this.dir = dir
    this.pid = pid
  }
}

export interface FolderLock {
  release(): Promise<void>
}

interface Owner extends ProcessIdentity {
  /** Lower-case hex, different for every lock ever made. */
  token: string
}

const TOKEN = /^[0-9a-f]{16}$/
const UNREADABLE: Owner = { pid: 0, started: null, token: 'unreadable' }

/**
 * Makes the folder when it is missing, closes it to other users and locks it.
 *
 * @throws DataDirLocked
 */
export async function lockFolder(dir: string): Promise<FolderLock> {
  await makeFolderDurably(dir)
  const owner: Owner = {
    ...(await processIdentity(process.pid)),
    token: randomBytes(8).toString('hex'),
  }
  const own = join(dir, `${LOCK}.${owner.token}.new`)
  await writeFileDurably(own, JSON.stringify(owner))
  try {
    while (!(await tryLock(dir, own)));
  } finally {
    await rm(own, { force: true })
  }
  return { release: () => release(dir, owner.token) }
}

/** @returns false when others were faster and one must look again */
async function tryLock(dir: string, own: string): Promise<boolean> {
  const dead = await deadChain(dir)
  const end = freeName(dir, dead)
  if (!(await linkNew(own, end))) return false
  return dead.length === 0 || inherit(dir, dead, end)
}

/** Puts the won end of the chain in the place of `lock`, unless the chain was resolved meanwhile. */
async function inherit(dir: string, dead: string[], end: string): Promise<boolean> {
  let isHeir = false
  try {
    isHeir = dead.join() === (await deadChain(dir, dead.length)).join()
  } finally {
    if (!isHeir) await rm(end, { force: true })
  }
  if (!isHeir) return false
  await rename(end, join(dir, LOCK))
  for (const token of dead.slice(0, -1)) await rm(join(dir, `${LOCK}.${token}`), { force: true })
  return true
}

/**
 * The tokens of the dead owners, from `lock` on, each the heir of the one before.
 *
 * @throws DataDirLocked when a living one is among the first `length`
 */
async function deadChain(dir: string, length = Number.POSITIVE_INFINITY): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < length) {
    const owner = await readOwner(freeName(dir, tokens))
    if (!owner) break
    if (await isSameProcess(owner)) throw new DataDirLocked(dir, owner.pid)
    tokens.push(owner.token)
  }
  return tokens
}

function freeName(dir: string, dead: string[]): string {
  const last = dead.at(-1)
  return join(dir, last === undefined ? LOCK : `${LOCK}.${last}`)
}

/** @returns undefined when there is no such file; a dead owner when it is not a lock of ours */
async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Partial<Owner>
    const { pid = 0, started = null, token = '' } = owner
    return TOKEN.test(token) ? { pid, started, token } : UNREADABLE
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (error instanceof SyntaxError) return UNREADABLE
    throw error
  }
}

/** @returns false when the name is taken */
async function linkNew(own: string, name: string): Promise<boolean> {
  try {
    await link(own, name)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function release(dir: string, token: string): Promise<void> {
  const path = join(dir, LOCK)
  if ((await readOwner(path))?.token === token) await rm(path, { force: true })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
