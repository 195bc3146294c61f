import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { planOutputs } from '../../../src/outputs/plan.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-plan-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function plan(names: string[], output: string | undefined, several = names.length > 1) {
  const inputs = names.map((baseName) => ({ baseName, folder: null }))
  return planOutputs(inputs, { output, format: 'srt', several })
}

describe('planOutputs', () => {
  it.each([undefined, '-'])('-o %s is stdout', async (output) => {
    expect(await plan(['a.mp3', 'b.mp3'], output)).toEqual([null, null])
  })

  it('is the file itself for one input', async () => {
    const path = join(folder, 'out.srt')
    expect(await plan(['a.mp3'], path)).toEqual([path])
  })

  it('goes into an existing folder, also for one input', async () => {
    expect(await plan(['a.mp3'], folder)).toEqual([join(folder, 'a.srt')])
  })

  it('makes the folder for several inputs', async () => {
    const output = join(folder, 'x', 'y')
    expect(await plan(['a.mp3', 'b.mp3'], output)).toEqual([
      join(output, 'a.srt'),
      join(output, 'b.srt'),
    ])
    expect(existsSync(output)).toBe(true)
  })

  it('makes no folder that is called like a file, unless a slash says so', async () => {
    const output = join(folder, 'all.txt')
    await expect(plan(['a.mp3', 'b.mp3'], output)).rejects.toThrow(/would be a folder/)
    expect(existsSync(output)).toBe(false)
    expect(await plan(['a.mp3', 'b.mp3'], `${output}/`)).toHaveLength(2)
  })

  it('refuses a file in a folder that does not exist', async () => {
    await expect(plan(['a.mp3'], join(folder, 'no', 'a.srt'))).rejects.toThrow(/does not exist/)
    await expect(plan(['a.mp3'], `${join(folder, 'no')}/`)).rejects.toThrow(/does not exist/)
  })

  it('refuses a file where a folder is needed', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    await expect(plan(['a.mp3', 'b.mp3'], path)).rejects.toThrow(UsageError)
    await expect(plan(['a.mp3', 'b.mp3'], join(path, 'below'))).rejects.toThrow(UsageError)
  })
})
