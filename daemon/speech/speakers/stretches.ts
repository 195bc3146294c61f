// Where the voice may change. Two seconds before and two seconds after every tenth of a second (of
// vowels; nothing else is kept) are compared as clusters are (see clusters.ts); the peaks of that
// curve cut the speech, and cuts that do not part two voices are taken back. Works on one window of
// frames at a time.
import { type Cluster, clusterOf, difference, gainOf, merged, NEIGHBOURS } from './clusters.ts'
import { DIMENSIONS, type FrameWindow } from './frames.ts'
import { addSums, addVectors, emptySums, type Sums } from './gaussian.ts'

/** Frames that are looked at together: a tenth of a second. */
export const BLOCK_FRAMES = 10
/** Blocks on either side that are compared. */
const SIDE_BLOCKS = 20
const LEAST_SIDE_BLOCKS = 5
/** A peak is the highest within so many blocks. */
const PEAK_BLOCKS = 10

/** Whole blocks in a window; what is left of the last one is too little to matter. */
export function blocksIn({ count }: FrameWindow): number {
  return Math.floor(count / BLOCK_FRAMES)
}

/** One cluster a stretch, in time order; together they are all blocks of the window. */
export function stretchesOf(window: FrameWindow): Cluster[] {
  const blocks = Array.from({ length: blocksIn(window) }, (_, block) => {
    const sums = emptySums(DIMENSIONS)
    addVectors(sums, window.vectors, block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES)
    return sums
  })
  const cuts = [0, ...peaks(changeCurve(blocks)), blocks.length]
  const stretches: Cluster[] = []
  for (let i = 1; i < cuts.length; i += 1) {
    const stretch = stretchOf(blocks, cuts[i - 1] ?? 0, cuts[i] ?? 0)
    const last = stretches.at(-1)
    if (last === undefined || difference(last, stretch, NEIGHBOURS) > 0) stretches.push(stretch)
    else stretches[stretches.length - 1] = merged(last, stretch)
  }
  return stretches
}

function stretchOf(blocks: readonly Sums[], from: number, to: number): Cluster {
  const sums = emptySums(DIMENSIONS)
  for (const block of blocks.slice(from, to)) addSums(sums, block)
  return clusterOf(sums)
}

/** How much the speech before each block differs from that after, in nats; 0 at the ends. */
function changeCurve(blocks: readonly Sums[]): Float64Array {
  const curve = new Float64Array(blocks.length)
  const before = emptySums(DIMENSIONS)
  const after = emptySums(DIMENSIONS)
  for (const block of blocks.slice(0, SIDE_BLOCKS)) addSums(after, block)
  for (const [index, block] of blocks.entries()) {
    const left = Math.min(index, SIDE_BLOCKS)
    const right = Math.min(blocks.length - index, SIDE_BLOCKS)
    if (Math.min(left, right) >= LEAST_SIDE_BLOCKS) {
      const gain = gainOf(clusterOf(before), clusterOf(after))
      curve[index] = (gain * (left + right)) / (2 * SIDE_BLOCKS)
    }
    addSums(before, block)
    addSums(after, block, -1)
    const gone = blocks[index - SIDE_BLOCKS]
    if (gone !== undefined) addSums(before, gone, -1)
    const come = blocks[index + SIDE_BLOCKS]
    if (come !== undefined) addSums(after, come)
  }
  return curve
}

function peaks(curve: Float64Array): number[] {
  const found: number[] = []
  for (const [index, value] of curve.entries()) {
    const around = curve.subarray(Math.max(0, index - PEAK_BLOCKS), index + PEAK_BLOCKS + 1)
    if (value <= 0 || around.some((other) => other > value)) continue
    if (index - (found.at(-1) ?? 0) >= LEAST_SIDE_BLOCKS) found.push(index)
  }
  return found
}
