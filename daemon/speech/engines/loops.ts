// A greedy decoder that has lost the audio says the same phrase again and again. This finds the
// first sign of it, so that the decode can stop there.

/** A sentence; whole paragraphs do not fit into a piece three times. */
const LONGEST_PHRASE = 40
/** Further repetitions that prove a loop: a word may well be said four times, a phrase twice. */
const provingRepeats = (length: number) => (length <= 2 ? 4 : 2)

/**
 * Looks for a phrase that the last tokens repeat too often.
 *
 * @returns how many tokens at the end are repetitions of it, or 0
 */
export function loopLength(ids: readonly number[]): number {
  for (let length = 1; length <= LONGEST_PHRASE; length++) {
    const repeated = provingRepeats(length) * length
    if (ids.length >= repeated + length && repeatsWith(ids, length, repeated)) return repeated
  }
  return 0
}

/** Whether each of the last `count` tokens equals the one `length` before it. */
function repeatsWith(ids: readonly number[], length: number, count: number): boolean {
  for (let back = 1; back <= count; back++)
    if (ids[ids.length - back] !== ids[ids.length - back - length]) return false
  return true
}
