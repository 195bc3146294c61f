import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { plainNumber, wholeNumber } from '../../src/flag-values.ts'

describe('numbers of flags', () => {
  it.each(['1e1', '0x10', ' 5', '', '1.5', '-0'])('"%s" is no whole number', (text) => {
    expect(() => wholeNumber('--n', text, 0, 100)).toThrow(UsageError)
  })

  it.each(['1e3', 'Infinity', '-1', '.', '1.'])('"%s" is no number of seconds', (text) => {
    expect(() => plainNumber('--n', text)).toThrow(UsageError)
  })
})
