// Disks for tests: a real file whose disk can be filled or broken, and a real disk that is small.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalHandle, OpenFile } from '../../daemon/io/store/journal.ts'

export interface Disk {
  openFile: OpenFile
  /** Bytes that still fit; a write of more stores what fits and then fails as a full disk does. */
  roomBytes: number
  /** Fails flushes. */
  breakFlush: boolean
  /** Fails cuts. */
  breakCut: boolean
  /** Called while a write is under way. */
  whenWriting: () => void
}

export function makeDisk(): Disk {
  const disk: Disk = {
    roomBytes: Number.POSITIVE_INFINITY,
    breakFlush: false,
    breakCut: false,
    whenWriting: () => undefined,
    openFile: async (...args) => failingHandle(disk, await open(...args)),
  }
  return disk
}

function failingHandle(disk: Disk, file: Awaited<ReturnType<typeof open>>): JournalHandle {
  const write = async (bytes: Buffer, start: number, length: number, position: number) => {
    disk.whenWriting()
    if (disk.roomBytes <= 0) throw diskError('ENOSPC')
    const fitting = Math.min(length, disk.roomBytes)
    disk.roomBytes -= fitting
    return file.write(bytes, start, fitting, position)
  }
  return {
    write: write as JournalHandle['write'],
    datasync: async () => (disk.breakFlush ? Promise.reject(diskError('EIO')) : file.datasync()),
    truncate: async (bytes) =>
      disk.breakCut ? Promise.reject(diskError('EIO')) : file.truncate(bytes),
    close: () => file.close(),
  }
}

function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code })
}

/** A file system of 600 KB in memory; undefined where one must not mount any. */
export function mountSmallDisk(): { dir: string; unmount(): void } | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'scribe-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmdirSync(dir)
    return undefined
  }
  return {
    dir,
    unmount() {
      execFileSync('umount', [dir])
      rmdirSync(dir)
    },
  }
}
