// Who says what, end to end: the real program, its daemon, the real speech model, two voices.
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription } from '../../src/api/types.ts'
import { Home, MEDIA } from '../support/cli.ts'
import { rightShare, TWO_SPEAKERS, trueTurns } from '../support/speaker-turns.ts'
import { hasYtDlp, PLUGGED_YTDLP, startVideoSite } from '../support/video-site.ts'

const TALK = resolve(TWO_SPEAKERS)
const home = new Home()
let job: Transcription

beforeAll(async () => {
  await home.run(['daemon', 'start', '--port', '0', '--workers', '1'])
  const args = ['transcribe', TALK, '--diarize', '--words', '-f', 'json', '-q']
  job = JSON.parse((await home.run(args)).stdout)
}, 120_000)

afterAll(() => home.remove())

const render = async (format: string, ...more: string[]) =>
  (await home.run(['get', job.id, '-f', format, ...more])).stdout

describe('a transcript of two people who talk, with diarize', () => {
  it('lists the speakers in order of appearance', () => {
    expect(job.options.diarize).toBe(true)
    expect(job.transcript?.speakers).toEqual(['Speaker 1', 'Speaker 2'])
  })

  it('has at least 92 % of the time with the right speaker', () => {
    const heard = (job.transcript?.segments ?? []).map(({ start, end, speaker }) => {
      return { start, end, voice: Number(speaker?.slice(-1)) }
    })
    expect(rightShare(trueTurns(), heard)).toBeGreaterThan(0.92)
  })

  it('has on every word the speaker of its segment', () => {
    for (const { speaker, words } of job.transcript?.segments ?? []) {
      expect(new Set(words?.map((word) => word.speaker))).toEqual(new Set([speaker]))
    }
  })

  it('changes speakers between the words where they change', () => {
    const said = job.transcript?.segments.map(({ speaker, text }) => `${speaker}: ${text}`) ?? []
    expect(said.find((line) => /thank you for having me/i.test(line))).toMatch(/^Speaker 2: Thank/)
    expect(said.find((line) => /what happened then/i.test(line))).toMatch(/^Speaker 1: And what/)
  })

  it('names them in text, SRT and WebVTT', async () => {
    expect(await render('text')).toMatch(/^Speaker 1: Good morning.*\n(.+\n)*Speaker 2: Thank you/)
    expect(await render('srt')).toMatch(/\nSpeaker 2: Thank you for having me/)
    expect(await render('vtt')).toMatch(/\n<v Speaker 2>Thank you for having me/)
  })
})

describe('a speaker', () => {
  it('is named in tables and documents', async () => {
    expect(await render('tsv')).toMatch(/\tThank you for having me.*\tSpeaker 2\n/)
    expect(await render('md')).toMatch(/Speaker 2[\s\S]{1,40}Thank you for having me/)
  })

  it.each(['text', 'srt', 'vtt', 'tsv', 'md'])(
    'has the name that --speaker gives, in %s',
    async (format) => {
      const shown = await render(format, '--speaker', 'Speaker 2=Ann')
      expect(shown).toContain('Ann')
      expect(shown).toContain('Speaker 1')
      expect(shown).not.toContain('Speaker 2')
    },
  )

  it('says the same when two processes listen and no words are asked for', async () => {
    const other = new Home()
    try {
      await other.run(['daemon', 'start', '--port', '0', '--workers', '2'])
      const args = ['transcribe', TALK, '--diarize', '-f', 'json', '-q']
      const { transcript } = JSON.parse((await other.run(args)).stdout) as Transcription
      const said = job.transcript?.segments.map(({ words: _, ...segment }) => segment)
      expect(transcript?.segments.map(({ words: _, ...segment }) => segment)).toEqual(said)
    } finally {
      await other.remove()
    }
  })

  it.skipIf(!hasYtDlp)('is told in videos, too', async () => {
    const site = await startVideoSite()
    const other = new Home()
    try {
      const url = 'https://www.youtube.com/watch?v=speech_____'
      const env = { TEST_VIDEO_SITE: site.url, SCRIBE_YTDLP: PLUGGED_YTDLP }
      const args = ['transcribe', url, '--diarize', '--words', '-f', 'json', '-q']
      const { transcript } = JSON.parse((await other.run(args, { env })).stdout) as Transcription
      expect(transcript?.speakers).toEqual(['Speaker 1'])
      for (const { speaker, words } of transcript?.segments ?? []) {
        expect(new Set([speaker, ...(words ?? []).map((word) => word.speaker)]).size).toBe(1)
      }
    } finally {
      await other.remove()
      await site.close()
    }
  })
})

describe('who speaks', () => {
  it('is Speaker 1 everywhere where there is one', async () => {
    const args = ['transcribe', join(MEDIA, 'speech.mp3'), '--diarize', '-f', 'json', '-q']
    const { transcript } = JSON.parse((await home.run(args)).stdout) as Transcription
    expect(transcript?.speakers).toEqual(['Speaker 1'])
    for (const { speaker } of transcript?.segments ?? []) expect(speaker).toBe('Speaker 1')
  })

  it('is not told without diarize', async () => {
    const args = ['transcribe', join(MEDIA, 'speech.mp3'), '-f', 'json', '-q']
    const { transcript } = JSON.parse((await home.run(args)).stdout) as Transcription
    expect(transcript?.speakers).toEqual([])
    for (const { speaker } of transcript?.segments ?? []) expect(speaker).toBeNull()
  })
})
