// How well speakers are told apart without any model, on the project's recording of two voices, and
// what five hours cost. The shares are the same on a busy machine; the times are not. The hours are
// the recording again and again, which has two voices however often it comes.
//
// SCRIBE_BENCH_RECORDINGS=folder tells how well they are told apart in the recordings there, which
// make-voices.js has made: how often the number of speakers is right, and the shares.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Piece } from '../../daemon/speech/pieces.ts'
import { createClassicSpeakers } from '../../daemon/speech/speakers/classic.ts'
import { heardBy, piecesOf, rightShare, TWO_SPEAKERS, trueTurns } from '../support/speaker-turns.ts'

const LONG_SECONDS = 5 * 3600
const NOISES = [0, 0.003, 0.01]

const pieces = await piecesOf(TWO_SPEAKERS)
for (const noise of NOISES) {
  const turns = await heardBy(
    createClassicSpeakers(),
    pieces.map((piece) => noisy(piece, noise)),
  )
  const voices = new Set(turns.map(({ voice }) => voice)).size
  const share = (100 * rightShare(trueTurns(), turns)).toFixed(1)
  console.log(`  noise ${noise.toFixed(3)}   ${share} % of the time right, ${voices} voices`)
}

const recordings = process.env.SCRIBE_BENCH_RECORDINGS
if (recordings !== undefined) await measureRecordings(recordings)

const end = Math.max(
  ...pieces.map(({ samples, startSeconds }) => startSeconds + samples.length / 16_000),
)
const never = new AbortController().signal
const speakers = createClassicSpeakers()
const before = process.memoryUsage().rss
const started = performance.now()
for (let shift = 0; shift < LONG_SECONDS; shift += end) {
  for (const { samples, startSeconds } of pieces) {
    await speakers.feed({ samples, startSeconds: startSeconds + shift }, never)
  }
}
const fedMs = performance.now() - started
const heard = await speakers.finish(never)
const allMs = performance.now() - started
const megabytes = (process.memoryUsage().rss - before) / 1e6
console.log(
  `  ${LONG_SECONDS / 3600} hours         real-time factor ${(allMs / 1000 / LONG_SECONDS).toFixed(5)}, ${new Set(heard.map(({ voice }) => voice)).size} voices`,
)
console.log(
  `                  ${((allMs - fedMs) / 1000).toFixed(1)} s of it at the end, ${megabytes.toFixed(0)} MB more`,
)
process.exit()

/** White noise, its peaks as given; full scale is 1. */
function noisy({ samples, startSeconds }: Piece, peak: number): Piece {
  let seed = 1
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return peak * ((2 * seed) / 2_147_483_647 - 1)
  }
  return { samples: samples.map((sample) => sample + noise()), startSeconds }
}

async function measureRecordings(folder: string): Promise<void> {
  const groups = new Map<string, { right: boolean; more: boolean; share: number }[]>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.wav'))) {
    const name = file.slice(0, -'.wav'.length)
    const truth = trueTurns(join(folder, `${name}.turns.tsv`))
    const turns = await heardBy(createClassicSpeakers(), await piecesOf(join(folder, file)))
    const [said, heard] = [truth, turns].map((all) => new Set(all.map(({ voice }) => voice)).size)
    const [one, many] = [said ?? 0, heard ?? 0]
    const condition = /-(room|music|noise|telephone)$/.exec(name)?.[1] ?? 'plain'
    const group = `${name.split('-')[0]}, ${condition}`
    const result = { right: one === many, more: many > one, share: rightShare(truth, turns) }
    groups.set(group, [...(groups.get(group) ?? []), result])
  }
  for (const [group, results] of [...groups].sort()) {
    const count = (is: 'right' | 'more') => results.filter((result) => result[is]).length
    const share = results.reduce((sum, result) => sum + result.share, 0) / results.length
    console.log(
      `  ${group.padEnd(17)} ${count('right')} of ${results.length} with the right number, ${count('more')} with more; ${(100 * share).toFixed(1)} % of the time right`,
    )
  }
}
