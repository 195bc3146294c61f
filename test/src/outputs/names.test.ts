import { describe, expect, it } from 'vitest'
import { outputNames } from '../../../src/outputs/names.ts'

describe('outputNames', () => {
  it.each([
    ['text', 'talk.txt'],
    ['srt', 'talk.srt'],
    ['vtt', 'talk.vtt'],
    ['json', 'talk.json'],
    ['tsv', 'talk.tsv'],
    ['md', 'talk.md'],
    ['lrc', 'talk.lrc'],
  ] as const)('names %s files after their input', (format, name) => {
    expect(outputNames(['talk.mp3'], format)).toEqual([name])
  })

  it('gives inputs of the same name different files', () => {
    const inputs = ['talk.mp3', 'talk.wav', 'talk.mp3', 'talk.mp3', 'stdin', 'stdin']
    expect(outputNames(inputs, 'text')).toEqual([
      'talk.txt',
      'talk.wav.txt',
      'talk.mp3.txt',
      'talk-2.txt',
      'stdin.txt',
      'stdin-2.txt',
    ])
  })

  it('tells names apart as a file system without case would', () => {
    expect(outputNames(['Talk.mp3', 'talk.mp3'], 'text')).toEqual(['Talk.txt', 'talk.mp3.txt'])
    expect(outputNames(['caf\u00e9.mp3', 'cafe\u0301.mp3'], 'srt')[1]).toBe('cafe\u0301.mp3.srt')
  })

  it('keeps dots inside a name', () => {
    expect(outputNames(['2024.05.01 talk.mp3', '.mp3'], 'vtt')).toEqual([
      '2024.05.01 talk.vtt',
      '.mp3.vtt',
    ])
  })
})
