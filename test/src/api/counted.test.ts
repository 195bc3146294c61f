import { describe, expect, it } from 'vitest'
import { counted, counted as countedByCommands, isOrAre } from '../../../src/api/counted.ts'

describe('a number in a message', () => {
  it.each([
    [0, '0 minutes', 'are'],
    [1, '1 minute', 'is'],
    [2, '2 minutes', 'are'],
  ])('%d has the right form of what it counts', (count, text, verb) => {
    expect(counted(count, 'minute')).toBe(text)
    expect(countedByCommands(count, 'minute')).toBe(text)
    expect(isOrAre(count)).toBe(verb)
  })
})
