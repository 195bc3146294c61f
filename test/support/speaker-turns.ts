// Who speaks when: in the project's recording of two voices, as a speaker method hears it, and how
// far the two agree.
import { readFileSync } from 'node:fs'
import { VAD_MODEL } from '../../daemon/models/catalogue.ts'
import { ensureModel } from '../../daemon/models/pull.ts'
import { decode } from '../../daemon/speech/decode.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'
import { openVoiceDetector } from '../../daemon/speech/open-vad.ts'
import { findPieces, type Piece, pieceAfter } from '../../daemon/speech/pieces.ts'
import type { Speakers, SpeakerTurn } from '../../daemon/speech/speakers/speakers.ts'
import { SAMPLE_RATE } from '../../daemon/speech/timeline.ts'
import { modelCacheDir } from './models.ts'

export const TWO_SPEAKERS = 'samples/two-speakers.mp3'

const STEP_SECONDS = 0.01
const never = new AbortController().signal

/** The pieces of speech in a media file. */
export async function piecesOf(path: string): Promise<Piece[]> {
  const { files } = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
  const media = openMediaFile(path)
  const pieces: Piece[] = []
  for await (const found of findPieces(
    decode(media),
    await openVoiceDetector(files.model ?? ''),
    15,
  )) {
    if (!('samples' in found)) continue
    const last = pieces.at(-1)
    const heardSeconds = last ? last.startSeconds + last.samples.length / SAMPLE_RATE : 0
    pieces.push(pieceAfter(found, heardSeconds))
  }
  media.close()
  return pieces
}

/** What a method makes of some pieces. */
export async function heardBy(speakers: Speakers, pieces: Piece[]): Promise<SpeakerTurn[]> {
  for (const piece of pieces) await speakers.feed(piece, never)
  return speakers.finish(never)
}

/** The turns of a recording, the project's own for one, as it was put together. */
export function trueTurns(path = 'test/fixtures/two-speakers.turns.tsv'): SpeakerTurn[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const rows = lines.slice(1).map((line) => line.split('\t'))
  const voices = [...new Set(rows.map(([, , voice]) => voice))]
  return rows.map(([start, end, voice]) => {
    return { start: Number(start), end: Number(end), voice: voices.indexOf(voice) }
  })
}

/**
 * Share of the time in which somebody speaks that is with the right voice, 0 to 1. A moment
 * between two turns belongs to the nearer; every heard voice stands for at most one true voice.
 */
export function rightShare(truth: readonly SpeakerTurn[], heard: readonly SpeakerTurn[]): number {
  const together = new Map<string, number>()
  let total = 0
  for (const { start, end, voice } of truth) {
    for (let time = start; time < end; time += STEP_SECONDS) {
      const pair = `${voice} ${voiceAt(heard, time)}`
      together.set(pair, (together.get(pair) ?? 0) + 1)
      total += 1
    }
  }
  const taken = new Set<string>()
  let right = 0
  for (const [pair, steps] of [...together].sort(([, a], [, b]) => b - a)) {
    const [true_, heard_] = pair.split(' ')
    if (taken.has(`true ${true_}`) || taken.has(`heard ${heard_}`)) continue
    taken.add(`true ${true_}`).add(`heard ${heard_}`)
    right += steps
  }
  return right / total
}

function voiceAt(turns: readonly SpeakerTurn[], time: number): number | undefined {
  const far = ({ start, end }: SpeakerTurn) => Math.max(0, start - time, time - end)
  return turns.reduce<SpeakerTurn | undefined>(
    (best, turn) => (best === undefined || far(turn) < far(best) ? turn : best),
    undefined,
  )?.voice
}
