import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkClock, checkDisk, checkNode } from '../../../src/doctor/machine.ts'

describe('checkNode', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['24.1.0', 'ok'],
    ['20.18.3', 'fail'],
    ['18.20.4', 'fail'],
  ])('%s is %s', (version, status) => {
    expect(checkNode(version).status).toBe(status)
  })
})

describe('checkClock', () => {
  it('fails a clock that was never set', () => {
    expect(checkClock(0)).toMatchObject({ status: 'fail', fix: expect.stringContaining('clock') })
  })
})

describe('checkDisk', () => {
  it('looks at the nearest folder that exists', async () => {
    const { message } = await checkDisk(join(tmpdir(), 'no', 'such', 'folder'))
    expect(message).toMatch(/^\d+\.\d GB free/)
  })
})
