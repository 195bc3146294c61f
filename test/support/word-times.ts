// How far the times of recognised words lie from known ones, on speech that was made with known
// times (fixtures/words).
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { decode } from '../../daemon/speech/decode.ts'
import { createDraft } from '../../daemon/speech/draft.ts'
import type { Engine } from '../../daemon/speech/engines/engine.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'
import { findPieces } from '../../daemon/speech/pieces.ts'
import { SAMPLE_RATE } from '../../daemon/speech/timeline.ts'
import type { VoiceDetector } from '../../daemon/speech/vad.ts'
import type { Segment, Word } from '../../src/api/types.ts'

const FOLDER = resolve('test/fixtures/words')
const MAX_PIECE_SECONDS = 15

type TimedWord = Pick<Word, 'text' | 'start' | 'end'>

/** Differences of the words that were recognised as such, in seconds, heard minus known. */
export interface WordErrors {
  voice: string
  known: number
  starts: number[]
  ends: number[]
}

/** Runs every recording through voice detection and engine. */
export async function wordErrors(engine: Engine, detector: VoiceDetector): Promise<WordErrors[]> {
  const voices = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  const errors: WordErrors[] = []
  for (const file of voices) {
    const voice = basename(file, '.json')
    const known = readKnown(file)
    const heard = await hearWords(resolve(FOLDER, `${voice}.opus`), engine, detector)
    const pairs = matches(known, heard)
    errors.push({
      voice,
      known: known.length,
      starts: pairs.map(([a, b]) => b.start - a.start),
      ends: pairs.map(([a, b]) => b.end - a.end),
    })
  }
  return errors
}

function readKnown(file: string): TimedWord[] {
  const rows = JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')) as [string, number, number][]
  return rows.map(([text, start, end]) => ({ text, start, end }))
}

async function hearWords(path: string, engine: Engine, detector: VoiceDetector): Promise<Word[]> {
  const media = openMediaFile(path)
  const draft = createDraft(engine)
  const segments: Segment[] = []
  let endSeconds = 0
  for await (const piece of findPieces(decode(media), detector, MAX_PIECE_SECONDS)) {
    if ('samples' in piece) {
      const seconds = piece.samples.length / SAMPLE_RATE
      const heard = await engine.recognize(piece.samples)
      segments.push(...draft.add(piece.startSeconds, seconds, heard))
    } else endSeconds = piece.endSeconds
  }
  media.close()
  segments.push(...draft.finish(endSeconds))
  return segments.flatMap(({ words }) => words ?? [])
}

/** Pairs of the longest sequence of equal words. */
function matches(known: TimedWord[], heard: TimedWord[]): [TimedWord, TimedWord][] {
  const a = known.map(plain)
  const b = heard.map(plain)
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      const longest = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
      if (row !== undefined) row[j] = longest
    }
  }
  const pairs: [TimedWord, TimedWord][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [known[i], heard[j]]
    if (a[i] === b[j] && one !== undefined && other !== undefined) {
      pairs.push([one, other])
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

function plain({ text }: TimedWord): string {
  return text.toLowerCase().replace(/[^a-z']/g, '')
}

/** The value that this share of the absolute values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.map(Math.abs).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
