import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { languageTag, plainNumber, wholeNumber, yesOrNo } from '../../src/flag-values.ts'

describe('numbers of flags', () => {
  it.each(['1e1', '0x10', ' 5', '', '1.5', '-0'])('"%s" is no whole number', (text) => {
    expect(() => wholeNumber('--n', text, 0, 100)).toThrow(UsageError)
  })

  it.each(['1e3', 'Infinity', '-1', '.', '1.'])('"%s" is no number of seconds', (text) => {
    expect(() => plainNumber('--n', text)).toThrow(UsageError)
  })
})

describe('yesOrNo', () => {
  it.each([
    ['true', true],
    ['YES', true],
    ['on', true],
    ['1', true],
    ['false', false],
    ['No', false],
    ['off', false],
    ['0', false],
  ])('"%s" is %s', (text, expected) => {
    expect(yesOrNo('autostart', text)).toBe(expected)
  })

  it.each(['', 'maybe', '2', ' true'])('"%s" is neither', (text) => {
    expect(() => yesOrNo('autostart', text)).toThrow(UsageError)
  })
})

describe('languageTag', () => {
  it.each(['en', 'pt-BR', 'zh-Hans-CN', 'de_AT'])('takes %s', (text) => {
    expect(languageTag('language', text)).toBe(text)
  })

  it.each(['', 'e', 'plain English', 'en-', '12'])('refuses "%s"', (text) => {
    expect(() => languageTag('language', text)).toThrow(UsageError)
  })
})
