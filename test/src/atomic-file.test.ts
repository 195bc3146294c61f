import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomically } from '../../src/atomic-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-atomic-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('writeFileAtomically', () => {
  it('leaves one file, with the content', async () => {
    const path = join(folder, 'talk.txt')
    await writeFileAtomically(path, 'hello\n')
    expect(readdirSync(folder)).toEqual(['talk.txt'])
    expect(readFileSync(path, 'utf8')).toBe('hello\n')
  })

  it('leaves nothing behind when the place cannot be taken', async () => {
    await expect(writeFileAtomically(join(folder, 'no', 'talk.txt'), 'x')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('keeps the mode of the file it replaces', async () => {
    const path = join(folder, 'talk.txt')
    writeFileSync(path, 'old', { mode: 0o600 })
    await writeFileAtomically(path, 'new')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('writes the file that a link points to, and keeps the link', async () => {
    writeFileSync(join(folder, 'real.txt'), 'old')
    symlinkSync('real.txt', join(folder, 'link.txt'))
    await writeFileAtomically(join(folder, 'link.txt'), 'new')
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('new')
  })

  it.skipIf(process.platform === 'win32')(
    'writes into a device instead of replacing it',
    async () => {
      await writeFileAtomically('/dev/null', 'x')
      expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    },
  )

  it('takes names as long as the file system allows', async () => {
    const path = join(folder, `${'é'.repeat(125)}.txt`)
    await writeFileAtomically(path, 'x')
    expect(readFileSync(path, 'utf8')).toBe('x')
  })
})
