// `scribe models` and the settings that choose an engine, by the real program.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requireModel } from '../../daemon/models/catalogue.ts'
import { sealFolder } from '../../daemon/models/installed.ts'
import { Home, MEDIA } from '../support/cli.ts'
import { ensureTestModels, modelCacheDir } from '../support/models.ts'
import { smallWhisper } from '../support/small-models.ts'

const WHISPER = resolve('test/fixtures/engine/whisper-cli')

interface Listed {
  name: string
  installed: boolean
  active: boolean
  checksum: string
  licence: string
  languages: string[]
  files: { url?: string; sha256?: string; recorded?: boolean }[]
  begun_bytes: number
}

const BASE = 'moonshine-base-en'

let home: Home
let cache: string

beforeEach(() => {
  home = new Home()
  cache = home.path('cache')
})

afterEach(() => rmSync(home.folder, { recursive: true, force: true }))

/** From the tests' models to those of this home. */
function copyModel(name: string): void {
  const path = join('models', name)
  cpSync(join(modelCacheDir(), path), join(cache, path), { recursive: true })
}

const mapValues = (files: Record<string, string>, to: (path: string) => string) =>
  Object.fromEntries(Object.entries(files).map(([key, path]) => [key, to(path)]))
const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  home.run(args, { env: { SCRIBE_CACHE_DIR: cache, ...env } })
const list = async (env?: NodeJS.ProcessEnv): Promise<Listed[]> =>
  JSON.parse((await run(['models', 'list', '--json'], env)).stdout).data

describe('models list', () => {
  it('tells languages, size, licence, checksum and which model is used', async () => {
    const models = await list({ SCRIBE_CACHE_DIR: modelCacheDir() })
    const [first] = models
    expect(first).toMatchObject({ name: 'moonshine-tiny-en', installed: true, active: true })
    const base = models.find(({ name }) => name === 'whisper-base')
    expect(base).toMatchObject({ installed: false, active: false, checksum: 'pinned' })
    expect(base?.languages).toContain('de')
    expect(base?.licence).toMatch(/MIT/)
    const { stdout } = await run(['models', 'list'])
    expect(stdout).toMatch(/^whisper-base\t-\t-\ten,zh,de and 96 more\t161 MB\tpinned\tMIT/m)
  })

  it('follows the settings: the model in use, and where models come from', async () => {
    await run(['config', 'set', 'model', 'whisper-base'])
    await run(['config', 'set', 'models_mirror', 'http://models.test/hub/'])
    const models = await list()
    expect(models.filter(({ active }) => active).map(({ name }) => name)).toEqual(['whisper-base'])
    const urls = models.flatMap(({ files }) => files.flatMap(({ url }) => url ?? []))
    expect(urls.length).toBeGreaterThan(15)
    expect(urls.every((url) => url.startsWith('http://models.test/hub/'))).toBe(true)
  })
})

/** Two files that pass for the model whose checksums nobody knows. */
async function importBase(): Promise<void> {
  const stick = home.path('stick')
  mkdirSync(stick)
  for (const { source, bytes = 0 } of Object.values(requireModel(BASE).files))
    writeFileSync(join(stick, basename(source)), Buffer.alloc(bytes))
  await run(['models', 'import', stick])
}

describe('models that are there', () => {
  it('whose checksums were recorded are listed with them, and named by doctor', async () => {
    await importBase()
    copyModel('silero-vad-v5')
    const base = (await list()).find(({ name }) => name === BASE)
    expect(base).toMatchObject({ installed: true, checksum: 'recorded on first pull' })
    expect(base?.files.map(({ sha256, recorded }) => [sha256?.length, recorded])).toEqual([
      [64, true],
      [64, true],
    ])
    await run(['config', 'set', 'model', BASE])
    const { stdout } = await run(['doctor'])
    expect(stdout).toMatch(/^ok {4}model .*of moonshine-base-en the first pull's checksums count/m)
  })

  it('in an old version are told of, and deleted on request', async () => {
    const old = join(cache, 'models/silero-vad-v5/0.0.1')
    const gone = join(cache, 'models/whisper-ancient/v1')
    for (const folder of [old, gone]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'model.onnx'), Buffer.alloc(3_000_000))
    }
    copyModel('silero-vad-v5')
    const { stderr } = await run(['models', 'list'])
    expect(stderr).toMatch(
      /silero-vad-v5 0\.0\.1 \(3 MB\), whisper-ancient v1 .*`scribe models prune`/,
    )
    const removed = await run(['models', 'prune'])
    expect(removed).toMatchObject({ exitCode: 0, stdout: `${old}\n${gone}\n` })
    expect(removed.stderr).toMatch(/6\.0 MB freed/)
    expect((await run(['models', 'list'])).stderr).toBe('')
    expect((await run(['models', 'path', 'silero-vad-v5'])).exitCode).toBe(0)
  })

  it('and are removed while they are in use are told to be so', async () => {
    copyModel('moonshine-tiny-en')
    const { exitCode, stderr } = await run(['models', 'remove', 'moonshine-tiny-en'])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/removed\n.*the model in use: `scribe models pull moonshine-tiny-en`/)
    expect((await run(['models', 'remove'])).exitCode).toBe(2)
  })
})

describe('doctor', () => {
  it.each([
    ['no-such-speech-program {wav}', /no-such-speech-program .* is not on PATH/],
    [`${WHISPER}:/no/such/model.bin`, /the model \/no\/such\/model\.bin .* cannot be read/],
  ])('fails where the program of speech_command cannot work (%s)', async (command, message) => {
    await run(['config', 'set', 'speech_command', command])
    const { exitCode, stdout } = await run(['doctor'], { SCRIBE_CACHE_DIR: modelCacheDir() })
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(message)
  })
})

describe('models pull', () => {
  let server: Server
  let address: string
  let answer: (path: string, response: ServerResponse) => void
  const ranges: (string | undefined)[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      ranges.push(request.headers.range)
      answer(request.url ?? '', response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** With the voice detector, which comes from npm, there already. */
  const pull = (env: NodeJS.ProcessEnv, onStart?: Parameters<Home['run']>[1]) => {
    copyModel('silero-vad-v5')
    return home.run(['models', 'pull', 'moonshine-base-en'], {
      ...onStart,
      env: { SCRIBE_CACHE_DIR: cache, ...env },
    })
  }

  it('from a mirror that lacks the model says so, and what else helps', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const { exitCode, stderr } = await pull({ SCRIBE_MODELS_MIRROR: address })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/127\.0\.0\.1:\d+ does not have .*scribe models import/)
  })

  it('of a file that is not the right one keeps nothing', async () => {
    answer = (_, response) => response.end('an error page that says 200')
    const { exitCode, stderr } = await pull({ SCRIBE_MODELS_MIRROR: address })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/damaged or not the genuine file; nothing was kept/)
    expect((await list())[2]).toMatchObject({ name: 'moonshine-base-en', installed: false })
  })

  it('that Ctrl-C ends is gone on with by the next one', async () => {
    let stop = () => {}
    const [whole, part] = [20_513_063, 1_000_000]
    answer = (_, response) => {
      response.writeHead(200, { etag: '"one"', 'content-length': whole })
      response.write(Buffer.alloc(part), () => setTimeout(() => stop(), 300))
    }
    const interrupted = await pull(
      { SCRIBE_MODELS_MIRROR: address },
      { onStart: (child) => (stop = () => child.kill('SIGINT')) },
    )
    expect(interrupted.exitCode).toBe(130)
    expect(interrupted.stderr).toMatch(
      /of 63\.0 MB[\s\S]*Interrupted\. `scribe models pull moonshine-base/,
    )
    expect((await list())[2]).toMatchObject({ name: BASE, begun_bytes: expect.any(Number) })
    expect((await run(['models', 'list'])).stdout).toMatch(/^moonshine-base-en\tbegun, 1 MB\t/m)
    answer = (_, response) => response.writeHead(403).end()
    await pull({ SCRIBE_MODELS_MIRROR: address })
    expect(ranges.at(-1)).toBe(`bytes=${part}-`)
  })

  it('refuses a mirror that is no address, and a model that there is not', async () => {
    const mirror = await run(['models', 'pull', 'whisper-tiny', '--models-mirror', 'nonsense'])
    expect(mirror).toMatchObject({ exitCode: 2 })
    expect(mirror.stderr).toMatch(/--models-mirror .*takes an http\(s\) address/)
    const unknown = await run(['models', 'pull', 'whisper-huge'])
    expect(unknown).toMatchObject({ exitCode: 2 })
    expect(unknown.stderr).toMatch(/no model "whisper-huge"; there are .*whisper-base/)
  })
})

describe('models import', () => {
  it('takes the default model from a folder, whatever its files are called', async () => {
    const { files } = await ensureTestModels()
    const stick = home.path('stick')
    mkdirSync(stick)
    for (const [i, key] of ['encoder', 'decoder', 'licence'].entries())
      copyFileSync(files[key] ?? '', join(stick, `file${i}`))
    const imported = await run(['models', 'import', stick])
    const path = join(cache, 'models/moonshine-tiny-en')
    expect(imported).toMatchObject({ exitCode: 0 })
    expect(imported.stdout).toMatch(new RegExp(`^moonshine-tiny-en\t${path}/\\S+\n$`))
    expect(imported.stderr).toMatch(/silero-vad-v5 is needed too/)
    expect((await list())[0]).toMatchObject({ name: 'moonshine-tiny-en', installed: true })
  })

  it('says what is missing, on stderr as an envelope with --json', async () => {
    const stick = home.path('stick')
    mkdirSync(stick)
    writeFileSync(join(stick, 'base-tokens.txt'), 'other')
    const { exitCode, stdout, stderr } = await run(['models', 'import', stick, '--json'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(JSON.parse(stderr).error.message).toMatch(
      /whisper-base lacks base-encoder\.int8\.onnx \(29120534 bytes\)/,
    )
  })

  it('refuses a folder that is not there, and a model that is not', async () => {
    expect((await run(['models', 'import', home.path('gone')])).exitCode).toBe(2)
    const other = await run(['models', 'import', home.folder, '--model', 'whisper-huge'])
    expect(other.exitCode).toBe(2)
  })
})

describe('the daemon', () => {
  it('with a model that is not installed does not start and says how to install it', async () => {
    const { exitCode, stdout, stderr } = await run(['daemon', 'run', '--model', 'whisper-base'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(/whisper-base is not installed; `scribe models pull whisper-base`/)
  })

  it('with a speech command that cannot be one says why', async () => {
    for (const command of ['whisper-cli:model.bin', './program {wav}', "a 'b"]) {
      const { exitCode, stderr } = await run(['daemon', 'run', '--speech-command', command])
      expect(exitCode).toBe(2)
      expect(stderr).toMatch(/--speech-command: /)
    }
  })

  it('runs the model of the settings, which tells the language or takes the asked one', async () => {
    const { version } = requireModel('whisper-base')
    const folder = join(cache, 'models/whisper-base', version)
    const files = await smallWhisper(folder)
    await sealFolder(folder, mapValues(files, basename))
    copyModel('silero-vad-v5')
    await run(['config', 'set', 'model', 'whisper-base'])
    const input = join(MEDIA, 'speech.mp3')
    const heard = await run(['transcribe', input, '--json', '--words'])
    const asked = await run(['transcribe', input, '--json', '--language', 'en'])
    const unknown = await run(['transcribe', input, '--language', 'yue'])
    await run(['daemon', 'stop'])
    expect(JSON.parse(heard.stdout)).toMatchObject({
      language: 'de',
      transcript: {
        text: 'Guten Tag',
        segments: [{ words: [{ text: 'Guten' }, { text: 'Tag' }] }],
      },
    })
    expect(JSON.parse(asked.stdout).language).toBe('en')
    expect(unknown.exitCode).toBe(5)
    expect(unknown.stderr).toMatch(/unsupported_language .*`scribe models pull sense-voice-small`/s)
  })

  it('with a model of which a file is not what it should be says which, and what helps', async () => {
    const { version } = requireModel('whisper-base')
    const folder = join(cache, 'models/whisper-base', version)
    const files = await smallWhisper(folder)
    copyFileSync(files.encoder ?? '', files.decoder ?? '')
    await sealFolder(folder, mapValues(files, basename))
    copyModel('silero-vad-v5')
    await run(['config', 'set', 'model', 'whisper-base'])
    const { exitCode, stderr } = await run(['transcribe', join(MEDIA, 'speech.mp3')])
    await run(['daemon', 'stop'])
    expect(exitCode).toBe(5)
    expect(stderr).toMatch(
      /transcription_failed .*decoder\.onnx is not its decoder .*`scribe models pull whisper-base`/s,
    )
  })

  it('transcribes with whisper-cli when that is set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scribe-ggml-'))
    const model = join(folder, 'ggml-base.bin')
    writeFileSync(model, '')
    const env = { SCRIBE_CACHE_DIR: modelCacheDir() }
    await run(['config', 'set', 'speech_command', `${WHISPER}:${model}`])
    const done = await run(['transcribe', join(MEDIA, 'speech.mp3'), '--json', '--words'], env)
    const status = await run(['daemon', 'status', '--json'], env)
    await run(['daemon', 'stop'], env)
    rmSync(folder, { recursive: true })
    const job = JSON.parse(done.stdout)
    expect(job.language).toBe('fr')
    expect(job.transcript.segments[0]).toMatchObject({ text: 'Bonjour à tous.', language: 'fr' })
    expect(job.transcript.segments[0].words[0]).toMatchObject({ text: 'Bonjour', confidence: 0.45 })
    expect(JSON.parse(status.stdout).model).toBe('command:whisper-cli')
  })
})
