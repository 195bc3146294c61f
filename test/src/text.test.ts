import { describe, expect, it } from 'vitest'
import { printable, withoutControls } from '../../src/text.ts'

describe('printable', () => {
  it('shows control characters instead of sending them to the terminal', () => {
    expect(printable('a\nb\t\u001b[31mred\u0007\u009b2J')).toBe('a\\nb\\t\\x1b[31mred\\x07\\x9b2J')
  })

  it('shows characters that turn the reading direction around', () => {
    expect(printable('gpm\u202e3.exe')).toBe('gpm\\u202e3.exe')
  })

  it('shows what takes no room and would make two names look the same', () => {
    expect(printable('pay\u200bpal\ufeff\u2060.mp3')).toBe('pay\\u200bpal\\ufeff\\u2060.mp3')
    expect(printable('so\xadft')).toBe('so\\xadft')
    expect(printable('hidden\u{e0041}')).toBe('hidden\\u{e0041}')
  })

  it('leaves joiners alone where a script or an emoji needs them', () => {
    for (const text of [
      'می‌خواهم',
      'क्‍ष',
      '👨‍👩‍👧‍👦',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ]) {
      expect(printable(text)).toBe(text)
    }
  })

  it('leaves letters of all scripts, spaces and emoji alone', () => {
    expect(printable('Größe 会議 مرحبا 🎙️.mp3')).toBe('Größe 会議 مرحبا 🎙️.mp3')
  })
})

describe('withoutControls', () => {
  it('drops control characters but keeps lines and tabs', () => {
    expect(withoutControls('one\n\ttwo\u001b]0;title\u0007\r\n')).toBe('one\n\ttwo]0;title\n')
  })
})
