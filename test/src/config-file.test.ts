import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
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
import { changeConfig, readConfig } from '../../src/config-file.ts'

const { signal } = new AbortController()

let folder = ''
let dir = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-config-'))
  dir = join(folder, 'scribe')
  path = join(dir, 'config.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (key: string, value: unknown) =>
  changeConfig(dir, signal, (config) => ({ ...config, [key]: value }))

describe('the configuration file', () => {
  it('says nothing before it exists, and reading does not make it', () => {
    expect(readConfig(dir)).toEqual({})
    expect(existsSync(dir)).toBe(false)
  })

  it('gives back what was put in', async () => {
    await put('format', 'srt')
    await put('port', 8080)
    expect(readConfig(dir)).toEqual({ format: 'srt', port: 8080 })
  })

  it('leaves nothing beside it', async () => {
    await put('format', 'srt')
    expect(readdirSync(dir)).toEqual(['config.json'])
  })

  it('stays as it was when a change is refused', async () => {
    await put('format', 'srt')
    const before = readFileSync(path, 'utf8')
    const refused = changeConfig(dir, signal, () => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readdirSync(dir)).toEqual(['config.json'])
  })

  it.each([
    '{"profiles":',
    '',
    '[]',
    'null',
    '{"profiles":[]}',
    '{"profiles":{"work":"svc_1"}}',
    '{"profiles":{"work":{"api_key":7}}}',
    '{"current_profile":7}',
  ])('is named and left alone when it is damaged: %s', async (text) => {
    await put('format', 'srt')
    writeFileSync(path, text)
    expect(() => readConfig(dir)).toThrow(path)
    await expect(put('port', 1)).rejects.toThrow(path)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it.skipIf(process.platform === 'win32')('is for its owner only, its folder too', async () => {
    await put('format', 'srt')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    chmodSync(path, 0o644)
    readConfig(dir)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('may be a link, which stays one', async () => {
    await put('format', 'srt')
    const elsewhere = join(folder, 'dotfiles.json')
    writeFileSync(elsewhere, '{}')
    rmSync(path)
    symlinkSync(elsewhere, path)
    await put('port', 1)
    expect(JSON.parse(readFileSync(elsewhere, 'utf8'))).toEqual({ port: 1 })
  })

  it('is not held up by the lock of a process that was killed', async () => {
    await put('format', 'srt')
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: dead.pid, started_ticks: null }))
    await put('port', 1)
    expect(readConfig(dir)).toEqual({ format: 'srt', port: 1 })
  })

  it('is waited for no longer than its command lives', async () => {
    await put('format', 'srt')
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, started_ticks: null }))
    const ending = AbortSignal.abort(new Error('interrupted'))
    const change = changeConfig(dir, ending, (config) => config)
    await expect(change).rejects.toThrow('interrupted')
  })
})
