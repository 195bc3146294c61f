import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryOf, watchMemory } from '../../../src/eval/memory.ts'

/** Holds 100 MB and has a child that holds as much. */
const HOLDER = `
  globalThis.held = Buffer.alloc(1e8, 1)
  if (process.argv[1] === 'parent') {
    const { spawn } = require('node:child_process')
    const { execPath, execArgv } = process
    spawn(execPath, ['-e', process.env.HOLDER, 'child'], { stdio: ['pipe', 'inherit', 'inherit'] })
  } else {
    process.stdout.write('ready')
  }
  process.stdin.resume().on('end', () => process.exit())
`
const holder = spawn(process.execPath, ['-e', HOLDER, 'parent'], {
  env: { ...process.env, HOLDER },
})
afterAll(() => holder.kill('SIGKILL'))

describe.skipIf(process.platform === 'win32')('the memory of a process', () => {
  it('counts its children', async () => {
    await once(holder.stdout, 'data')
    const { resident_bytes, processes } = await memoryOf(holder.pid ?? 0)
    expect(processes).toBe(2)
    expect(resident_bytes).toBeGreaterThan(2e8)
    expect(resident_bytes).toBeLessThan(6e8)
  })

  it('is the most that was seen', async () => {
    const watch = watchMemory(holder.pid ?? 0)
    await watch.look()
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    expect((await watch.stop())?.resident_bytes).toBeGreaterThan(2e8)
  })

  it('is unknown of what does not run', async () => {
    expect(await watchMemory(2 ** 22 + 1).stop()).toBeNull()
  })
})
