import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Named, outputNames } from '../../../src/outputs/names.ts'

const named = (path: string): Named => ({
  baseName: basename(path),
  folder: path.includes('/') ? dirname(path) : null,
})

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
    expect(outputNames([named('/a/talk.mp3')], format)).toEqual([name])
  })

  const cases: [string, string[], string[]][] = [
    ['endings', ['/a/talk.mp3', '/a/talk.wav'], ['talk.mp3.txt', 'talk.wav.txt']],
    ['folders', ['/x/mon/talk.mp3', '/x/tue/talk.mp3'], ['mon-talk.txt', 'tue-talk.txt']],
    [
      'both',
      ['/x/mon/talk.mp3', '/x/mon/talk.wav', '/x/tue/talk.mp3'],
      ['mon-talk.txt', 'talk.wav.txt', 'tue-talk.txt'],
    ],
    [
      'more folders where one is not enough',
      ['/x/may/1/talk.mp3', '/x/june/1/talk.mp3', '/x/june/2/talk.mp3'],
      ['may-1-talk.txt', 'june-1-talk.txt', '2-talk.txt'],
    ],
    [
      'other names than those that others have',
      ['/mon/talk.mp3', '/tue/talk.mp3', '/x/mon-talk.mp3'],
      ['mon-talk.mp3.txt', 'tue-talk.txt', 'x-mon-talk.txt'],
    ],
    [
      'numbers where nothing tells them apart',
      ['/a/Talk.mp3', '/a/talk.mp3'],
      ['Talk.txt', 'talk-2.txt'],
    ],
    [
      'numbers for one that is given twice',
      ['/a/talk.mp3', '/a/talk.mp3'],
      ['talk.txt', 'talk-2.txt'],
    ],
    ['numbers for what is no file', ['stdin', 'stdin'], ['stdin.txt', 'stdin-2.txt']],
  ]

  it.each(cases)('tells equal names apart by %s', (_by, paths, names) => {
    expect(outputNames(paths.map(named), 'text')).toEqual(names)
  })

  it.each(cases)('gives the same whatever the order: %s', (_by, paths) => {
    const inOrder = new Map(
      paths.map((path, place) => [path, outputNames(paths.map(named), 'text')[place]]),
    )
    const backwards = paths.toReversed()
    const names = outputNames(backwards.map(named), 'text')
    expect(new Map(backwards.map((path, place) => [path, names[place]]))).toEqual(inOrder)
  })

  it('never gives a name that an input had alone to another that joins', () => {
    const alone = outputNames([named('/x/tue/talk.mp3')], 'text')
    const joined = outputNames(['/x/mon/talk.mp3', '/x/tue/talk.mp3'].map(named), 'text')
    expect(joined).not.toContain(alone[0])
  })

  it('keeps the names of others when one joins those that are told apart', () => {
    const before = ['/x/mon/talk.mp3', '/x/tue/talk.mp3', '/x/tue/other.mp3']
    const after = ['/x/fri/talk.mp3', ...before]
    expect(outputNames(after.map(named), 'text').slice(1)).toEqual(
      outputNames(before.map(named), 'text'),
    )
  })

  it('tells names apart as a file system without case would', () => {
    const paths = ['/a/caf\u00e9.mp3', '/b/Cafe\u0301.mp3']
    expect(outputNames(paths.map(named), 'srt')).toEqual(['a-caf\u00e9.srt', 'b-Cafe\u0301.srt'])
  })

  it('stays short enough for a file system, however long the folders', () => {
    const paths = ['a', 'b'].map((top) => `/${top}/${'x'.repeat(199)}/talk.mp3`)
    expect(outputNames(paths.map(named), 'text')).toEqual(['talk.txt', 'talk-2.txt'])
  })

  it('names many of one name in no time', () => {
    const paths = Array.from({ length: 20_000 }, (_, number) => `/x/${number}/talk.mp3`)
    expect(new Set(outputNames(paths.map(named), 'text')).size).toBe(20_000)
  })

  it('keeps dots inside a name', () => {
    expect(outputNames(['/a/2024.05.01 talk.mp3', '/a/.mp3'].map(named), 'vtt')).toEqual([
      '2024.05.01 talk.vtt',
      '.mp3.vtt',
    ])
  })
})
