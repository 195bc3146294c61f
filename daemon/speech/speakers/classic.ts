// Telling speakers apart without any model, as it was done before neural networks: features of the
// voice (mfcc.ts), cut where they change (stretches.ts), clustered window by window and then as a
// whole (clusters.ts), borders drawn anew (path.ts). Dependable on turns of three seconds and more,
// poor on shorter ones, deaf to whispers and to people who talk at the same time; loud noise that
// comes or goes makes a voice two. Five hours take some 70 MB.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Cluster, clusterOf, mergeAlike, VOICES } from './clusters.ts'
import { createFrameStore, DIMENSIONS, type FrameWindow } from './frames.ts'
import { addVectors, emptySums, type Sums } from './gaussian.ts'
import { likelihoodOf } from './likelihood.ts'
import { STEP_SECONDS } from './mfcc.ts'
import { createPath } from './path.ts'
import type { Speakers, SpeakerTurn } from './speakers.ts'
import { BLOCK_FRAMES, stretchesOf } from './stretches.ts'

/** Whose vowels take less than this is taken for one of the others; about 5 s of speech. */
const LEAST_FRAMES = 3 / STEP_SECONDS
const MOST_VOICES = 10
const ROUNDS = 2

/** @param alive called now and then while it works on the end */
export function createClassicSpeakers(alive: () => void = () => {}): Speakers {
  const frames = createFrameStore()
  const windows: FrameWindow[] = []
  const found: Cluster[] = []
  const take = (window: FrameWindow) => {
    windows.push(window)
    found.push(...mergeAlike(stretchesOf(window), VOICES))
  }
  return {
    async feed(piece) {
      frames.add(piece).forEach(take)
    },
    async finish(signal) {
      const last = frames.end()
      if (last !== null) take(last)
      let voices = distinct(found.map(({ sums }) => sums))
      let paths: Uint8Array[] = []
      for (let round = 0; round < ROUNDS && voices.length > 0; round += 1) {
        if (round > 0) voices = distinct(sumsAlong(windows, paths, voices.length))
        const path = createPath(voices.map(likelihoodOf))
        for (const window of windows) {
          await breathe()
          signal.throwIfAborted()
          alive()
          path.add(window)
        }
        paths = path.end()
      }
      return turnsAlong(windows, paths)
    },
    close() {},
  }
}

/** The voices that some parts of the speech belong to, without those that are hardly heard. */
function distinct(parts: readonly Sums[]): Sums[] {
  const clusters = parts.filter(({ count }) => count > 0).map(clusterOf)
  const heard = mergeAlike(clusters, VOICES)
  const voices = heard.map(({ sums }) => sums).sort((a, b) => b.count - a.count)
  return voices
    .filter(({ count }, index) => index === 0 || count >= LEAST_FRAMES)
    .slice(0, MOST_VOICES)
}

function sumsAlong(windows: readonly FrameWindow[], paths: Uint8Array[], voices: number): Sums[] {
  const sums = Array.from({ length: voices }, () => emptySums(DIMENSIONS))
  for (const [index, { vectors }] of windows.entries()) {
    for (const [block, voice] of (paths[index] ?? []).entries()) {
      const of = sums[voice]
      if (of) addVectors(of, vectors, block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES)
    }
  }
  return sums
}

function turnsAlong(windows: readonly FrameWindow[], paths: Uint8Array[]): SpeakerTurn[] {
  const turns: SpeakerTurn[] = []
  for (const [index, { steps }] of windows.entries()) {
    for (const [block, voice] of (paths[index] ?? []).entries()) {
      const start = (steps[block * BLOCK_FRAMES] as number) * STEP_SECONDS
      const end = ((steps[(block + 1) * BLOCK_FRAMES - 1] as number) + 1) * STEP_SECONDS
      const last = turns.at(-1)
      if (last?.voice === voice) last.end = end
      else turns.push({ start, end, voice })
    }
  }
  return turns
}
