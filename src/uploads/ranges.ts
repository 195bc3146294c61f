// Chunk numbers for people: `#0-3, #7` says more than a list of five numbers, and is no count.

/** @param indexes whole numbers, in any order */
export function rangesOf(indexes: number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const index of indexes.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range !== undefined && index <= range.last + 1) range.last = index
    else ranges.push({ first: index, last: index })
  }
  return ranges
    .map(({ first, last }) => (first === last ? `#${first}` : `#${first}-${last}`))
    .join(', ')
}
