// Which voices of different windows are one speaker. Each window knows its own voices, and an
// embedding of each: a vector that points in the same direction whatever is said. Bottom-up
// clustering by the angle between them; voices of one window stay apart, as they were told apart
// where they could be compared best.

export interface LocalVoice {
  window: number
  embedding: Float32Array
  /** How long it was heard, which is how much its embedding counts. */
  seconds: number
}

/** Cosine of two embeddings above which they are one speaker (as sherpa-onnx has it). */
const SAME_SPEAKER = 0.5

/** @returns the number of the speaker of each voice */
export function linkVoices(voices: readonly LocalVoice[]): number[] {
  const groups = voices.map((voice, index) => ({
    members: [index],
    windows: new Set([voice.window]),
    sum: unit(voice.embedding).map((value) => value * voice.seconds),
  }))
  for (;;) {
    let most = SAME_SPEAKER
    let pair: [number, number] | null = null
    for (const [i, a] of groups.entries()) {
      for (const [j, b] of groups.slice(0, i).entries()) {
        const likeness = cosine(a.sum, b.sum)
        if (likeness <= most || overlap(a.windows, b.windows)) continue
        most = likeness
        pair = [i, j]
      }
    }
    if (pair === null) break
    const [gone] = groups.splice(pair[0], 1)
    const kept = groups[pair[1]]
    if (gone === undefined || kept === undefined) break
    kept.members.push(...gone.members)
    for (const window of gone.windows) kept.windows.add(window)
    kept.sum = kept.sum.map((value, k) => value + (gone.sum[k] ?? 0))
  }
  const speakers: number[] = []
  for (const [speaker, { members }] of groups.entries()) {
    for (const member of members) speakers[member] = speaker
  }
  return speakers
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return [...a].some((value) => b.has(value))
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

function cosine(a: Float32Array, b: Float32Array): number {
  return dot(unit(a), unit(b))
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
}
