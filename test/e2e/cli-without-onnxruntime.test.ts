// An installation that lacks onnxruntime-node, as npm leaves it where the package's install script
// fails: the program and all its other packages, in a folder of their own.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcript } from '../../src/api/types.ts'
import { Home } from '../support/cli.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MISSING = ['onnxruntime-node', 'onnxruntime-common']
const WELCOME = join(ROOT, 'samples/welcome.mp3')

const home = new Home()
const installed = home.path('installed')
const scribe = (...args: string[]) =>
  spawnSync(process.execPath, [join(installed, 'bin/scribe.js'), ...args], {
    cwd: home.folder,
    env: home.env,
    encoding: 'utf8',
  })

beforeAll(() => {
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(ROOT, name), join(installed, name), { recursive: true })
  }
  const [from, to] = [join(ROOT, 'node_modules'), join(installed, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (!MISSING.includes(name)) symlinkSync(join(from, name), join(to, name))
  }
})
afterAll(async () => {
  scribe('daemon', 'stop')
  await home.remove()
})

describe('scribe without onnxruntime-node', () => {
  it('is what runs here', () => {
    const { resolve } = createRequire(join(installed, 'dist/any.js'))
    expect(() => resolve('onnxruntime-node')).toThrow(/Cannot find module/)
    expect(() => resolve('sherpa-onnx-node')).not.toThrow()
  })

  it('transcribes all the same, with words and their times', () => {
    const { status, stdout, stderr } = scribe('transcribe', WELCOME, '--words', '-f', 'json')
    expect(stderr).not.toMatch(/failed/)
    expect(status).toBe(0)
    const { text, segments } = (JSON.parse(stdout) as { transcript: Transcript }).transcript
    expect(wordsOf(text)).toEqual(wordsOf(readFileSync(join(ROOT, 'samples/welcome.txt'), 'utf8')))
    for (const { start, end, words } of segments) {
      expect(words?.length).toBeGreaterThan(0)
      for (const word of words ?? []) {
        expect(word.start).toBeGreaterThanOrEqual(start)
        expect(word.end).toBeLessThanOrEqual(end)
      }
    }
  })

  it('is told by the doctor, who is content with it', () => {
    const { status, stdout } = scribe('doctor')
    expect(stdout).toMatch(/^warn +onnxruntime-node .*sherpa-onnx-node stands in/m)
    expect(status).toBe(0)
  })
})

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
