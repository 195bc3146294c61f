import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { renderingOptionsOf, withRenderingFlags } from '../../../src/program/rendering-flags.ts'

function parse(...args: string[]) {
  const command = withRenderingFlags(new Command(), 'default: srt').exitOverride()
  command.configureOutput({ writeErr() {} }).parse(args, { from: 'user' })
  return renderingOptionsOf(command.opts(), 'srt')
}

describe('the flags of renderings', () => {
  it('ask for nothing by themselves', () => {
    expect(parse()).toEqual({ format: 'srt', words: false, timestamps: false, shape: {} })
  })

  it('take the shape of subtitles', () => {
    const { shape } = parse('--max-line', '42', '--max-lines', '2', '--max-cps', '17.5')
    expect(shape).toEqual({ maxLine: 42, maxLines: 2, maxCps: 17.5 })
  })

  it.each([
    [['--shift', '-1.5'], -1.5],
    [['--shift=-1.5'], -1.5],
    [['--shift', '+2'], 2],
    [['--shift', '0'], 0],
  ])('take %j', (args, seconds) => {
    expect(parse(...args).shape).toEqual({ shiftSeconds: seconds })
  })

  it('take several speakers, whose new names may be the same and have a "="', () => {
    const { shape } = parse('--speaker', 'Speaker 1 = A=B', '--speaker', 'Speaker 2=A=B')
    expect([...(shape.speakers ?? [])]).toEqual([
      ['Speaker 1', 'A=B'],
      ['Speaker 2', 'A=B'],
    ])
  })

  it('put names on one line', () => {
    expect(parse('--speaker', 'Speaker 1=An\nn\u001b[1m').shape.speakers?.get('Speaker 1')).toBe(
      'An n [1m',
    )
  })

  it.each([
    [['-f', 'json', '--max-line', '42'], /^--max-line needs -f text, srt, vtt, tsv or lrc$/],
    [['-f', 'json', '--shift', '1'], /^--shift needs/],
    [['-f', 'json', '--speaker', 'A=B'], /^--speaker needs/],
    [['-f', 'md', '--max-cps', '17'], /^--max-cps needs -f srt, vtt or tsv$/],
    [['-f', 'lrc', '--max-lines', '2'], /^--max-lines needs/],
    [['--words'], /^--words needs -f json or lrc$/],
    [['--timestamps'], /^--timestamps needs -f text$/],
    [['-f', 'SRT'], /^--format takes one of/],
    [['--max-line', '0'], /^--max-line takes/],
    [['--max-line', '-4'], /^--max-line takes/],
    [['--max-lines', '1.5'], /^--max-lines takes/],
    [['--max-cps', '0'], /^--max-cps takes a number above 0/],
    [['--max-cps', 'fast'], /^--max-cps takes/],
    [['--shift', '1m'], /^--shift takes seconds/],
    [['--shift', '1e3'], /^--shift takes seconds/],
    [['--speaker', 'Ann'], /^--speaker takes NAME=NEW/],
    [['--speaker', '=Ann'], /^--speaker takes NAME=NEW/],
    [['--speaker', 'Speaker 1= '], /^--speaker takes NAME=NEW/],
    [['--speaker', 'A=B', '--speaker', 'A=C'], /^--speaker names "A" twice$/],
  ])('refuse %j', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError)
    expect(() => parse(...args)).toThrow(message)
  })
})
