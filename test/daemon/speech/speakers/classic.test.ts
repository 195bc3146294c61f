// The classical method on real sound: synthetic voices, and what is made of them.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Piece } from '../../../../daemon/speech/pieces.ts'
import { createClassicSpeakers } from '../../../../daemon/speech/speakers/classic.ts'
import {
  heardBy,
  piecesOf,
  rightShare,
  TWO_SPEAKERS,
  trueTurns,
} from '../../../support/speaker-turns.ts'

const JFK = '../shared/audio/jfk.wav'

function voicesIn(turns: { voice: number }[]): number {
  return new Set(turns.map(({ voice }) => voice)).size
}

/** The same pieces with something done to every sample. */
function changed(pieces: Piece[], change: (sample: number, index: number) => number): Piece[] {
  return pieces.map((piece) => ({ ...piece, samples: piece.samples.map(change) }))
}

/** Further from the microphone: echoes, and less of the high notes. */
function inRoom(samples: Piece['samples']): Piece['samples'] {
  let low = 0
  return samples.map((_, index) => {
    let sum = samples[index] ?? 0
    for (let echo = 1; echo <= 16; echo += 1) {
      const delay = Math.round(160 * echo ** 1.25)
      sum += (echo % 2 === 0 ? 0.3 : -0.3) * 0.9 ** echo * (samples[index - delay] ?? 0)
    }
    low += 0.6 * (sum - low)
    return 0.5 * low
  })
}

/** A soft chord of four notes, a sample of it. */
function chord(index: number): number {
  const beat = Math.exp(-((index / 8000) % 1))
  return [131, 165, 196, 262].reduce(
    (sum, hertz) => sum + 0.006 * beat * Math.sin((2 * Math.PI * hertz * index) / 16_000),
    0,
  )
}

describe('telling speakers apart without models', () => {
  it('puts at least 92 % of the time on the right one of two voices', async () => {
    const turns = await heardBy(createClassicSpeakers(), await piecesOf(TWO_SPEAKERS))
    expect(voicesIn(turns)).toBe(2)
    expect(rightShare(trueTurns(), turns)).toBeGreaterThan(0.92)
  })

  it('does so in noise, and however loud it is', async () => {
    let seed = 1
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647 - 0.5
    }
    const pieces = changed(await piecesOf(TWO_SPEAKERS), (sample) => 0.2 * sample + 0.003 * noise())
    const turns = await heardBy(createClassicSpeakers(), pieces)
    expect(rightShare(trueTurns(), turns)).toBeGreaterThan(0.92)
  })

  it('knows the voices again an hour later', async () => {
    const talk = await piecesOf(TWO_SPEAKERS)
    const speakers = createClassicSpeakers()
    const later = talk.map((piece) => ({ ...piece, startSeconds: piece.startSeconds + 3600 }))
    const turns = await heardBy(speakers, [...talk, ...later])
    expect(voicesIn(turns)).toBe(2)
    const truth = trueTurns()
    const again = truth.map((turn) => ({ ...turn, start: turn.start + 3600, end: turn.end + 3600 }))
    expect(rightShare([...truth, ...again], turns)).toBeGreaterThan(0.92)
  })

  it('hears one speaker where there is one', async () => {
    const pieces = await piecesOf('samples/welcome.mp3')
    expect(voicesIn(await heardBy(createClassicSpeakers(), pieces))).toBe(1)
  })

  it('takes a voice for the same in another room', async () => {
    const pieces = await piecesOf('samples/welcome.mp3')
    const end = Math.max(...pieces.map(({ startSeconds }) => startSeconds)) + 15
    const again = pieces.map(({ samples, startSeconds }) => {
      return { samples: inRoom(samples), startSeconds: startSeconds + end }
    })
    expect(voicesIn(await heardBy(createClassicSpeakers(), [...pieces, ...again]))).toBe(1)
  })

  it('takes a voice for the same while music plays', async () => {
    const pieces = await piecesOf('samples/welcome.mp3')
    const end = Math.max(...pieces.map(({ startSeconds }) => startSeconds)) + 15
    const again = changed(pieces, (sample, index) => sample + chord(index)).map((piece) => {
      return { ...piece, startSeconds: piece.startSeconds + end }
    })
    expect(voicesIn(await heardBy(createClassicSpeakers(), [...pieces, ...again]))).toBe(1)
  })

  it.skipIf(!existsSync(JFK))('hears one speaker in a speech with applause', async () => {
    expect(voicesIn(await heardBy(createClassicSpeakers(), await piecesOf(JFK)))).toBe(1)
  })

  it('gives turns in time order that do not overlap, and never two of one voice in a row', async () => {
    const turns = await heardBy(createClassicSpeakers(), await piecesOf(TWO_SPEAKERS))
    for (const [index, turn] of turns.entries()) {
      expect(turn.end).toBeGreaterThan(turn.start)
      expect(turn.start).toBeGreaterThanOrEqual(turns[index - 1]?.end ?? 0)
      expect(turn.voice).not.toBe(turns[index - 1]?.voice)
    }
  })

  it.each([
    ['nothing', []],
    ['a moment', [{ samples: new Float32Array(300).fill(0.1), startSeconds: 1 }]],
    ['digital silence', [{ samples: new Float32Array(80_000), startSeconds: 0 }]],
  ])('has at most one voice in %s', async (_what, pieces) => {
    expect(voicesIn(await heardBy(createClassicSpeakers(), pieces))).toBeLessThanOrEqual(1)
  })

  it('stops when the job is canceled', async () => {
    const speakers = createClassicSpeakers()
    for (const piece of await piecesOf('samples/welcome.mp3')) {
      await speakers.feed(piece, AbortSignal.abort())
    }
    const reason = new Error('canceled')
    await expect(speakers.finish(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
