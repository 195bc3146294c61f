// The seam between two pieces that were cut in the middle of somebody's speech. An engine takes
// every piece for a text of its own: it closes the first with a full stop and opens the second
// with a capital. Where a word on either side proves that the sentence goes on, both are taken
// back. Judged from the words alone, for English; whatever is in doubt stays as it was heard.

/** A sentence that goes on with one of these has a comma before it, one with the others has none. */
const AFTER_COMMA = new Set('and but or nor who which whose saying'.split(' '))
const CONTINUING = new Set(
  'that than because for from of to with by into onto until whom'.split(' '),
)
/** Nobody stops after one of these. */
const DANGLING = new Set(
  'a an the my your our their and but or nor as if than because of to from by with into is are was were has have had will would that about almost very'.split(
    ' ',
  ),
)
/** Has its capital only because it was the first. */
const SMALL = new Set(
  'a an the this that these those my your his her its our their he she it we you they there and but or nor so as if when where while who which what than because of to from by with into for in on at is are was were has have had will would not then after before'.split(
    ' ',
  ),
)

/** One full stop, not an ellipsis and not that of `U.S.` or `J.` */
const FULL_STOP = /(?<=\p{L}{2}|\p{N})\.$/u
/** Nothing to doubt. */
const OTHER_END = /(?:[!?…]|\.\.)["'”’]?$/u

/**
 * @param before last word of the first piece, with its punctuation
 * @param after first word of the second
 * @returns both, as they are written inside a sentence where it goes on
 */
export function mendSeam(before: string, after: string): [before: string, after: string] {
  if (OTHER_END.test(before)) return [before, after]
  const next = bare(after)
  const open = before.replace(FULL_STOP, '')
  if (AFTER_COMMA.has(next)) return [open === before ? before : `${open},`, small(after)]
  if (CONTINUING.has(next)) return [open, small(after)]
  if (DANGLING.has(bare(before))) return [open, SMALL.has(next) ? small(after) : after]
  return [before, after]
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, '')
}

function small(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1)
}
