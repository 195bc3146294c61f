// Counts what it takes to turn what was heard into what was said: Levenshtein's distance, split
// into substitutions, deletions and insertions. Memory is two rows, as a talk of five hours has
// 45,000 words; time is saved by looking only near the diagonal, in a band that is widened until
// the answer proves that no better path lies outside (Ukkonen 1985).
import { setImmediate as breathe } from 'node:timers/promises'

export interface Edits {
  substitutions: number
  /** Said, but not heard. */
  deletions: number
  /** Heard, but not said. */
  insertions: number
}

/** A path's distance and its substitutions in one number, so that one comparison orders both. */
const EDIT = 2 ** 26
const SUBSTITUTION = EDIT + 1
const FIRST_MARGIN = 32
/** Between two looks at the signal; some milliseconds. */
const CELLS_AT_A_TIME = 2_000_000

/**
 * The fewest edits; among these ways the one with the most units right.
 *
 * @throws the signal's reason
 */
export async function countEdits(
  reference: readonly string[],
  heard: readonly string[],
  signal?: AbortSignal,
): Promise<Edits> {
  const [said, got] = numbered(reference, heard)
  const [short, long] = said.length <= got.length ? [said, got] : [got, said]
  const difference = long.length - short.length
  for (let margin = FIRST_MARGIN; ; margin *= 2) {
    const packed = await pathWithin(short, long, margin, signal)
    const distance = Math.floor(packed / EDIT)
    if (distance > difference + 2 * margin + 1 && margin < short.length) continue
    const substitutions = packed % EDIT
    const deletions = (distance - substitutions + said.length - got.length) / 2
    return { substitutions, deletions, insertions: distance - substitutions - deletions }
  }
}

/** Equal texts get equal numbers, which compare faster. */
function numbered(...texts: (readonly string[])[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const numberOf = (unit: string) => {
    const number = numbers.get(unit) ?? numbers.size
    numbers.set(unit, number)
    return number
  }
  const [first = [], second = []] = texts
  return [Int32Array.from(first, numberOf), Int32Array.from(second, numberOf)]
}

/** The cheapest path that strays at most `margin` from the diagonals that it has to touch. */
async function pathWithin(
  short: Int32Array,
  long: Int32Array,
  margin: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const reach = long.length - short.length + margin
  let above = Float64Array.from({ length: long.length + 1 }, (_, column) => column * EDIT)
  let row = new Float64Array(long.length + 1)
  let cells = 0
  for (let index = 1; index <= short.length; index += 1) {
    const from = Math.max(1, index - margin)
    const to = Math.min(long.length, index + reach)
    row[from - 1] = from === 1 ? index * EDIT : Number.POSITIVE_INFINITY
    if (to === index + reach) above[to] = Number.POSITIVE_INFINITY
    fillRow(row, above, long, { unit: short[index - 1] ?? 0, from, to })
    ;[above, row] = [row, above]
    cells += to - from + 1
    if (cells < CELLS_AT_A_TIME) continue
    cells = 0
    await breathe()
    signal?.throwIfAborted()
  }
  return above[long.length] ?? 0
}

function fillRow(
  row: Float64Array,
  above: Float64Array,
  long: Int32Array,
  { unit, from, to }: { unit: number; from: number; to: number },
): void {
  let left = row[from - 1] ?? 0
  let diagonal = above[from - 1] ?? 0
  for (let column = from; column <= to; column += 1) {
    const up = above[column] ?? 0
    const across = long[column - 1] === unit ? diagonal : diagonal + SUBSTITUTION
    const around = (up < left ? up : left) + EDIT
    left = across < around ? across : around
    row[column] = left
    diagonal = up
  }
}
