// An installation whose onnxruntime-node is there and does not load: a model that is imported then
// keeps its published form, and sherpa-onnx-node runs it.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedModel } from '../../daemon/models/installed.ts'
import { Home } from '../support/cli.ts'
import { ensureTestModels, modelCacheDir } from '../support/models.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const BROKEN = 'onnxruntime-node'
const MODEL = 'moonshine-tiny-en'
const hasSherpa = existsSync(join(ROOT, 'node_modules/sherpa-onnx-node'))

const home = new Home()
const installed = home.path('installed')
const cache = home.path('cache')
const scribe = (...args: string[]) =>
  spawnSync(process.execPath, [join(installed, 'bin/scribe.js'), ...args], {
    cwd: home.folder,
    env: { ...home.env, SCRIBE_CACHE_DIR: cache },
    encoding: 'utf8',
  })

beforeAll(async () => {
  for (const name of ['bin', 'dist', 'samples', 'package.json'])
    cpSync(join(ROOT, name), join(installed, name), { recursive: true })
  const [from, to] = [join(ROOT, 'node_modules'), join(installed, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name !== BROKEN) symlinkSync(join(from, name), join(to, name))
  for (const name of ['package.json', 'dist'])
    cpSync(join(from, BROKEN, name), join(to, BROKEN, name), { recursive: true })
  breakBinaries(join(from, BROKEN, 'bin'), join(to, BROKEN, 'bin'))
  const detector = 'models/silero-vad-v5'
  cpSync(join(modelCacheDir(), detector), join(cache, detector), { recursive: true })
  const { files } = await ensureTestModels()
  mkdirSync(home.path('stick'))
  for (const key of ['encoder', 'decoder', 'licence'])
    copyFileSync(files[key] ?? '', join(home.path('stick'), key))
})

afterAll(async () => {
  scribe('daemon', 'stop')
  await home.remove()
})

/** The same files, with something else in them. */
function breakBinaries(from: string, to: string): void {
  for (const item of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue
    const folder = item.parentPath.replace(from, to)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, item.name), 'not what it was')
  }
}

describe.skipIf(!hasSherpa)('scribe with an onnxruntime-node that does not load', () => {
  it('imports the model in its published form, and says so', async () => {
    const { status, stderr } = scribe('models', 'import', home.path('stick'))
    expect(status).toBe(0)
    expect(stderr).toMatch(/its quick form is not used here \(it could not be tried: Error: /)
    const { files = {} } = (await installedModel(MODEL, cache)) ?? {}
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['encoder', 'decoder', 'spelling']))
    expect(files).not.toHaveProperty('step')
  })

  it('transcribes with sherpa-onnx-node', () => {
    const { status, stdout } = scribe('transcribe', join(ROOT, 'samples/welcome.mp3'))
    expect(status).toBe(0)
    const said = readFileSync(join(ROOT, 'samples/welcome.txt'), 'utf8')
    expect(wordsOf(stdout)).toEqual(wordsOf(said))
  })

  it('has a doctor who tells of both', () => {
    const { stdout } = scribe('doctor')
    expect(stdout).toMatch(/^warn +onnxruntime-node .*does not load .*sherpa-onnx-node stands in/m)
    expect(stdout).toMatch(/^warn +model .*published form, slower and with guessed word times/m)
  })
})

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
