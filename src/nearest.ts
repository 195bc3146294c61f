// What somebody may have meant who mistyped a name.

/** @returns ` (did you mean a?)`, or ` (there are a, b)` when nothing is near, if there are any */
export function nearestHint(word: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const near = nearestOf(word, names)
  return near === undefined ? ` (there are ${names.join(', ')})` : ` (did you mean ${near}?)`
}

/** @returns a name that begins so, or differs in at most two fifths of its letters */
export function nearestOf(word: string, names: readonly string[]): string | undefined {
  const begun = word.length < 2 ? undefined : names.find((name) => name.startsWith(word))
  if (begun !== undefined) return begun
  const ranked = names
    .map((name) => ({ name, edits: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= 0.4 * Math.max(word.length, name.length))
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.name
}

/** Letters added, dropped, replaced or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)] as [
    number[],
    number[],
  ]
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}
