// Subtitles in any shape, after the fact: `scribe get` with the flags that shape, the real program
// against a real daemon whose speech child plays scripts. What holds for every transcript is in
// test/src/render.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Segment } from '../../src/api/types.ts'
import { segment, wordsOf } from '../src/render/transcripts.ts'
import { Home } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon
let env: NodeJS.ProcessEnv = {}
let id = ''

const LONG = 'We went to the market in the morning, and we bought some apples, pears and plums.'
const spoken = (start: number, end: number, text: string, speaker: string): Segment =>
  segment(start, end, text, { speaker, words: wordsOf(text, start, end) })
const script = {
  duration: 20,
  segments: [
    spoken(0.5, 6.5, LONG, 'Speaker 1'),
    spoken(7, 7.5, 'That sounds lovely, what did they cost?', 'Speaker 2'),
    spoken(12, 14, 'Two & a half <pounds>.', 'Speaker 1'),
  ],
}

beforeAll(async () => {
  daemon = await startDaemon()
  env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  id = (await daemon.submit(script, '?wait=30')).id
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const get = (...args: string[]) => home.run(['get', id, ...args], { env })

describe('scribe get, shaped', () => {
  it('cuts lines and cues at the words’ own times', async () => {
    const { stdout, stderr } = await get('-f', 'srt', '--max-line', '32', '--max-lines', '2')
    expect(stdout.split('\n\n').slice(0, 3)).toEqual([
      '1\n00:00:00,500 --> 00:00:03,500\nSpeaker 1: We went\nto the market in the morning,',
      '2\n00:00:03,500 --> 00:00:06,500\nand we bought some apples,\npears and plums.',
      '3\n00:00:07,000 --> 00:00:07,500\nSpeaker 2: That sounds lovely,\nwhat did they cost?',
    ])
    expect(stderr).toBe('')
  })

  it('gives fast cues the silence after them and says where that was not enough', async () => {
    const calm = await get('-f', 'vtt', '--max-cps', '17')
    expect(calm.stdout).toContain('00:00:07.000 --> 00:00:09.295\n<v Speaker 2>That sounds')
    expect(calm.stderr).toBe('')
    const slow = await get('-f', 'vtt', '--max-cps', '10')
    expect(slow.stderr).toMatch(/^1 of 3 cues is spoken faster than 10 characters a second\n$/)
    expect((await get('-q', '-f', 'vtt', '--max-cps', '10')).stderr).toBe('')
  })

  it.each([
    ['--shift', '-7.25'],
    ['--shift=-7.25', '-q'],
  ])('shifts back with %s %s, dropping what comes to lie before 0', async (...flags) => {
    const { stdout, exitCode } = await get('-f', 'srt', ...flags)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^1\n00:00:00,000 --> 00:00:00,250\nSpeaker 2: That/)
    expect(stdout).toContain('2\n00:00:04,750 --> 00:00:06,750\nSpeaker 1: Two')
  })

  it('calls speakers by name in every rendering', async () => {
    const names = ['--speaker', 'Speaker 1=Ann', '--speaker', 'Speaker 2=Bo & Cy']
    for (const format of ['text', 'srt', 'vtt', 'tsv', 'md', 'lrc']) {
      const { stdout } = await get('-f', format, ...names)
      expect(stdout).toContain('Ann')
      expect(stdout).toContain(format === 'vtt' ? '<v Bo &amp; Cy>' : 'Bo & Cy')
      expect(stdout).not.toContain('Speaker')
    }
  })

  it('says so when nobody has that name', async () => {
    const { stderr, exitCode } = await get('-f', 'text', '--speaker', 'Speaker 9=Ann')
    expect(stderr).toContain('no speaker is called "Speaker 9": there are Speaker 1, Speaker 2')
    expect(exitCode).toBe(0)
  })

  it('renders tsv, md and lrc', async () => {
    const tsv = await get('-f', 'tsv')
    expect(tsv.stdout.split('\n').slice(0, 2)).toEqual([
      'start\tend\ttext\tspeaker',
      `500\t6500\t${LONG}\tSpeaker 1`,
    ])
    const md = await get('-f', 'md')
    expect(md.stdout).toMatch(/^# talk\.wav\n\n- Source: talk\.wav\n- Date: \d{4}-\d\d-\d\d\n/)
    expect(md.stdout).toContain('**[00:00:12] Speaker 1:** Two & a half \\<pounds>.\n')
    const lrc = await get('-f', 'lrc', '--words')
    expect(lrc.stdout).toContain('[00:12.00]Speaker 1: <00:12.00>Two <00:12.40>& <00:12.80>a')
  })

  it('puts shifted times before the lines of text', async () => {
    const { stdout } = await get('-f', 'text', '--timestamps', '--shift', '60')
    expect(stdout).toMatch(/^\[00:01:00\] Speaker 1: We went/)
  })

  it('refuses what cannot be before anything is sent', async () => {
    const { stdout, stderr, exitCode } = await home.run(['get', id, '--max-line', '42'], {
      env: { SCRIBE_BASE_URL: 'http://127.0.0.1:1/v1' },
    })
    expect(stderr).toContain('--max-line needs -f text, srt, vtt, tsv or lrc')
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})

describe('scribe transcribe, shaped', () => {
  it('writes a folder of shaped subtitles, each with the ending of its format', async () => {
    writeFileSync(home.path('one.wav'), JSON.stringify(script))
    mkdirSync(home.path('out'))
    const shape = ['-f', 'vtt', '--max-line', '32', '--shift', '-0.5']
    const { stderr, exitCode } = await home.run(
      ['transcribe', '-q', 'one.wav', '-o', 'out/', ...shape],
      { env },
    )
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    const vtt = readFileSync(home.path('out', 'one.vtt'), 'utf8')
    expect(vtt).toContain('00:00:00.000 --> 00:00:03.000\n<v Speaker 1>We went')
  })
})
