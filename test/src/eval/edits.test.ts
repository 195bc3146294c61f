import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countEdits } from '../../../src/eval/edits.ts'

const split = (text: string) => text.split(' ').filter((word) => word !== '')

const edits = async (said: string, heard: string) => {
  const { substitutions, deletions, insertions } = await countEdits(split(said), split(heard))
  return [substitutions, deletions, insertions]
}

/** By the book: the whole table, the same preference. */
function byTheBook(said: string[], heard: string[]): [distance: number, right: number] {
  const better = (a: [number, number], b: [number, number]) =>
    a[0] < b[0] || (a[0] === b[0] && a[1] > b[1]) ? a : b
  let above = heard.map((_, index): [number, number] => [index, 0]).concat([[heard.length, 0]])
  for (const [line, unit] of said.entries()) {
    const row: [number, number][] = [[line + 1, 0]]
    for (const [column, other] of heard.entries()) {
      const [distance, right] = above[column] ?? [0, 0]
      const [up, upRight] = above[column + 1] ?? [0, 0]
      const [left, leftRight] = row[column] ?? [0, 0]
      const across: [number, number] =
        unit === other ? [distance, right + 1] : [distance + 1, right]
      row.push(better(across, better([up + 1, upRight], [left + 1, leftRight])))
    }
    above = row
  }
  return above[heard.length] ?? [0, 0]
}

describe('edits', () => {
  it.each([
    ['nothing', 'a b c', 'a b c', [0, 0, 0]],
    ['a substitution', 'a b c', 'a x c', [1, 0, 0]],
    ['a deletion', 'a b c', 'a c', [0, 1, 0]],
    ['an insertion', 'a b c', 'a b x c', [0, 0, 1]],
    ['everything missing', 'a b c', '', [0, 3, 0]],
    ['nothing said', '', 'a b', [0, 0, 2]],
    ['nothing at all', '', '', [0, 0, 0]],
    ['the way with more units right', 'a b', 'b c', [0, 1, 1]],
  ])('%s', async (_, said, heard, expected) => {
    expect(await edits(said, heard)).toEqual(expected)
  })

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 120 })

  it('are the fewest, and of those with the most units right', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (said, heard) => {
        const { substitutions, deletions, insertions } = await countEdits(said, heard)
        const [distance, right] = byTheBook(said, heard)
        expect(substitutions + deletions + insertions).toBe(distance)
        expect(said.length - substitutions - deletions).toBe(right)
        expect(heard.length - substitutions - insertions).toBe(right)
      }),
    )
  })

  it('are found in texts of hours, and stop when told to', async () => {
    const said = Array.from({ length: 40_000 }, (_, index) => `w${index % 997}`)
    const heard = said.flatMap((word, index) => {
      if (index % 50 === 0) return []
      return index % 70 === 0 ? [word, 'extra'] : [word]
    })
    const { substitutions, deletions, insertions } = await countEdits(said, heard)
    expect([substitutions, deletions, insertions]).toEqual([0, 800, 457])
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(countEdits(said, heard.toReversed(), stopped)).rejects.toThrow('enough')
  })
})
