// How much memory the local daemon and its children hold while they work. Looked at from outside,
// once a second and after every file: a peak between two looks is missed, and pages that two
// processes share count twice. Nothing is said where the system does not tell (Windows).
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const INTERVAL_MS = 1000
const BYTES_PER_KB = 1024

export interface Memory {
  /** The most that was seen, resident, all processes together. */
  resident_bytes: number
  /** How many there were then. */
  processes: number
}

export interface MemoryWatch {
  look(): Promise<void>
  /** @returns null when nothing could be seen */
  stop(): Promise<Memory | null>
}

/** @param pid of the daemon */
export function watchMemory(pid: number): MemoryWatch {
  let most: Memory | null = null
  let looking: Promise<void> | null = null
  const look = () => {
    looking ??= memoryOf(pid).then((now) => {
      looking = null
      if (now.resident_bytes > (most?.resident_bytes ?? 0)) most = now
    })
    return looking
  }
  const timer = setInterval(look, INTERVAL_MS).unref()
  return {
    look,
    async stop() {
      clearInterval(timer)
      await look()
      return most
    },
  }
}

interface Process {
  pid: number
  parent: number
  residentKb: number
}

/** Of a process and all its descendants; none when it has ended. */
export async function memoryOf(pid: number): Promise<Memory> {
  const all = await processes().catch(() => [])
  const own = all.filter((process) => process.pid === pid)
  // A child that is found is searched for children in its turn.
  for (const { pid: parent } of own) own.push(...all.filter((other) => other.parent === parent))
  const residentKb = own.reduce((sum, process) => sum + process.residentKb, 0)
  return { resident_bytes: residentKb * BYTES_PER_KB, processes: own.length }
}

function processes(): Promise<Process[]> {
  return process.platform === 'linux' ? readProc() : askPs()
}

async function readProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      // Gone meanwhile, or not ours to see.
      const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
      const number = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      return { pid: Number(pid), parent: number('PPid'), residentKb: number('VmRSS') }
    }),
  )
  return found.filter(({ parent }) => parent > 0)
}

async function askPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, residentKb = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, residentKb }
    })
}
