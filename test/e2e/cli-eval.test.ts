// `scribe eval`: the real program, against a real daemon whose speech child plays scripts, and
// once against a real model.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TranscriptionList } from '../../src/api/types.ts'
import { segment } from '../src/render/transcripts.ts'
import { eventually, Home } from '../support/cli.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon
let env: NodeJS.ProcessEnv = {}

function media(name: string, script: Script): void {
  writeFileSync(home.path(name), JSON.stringify(script))
}

function references(text: string): string {
  writeFileSync(home.path('refs.tsv'), text)
  return 'refs.tsv'
}

const says = (text: string, rest: Partial<Script> = {}): Script => ({
  duration: 10,
  segments: [segment(0, 2, text)],
  ...rest,
})

beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
  env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  media('a.wav', says('Good morning, dear listeners.'))
  media('b.wav', says('It rained cats and docks.'))
  media('zh.wav', says('你好世界', { language: 'zh' }))
  media('mute.wav', { duration: 10, fail: { code: 'no_speech', message: 'Nobody speaks' } })
  media('foreign.wav', { duration: 10, fail: { code: 'unsupported_language', message: 'no' } })
  media('long.wav', says('late', { holdMs: 600_000 }))
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const evaluate = (...args: string[]) => home.run(['eval', ...args], { env })

async function latestStatus(): Promise<string | undefined> {
  const response = await daemon.request('GET', '/transcriptions?limit=1')
  return ((await response.json()) as TranscriptionList).data[0]?.status
}

const GOOD = `a.wav\tGood morning dear listeners
b.wav\tIt rained cats and dogs
`

describe('scribe eval', () => {
  it('prints a line for each file and the sum, and says how texts were compared', async () => {
    const { stdout, stderr, exitCode } = await evaluate(references(GOOD))
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 6))
    expect(rows).toEqual([
      ['a.wav', '4', '0', '0', '0', '0.00% WER'],
      ['b.wav', '5', '1', '0', '0', '20.00% WER'],
      ['total of 2', '9', '1', '0', '0', '11.11% WER'],
    ])
    expect(stderr).toContain('Median WER: 10.00%')
    expect(stderr).toContain('Normalised: Unicode NFKC')
    expect(exitCode).toBe(0)
  })

  it('prints one JSON document under --json, and nothing else', async () => {
    const { stdout, stderr } = await evaluate(references(GOOD), '--json', '--concurrency', '2')
    const evaluation = JSON.parse(stdout)
    expect(evaluation).toMatchObject({
      object: 'evaluation',
      base_url: daemon.baseUrl,
      files: [
        { path: 'a.wav', unit: 'words', reference: 4, error_rate: 0, duration_seconds: 10 },
        { path: 'b.wav', reference: 5, substitutions: 1, error_rate: 0.2 },
      ],
      totals: [{ files: 2, error_rate: 0.111111 }],
      speed: { concurrency: 2, audio_seconds: 20 },
      model: null,
      memory: null,
    })
    expect(evaluation.files[0].took_seconds).toBeGreaterThan(0)
    expect((await daemon.get(evaluation.files[0].transcription_id)).status).toBe('completed')
    expect(stderr).toBe('{"summary":{"done":2,"skipped":0,"failed":0,"not_sent":0}}\n')
  })

  it('names what cannot be measured, goes on, and ends with the code of the first', async () => {
    const refs = references(`${GOOD}gone.wav\tx\nno tab\nforeign.wav\tGuten Tag\n`)
    const { stdout, stderr, exitCode } = await evaluate(refs, '-f', 'tsv')
    expect(stderr).toContain('scribe: gone.wav: no such file')
    expect(stderr).toContain('scribe: refs.tsv:4: no tab between the path and the text')
    expect(stderr).toMatch(/scribe: foreign.wav: tr_\w+ failed: unsupported_language/)
    expect(stderr).toContain('2 done, 3 failed: gone.wav, refs.tsv:4, foreign.wav')
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows.map((row) => `${row[0]} ${row.at(-1)}`.trim())).toEqual([
      'path error',
      'a.wav',
      'b.wav',
      'gone.wav invalid_request',
      'refs.tsv:4 invalid_request',
      'foreign.wav unsupported_language',
    ])
    expect(exitCode).toBe(2)
  })

  it('counts a file in which nobody was heard as one in which all words are missing', async () => {
    const { stdout, exitCode } = await evaluate(references('mute.wav\tone two\nmute.wav\t\n'))
    expect(stdout).toMatch(/^mute.wav\t2\t0\t2\t0\t100.00% WER\t.*\nmute.wav\t0\t0\t0\t0\t-\t/)
    expect(exitCode).toBe(0)
  })

  it('compares characters where the language has no spaces', async () => {
    const { stdout } = await evaluate(references('zh.wav\t你好，世間\n'))
    expect(stdout).toMatch(/^zh.wav\t4\t1\t0\t0\t25.00% CER\t/)
  })

  it('compares words where the reference has words, whatever language was heard', async () => {
    const { stdout } = await evaluate(references('zh.wav\tnothing of the kind\n'))
    expect(stdout).toMatch(/^zh.wav\t4\t1\t3\t0\t100.00% WER\t/)
  })

  it('deletes what it made with --delete, whatever became of it', async () => {
    const newest = async () => {
      const response = await daemon.request('GET', '/transcriptions?limit=1')
      return ((await response.json()) as TranscriptionList).data[0]?.id
    }
    const before = await newest()
    const refs = references(`${GOOD}foreign.wav\tGuten Tag\n`)
    const { stdout, exitCode } = await evaluate(refs, '--delete', '--json')
    expect(JSON.parse(stdout).totals[0]).toMatchObject({ files: 2, error_rate: 0.111111 })
    expect(exitCode).toBe(5)
    expect(await newest()).toBe(before)
  })

  it('asks for the language of the line, else for that of --language', async () => {
    const refs = references('a.wav\tGood\tfr\nb.wav\tIt\n')
    const { stdout } = await evaluate(refs, '--json', '--language', 'de')
    const ids = JSON.parse(stdout).files.map((file: { transcription_id: string }) =>
      daemon.get(file.transcription_id),
    )
    const languages = (await Promise.all(ids)).map(({ options }) => options.language)
    expect(languages).toEqual(['fr', 'de'])
  })

  it('writes a file, but never over the references', async () => {
    const refs = references(GOOD)
    const { stdout, exitCode } = await evaluate(refs, '-f', 'md', '-o', 'results.md')
    expect([stdout, exitCode]).toEqual(['', 0])
    expect(readFileSync(home.path('results.md'), 'utf8')).toMatch(/^\| File \| Units .*\n\| --- \|/)
    const refused = await evaluate(refs, '-f', 'tsv', '-o', refs)
    expect([refused.stderr, refused.exitCode]).toEqual([
      'scribe: -o would replace the references\n',
      2,
    ])
    expect(readFileSync(home.path('refs.tsv'), 'utf8')).toBe(GOOD)
  })

  it('reads references from stdin, with paths from where the user is', async () => {
    const { stdout } = await home.run(['eval', '-'], { env, input: 'a.wav\tGood morning\n' })
    expect(stdout).toMatch(/^a.wav\t2\t0\t0\t2\t/)
  })

  it.each([
    [[], "missing required argument 'references'"],
    [['nothing.tsv'], 'nothing.tsv: no such file'],
    [['a.wav', '-f', 'html'], '--format takes one of table, tsv, json, md'],
    [['a.wav', '--json', '-f', 'md'], '--json with -f md needs -o FILE'],
    [['a.wav', '--concurrency', '0'], '--concurrency takes'],
    [['a.wav', '--language', '!'], '--language takes a language tag'],
  ])('%j is a usage error', async (args, message) => {
    const { stdout, stderr, exitCode } = await evaluate(...args)
    expect(stderr).toContain(message)
    expect([stdout, exitCode]).toEqual(['', 2])
  })

  it('says when there is nothing to measure', async () => {
    const { stderr, exitCode } = await evaluate(references('# nothing yet\n'))
    expect(stderr).toBe('scribe: refs.tsv: no references; a line is: path, tab, text\n')
    expect(exitCode).toBe(2)
  })

  it('cancels what is under way on Ctrl-C', async () => {
    const { exitCode, stdout, stderr } = await home.run(['eval', references('long.wav\tlate\n')], {
      env,
      onStart: (child) => {
        void eventually(async () => {
          return (await latestStatus()) === 'transcribing'
        }).then(() => child.kill('SIGINT'))
      },
    })
    expect([exitCode, stdout]).toEqual([130, ''])
    expect(stderr).toContain('run the same command again')
    expect(await latestStatus()).toBe('canceled')
  })
})

describe('scribe eval with the local daemon', () => {
  it('measures the model, its speed and its memory', async () => {
    const local = new Home()
    try {
      copyFileSync(resolve('samples/welcome.mp3'), local.path('welcome.mp3'))
      const text = readFileSync(resolve('samples/welcome.txt'), 'utf8').replace(/\s+/g, ' ')
      writeFileSync(local.path('refs.tsv'), `path\ttext\nwelcome.mp3\t${text}\n`)
      const { stdout } = await local.run(['eval', 'refs.tsv', '--json'])
      const { files, totals, memory, model, machine } = JSON.parse(stdout)
      expect(totals[0].error_rate).toBeLessThan(0.1)
      expect(files[0].language).toBe('en')
      expect(memory.resident_bytes).toBeGreaterThan(1e8)
      expect(model).toBe('moonshine-tiny-en')
      expect(machine).toMatch(/, \d+ cores$/)
    } finally {
      await local.remove()
    }
  })
})
