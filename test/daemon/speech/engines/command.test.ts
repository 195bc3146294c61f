import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commandEngine } from '../../../../daemon/models/engine.ts'
import { readSpeechCommand } from '../../../../daemon/speech/engines/command-line.ts'
import type { Engine, RecognizeOptions } from '../../../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../../../daemon/speech/engines/load.ts'
import { readWav } from './wav.ts'

const PROGRAM = resolve('test/fixtures/engine/speech-program.js')
const WHISPER = resolve('test/fixtures/engine/whisper-cli')
const train = readWav('test/fixtures/engine/train.wav')
const seconds = train.length / 16_000

let dir: string
let engine: Engine | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe command '))
})

afterEach(() => engine?.close())

afterAll(() => rm(dir, { recursive: true }))

async function recognize(command: string, options?: RecognizeOptions) {
  engine = await loadEngine(commandEngine(command))
  return engine.recognize(train, options)
}

const leftOvers = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('scribe-speech-'))

describe('a program that is run once a piece', () => {
  it('gets a WAV file and the language; its segments become words', async () => {
    const before = await leftOvers()
    const result = await recognize(`${PROGRAM} text {wav} {language}`, { language: 'en' })
    expect(result).toMatchObject({ text: 'Hello there en.', language: 'en' })
    expect(result.words).toHaveLength(3)
    expect(result.words.at(-1)?.end).toBeLessThanOrEqual(seconds)
    expect(await leftOvers()).toEqual(before)
  })

  it('may give words, which are put in order and into the piece', async () => {
    const { words, language } = await recognize(`${PROGRAM} words {wav} {language}`)
    expect(language).toBe('de')
    expect(words).toMatchObject([
      { text: 'Hello', start: 0.1, confidence: 0.9 },
      { text: 'there.', end: Math.round(seconds * 1000) / 1000, confidence: null },
    ])
    expect(words[0]?.end).toBeLessThanOrEqual(words[1]?.start ?? 0)
  })

  it.each([
    ['crash', /failed: .*ended with code 3: no such weights/],
    ['silent', /ended before it was done/],
    ['garbage', /no JSON object \(this is no JSON\)/],
    ['refuse', /failed: out of memory/],
    ['flood', /longer than 1 MB/],
    ['half', /no JSON object \(\{"start": 0/],
    ['lines', /more than 10000 lines/],
    ['novel', /200000 characters|199999 characters/],
    ['nan', /no JSON object/],
    ['colours', /with code 4: +\[31mno \[0m such weights/],
  ])('that answers wrongly (%s) fails the job, saying why', async (what, message) => {
    const work = recognize(`${PROGRAM} ${what} {wav}`)
    await expect(work).rejects.toMatchObject({ code: 'transcription_failed' })
    await expect(work).rejects.toThrow(message)
  })

  it('may give times that cannot be: its words are in the piece, in its order', async () => {
    const { text, words, language } = await recognize(`${PROGRAM} wild {wav}`)
    expect(text).toBe('one two three')
    expect(language).toBe('en')
    const times = words.flatMap(({ start, end }) => [start, end])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.every((time) => time >= 0 && time <= Math.ceil(seconds * 1000) / 1000)).toBe(true)
  })

  it('may leave out the time of a word, which is heard all the same', async () => {
    const { text, words } = await recognize(`${PROGRAM} untimed {wav}`)
    expect(text).toBe('Hello there.')
    expect(words).toHaveLength(2)
  })

  it.each(['stubborn', 'mute'])(
    'that never ends (%s) is ended, and the job fails',
    async (what) => {
      const config = commandEngine(`${PROGRAM} ${what} {wav}`)
      if (config.family !== 'command') throw new Error('not a command')
      engine = await loadEngine({ ...config, patienceSeconds: 0.5 })
      await expect(engine.recognize(train)).rejects.toThrow(/was not done after/)
    },
  )

  it('that is killed leaves hope for another try', async () => {
    const error = await recognize(`${PROGRAM} killed {wav}`).catch((reason: unknown) => reason)
    expect(error).not.toHaveProperty('code')
    expect(String(error)).toMatch(/SIGSEGV/)
  })

  it('that is not there fails the job, naming it', async () => {
    await expect(recognize('no-such-speech-program {wav}')).rejects.toThrow(
      /no-such-speech-program cannot be started/,
    )
  })

  it('ends with all that it started when the piece is canceled', async () => {
    const log = join(dir, 'pids')
    const canceler = new AbortController()
    const command = `${PROGRAM} hang {wav} en "${log}"`
    const work = recognize(command, { signal: canceler.signal })
    const gone = expect(work).rejects.toThrow('enough')
    const pids = await pidsIn(log)
    canceler.abort(new Error('enough'))
    await gone
    await wait(100)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('a program that takes requests on stdin', () => {
  it('is started once for many pieces, and ends with the engine', async () => {
    engine = await loadEngine(commandEngine(`${PROGRAM} text`))
    const results = await Promise.all(
      ['en', 'de', 'auto'].map((language) => engine?.recognize(train, { language })),
    )
    expect(results.map((result) => result?.text)).toEqual([
      'Hello there en.',
      'Hello there de.',
      'Hello there auto.',
    ])
  })

  it('is started anew when it ends after each piece', async () => {
    engine = await loadEngine(commandEngine(`${PROGRAM} once`))
    expect((await engine.recognize(train)).text).toBe('Hello there once.')
    await wait(300)
    expect((await engine.recognize(train)).text).toBe('Hello there once.')
  })

  it('must not go on after it was done: its words would be those of the next piece', async () => {
    engine = await loadEngine(commandEngine(`${PROGRAM} double`))
    expect((await engine.recognize(train)).text).toBe('Hello')
    await expect(engine.recognize(train)).rejects.toThrow(/went on after it was done/)
  })

  it('is started anew after it died', async () => {
    engine = await loadEngine(commandEngine(`${PROGRAM} crash`))
    await expect(engine.recognize(train)).rejects.toThrow(/code 3/)
    await expect(engine.recognize(train)).rejects.toThrow(/code 3/)
  })
})

describe('whisper-cli', () => {
  it('gives words with times and confidence out of its tokens, and the language', async () => {
    const model = join(dir, 'ggml base.bin')
    await writeFile(model, '')
    const result = await recognize(`${WHISPER}:${model}`)
    expect(result).toMatchObject({ text: 'Bonjour à tous.', language: 'fr' })
    expect(result.words).toMatchObject([
      { text: 'Bonjour', start: 0.1, end: 0.5, confidence: 0.45 },
      { text: 'à', start: 0.6, end: 0.65, confidence: 0.8 },
      { text: 'tous.', start: 0.7, end: 1.1 },
    ])
    expect(result.meanLogProbability).toBeLessThan(0)
    expect((await recognize(`${WHISPER}:${model}`, { language: 'en' })).language).toBe('en')
  })

  it('may spread a character over tokens, and call a silence by its name', async () => {
    const model = join(dir, 'ggml-split.bin')
    await writeFile(model, '')
    const { text, words, language } = await recognize(`${WHISPER}:${model}`, { language: 'jv' })
    expect(text).toBe('„你好"')
    expect(words.map((word) => word.text).join('')).toBe('„你好"')
    expect(words[0]?.confidence).toBeGreaterThan(0)
    expect(language).toBe('jv')
  })

  it('that does not know the language is told apart from one that is too old', async () => {
    const model = join(dir, 'ggml base.bin')
    await writeFile(model, '')
    const work = recognize(`${WHISPER}:${model}`, { language: 'xx' })
    await expect(work).rejects.toMatchObject({ code: 'unsupported_language' })
    const old = join(dir, 'ggml-old.bin')
    await writeFile(old, '')
    await expect(recognize(`${WHISPER}:${old}`)).rejects.toThrow(
      /no output \(error: unknown argument: -ojf\)/,
    )
  })

  it('without its model says what whisper-cli says', async () => {
    await expect(recognize(`${WHISPER}:${join(dir, 'gone.bin')}`)).rejects.toThrow(
      /code 3: error: failed to initialize whisper context/,
    )
  })
})

describe('the setting', () => {
  it('is split at white space outside quotes, never by a shell', () => {
    const { program, arguments: args } = readSpeechCommand('run "a b" \'$(c)\' {wav};d')
    expect([program, ...args]).toEqual(['run', 'a b', '$(c)', '{wav};d'])
  })

  it.each(['', '  ', 'run "a', './run {wav}', 'whisper-cli:model.bin'])('refuses %j', (text) => {
    expect(() => readSpeechCommand(text)).toThrow()
  })
})

async function pidsIn(path: string): Promise<number[]> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text.includes(' ')) return text.split(' ').map(Number)
    await wait(20)
  }
}

/** A process that nobody has asked for its end (a zombie, where init is none) is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}
