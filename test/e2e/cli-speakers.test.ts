// Who says what, end to end: the real program, its daemon, the real speech model, two voices.
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription } from '../../src/api/types.ts'
import { Home, MEDIA } from '../support/cli.ts'
import { rightShare, TWO_SPEAKERS, trueTurns } from '../support/speaker-turns.ts'

const TALK = resolve(TWO_SPEAKERS)
const home = new Home()
let job: Transcription

beforeAll(async () => {
  await home.run(['daemon', 'start', '--port', '0', '--workers', '1'])
  const args = ['transcribe', TALK, '--diarize', '--words', '-f', 'json', '-q']
  job = JSON.parse((await home.run(args)).stdout)
}, 120_000)

afterAll(() => home.remove())

const render = async (format: string) => (await home.run(['get', job.id, '-f', format])).stdout

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
