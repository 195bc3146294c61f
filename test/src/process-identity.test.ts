import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { takeLock } from '../../src/lock-file.ts'
import { identityOf, isAlive, isRunning } from '../../src/process-identity.ts'
import { until } from '../support/until.ts'

const children: ChildProcess[] = []
const folders: string[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A process whose parent has turned into a program that never waits for it. */
async function neglected(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'])
  children.push(parent)
  const [pid] = await once(parent.stdout, 'data')
  const name = () => readFileSync(`/proc/${parent.pid}/comm`, 'latin1')
  await until(async () => name() === 'sleep\n', name)
  return Number(pid)
}

async function ended(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  const state = () => readFileSync(`/proc/${pid}/stat`, 'latin1')
  await until(async () => state().includes(') Z '), state)
}

describe('a process', () => {
  it('runs while it is the one that was noted', () => {
    expect(isRunning(identityOf(process.pid))).toBe(true)
  })

  it('is gone when its number is', async () => {
    const child = spawn('true')
    const identity = identityOf(child.pid ?? 0)
    await once(child, 'exit')
    expect(isAlive(identity.pid)).toBe(false)
    expect(isRunning(identity)).toBe(false)
  })
})

describe.skipIf(process.platform !== 'linux')('a process on Linux', () => {
  it('is another one when its number was given out again', () => {
    expect(isRunning({ pid: process.pid, started_ticks: '1' })).toBe(false)
  })
})

describe.skipIf(process.platform !== 'linux')('a process that nobody has waited for', () => {
  it('is gone when it was killed', async () => {
    const pid = await neglected()
    const identity = identityOf(pid)
    expect([isAlive(pid), isRunning(identity)]).toEqual([true, true])
    await ended(pid)
    expect([isAlive(pid), isRunning(identity)]).toEqual([false, false])
  })

  it('holds its lock no longer', async () => {
    const pid = await neglected()
    const folder = mkdtempSync(join(tmpdir(), 'scribe-lock-'))
    folders.push(folder)
    const lock = join(folder, 'session.lock')
    writeFileSync(lock, JSON.stringify(identityOf(pid)))
    expect(await takeLock(lock)).toBe(false)
    await ended(pid)
    expect(await takeLock(lock)).toBe(true)
  })
})
