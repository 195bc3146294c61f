// What holds for every transcript and every shape.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderSrt, renderText, renderVtt } from '../../../daemon/rules/render.ts'
import { charactersIn } from '../../../src/render/characters.ts'
import { renderTranscript } from '../../../src/render/render.ts'
import type { Shape } from '../../../src/render/shape.ts'
import { segments, transcribed } from './transcripts.ts'

const shape: fc.Arbitrary<Shape> = fc.record(
  {
    maxLine: fc.integer({ min: 1, max: 60 }),
    maxLines: fc.integer({ min: 1, max: 4 }),
    maxCps: fc.integer({ min: 1, max: 40 }),
    shiftSeconds: fc.double({ min: -40, max: 40, noNaN: true }),
  },
  { requiredKeys: ['maxLine'] },
)

interface Block {
  startMs: number
  endMs: number
  lines: string[]
}

function vtt(job: ReturnType<typeof transcribed>, wish: Shape): Block[] {
  const options = { format: 'vtt', words: false, timestamps: false, shape: wish } as const
  const [header, ...blocks] = renderTranscript(job, options).text.split('\n\n')
  expect(header?.trim()).toBe('WEBVTT')
  return blocks.map((block) => {
    const [times = '', ...lines] = block.trimEnd().split('\n')
    const [startMs = 0, endMs = 0] = times.split(' --> ').map(msOf)
    return { startMs, endMs, lines: lines.map(unescaped) }
  })
}

function msOf(time: string): number {
  expect(time).toMatch(/^\d\d:[0-5]\d:[0-5]\d\.\d{3}$/)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000)
}

function unescaped(line: string): string {
  const spoken = line.replace(/^<v [^>]*>/, '')
  expect(spoken).not.toMatch(/[<>]/)
  return spoken.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const bare = (text: string) => text.replace(/\s/g, '')

describe('any shape of any transcript', () => {
  it('keeps all text, in order', () => {
    fc.assert(
      fc.property(segments, shape, (parts, { shiftSeconds: _, ...wish }) => {
        const shown = vtt(transcribed(parts), wish).flatMap(({ lines }) => lines)
        expect(bare(shown.join(''))).toBe(bare(parts.map(({ text }) => text).join('')))
      }),
    )
  })

  it('keeps every line and every cue within its limits', () => {
    fc.assert(
      fc.property(segments, shape, (parts, wish) => {
        for (const { lines } of vtt(transcribed(parts), wish)) {
          expect(lines.length).toBeLessThanOrEqual(wish.maxLines ?? 2)
          for (const line of lines) {
            expect(line).not.toBe('')
            expect(charactersIn(line)).toBeLessThanOrEqual(wish.maxLine ?? 42)
          }
        }
      }),
    )
  })

  it('ends every cue after it begins and before the next one does', () => {
    fc.assert(
      fc.property(segments, shape, (parts, wish) => {
        let floorMs = 0
        for (const { startMs, endMs } of vtt(transcribed(parts), wish)) {
          expect(startMs).toBeGreaterThanOrEqual(floorMs)
          expect(endMs).toBeGreaterThan(startMs)
          floorMs = endMs
        }
      }),
    )
  })

  it('breaks no word that fits a line', () => {
    fc.assert(
      fc.property(segments, shape, (parts, wish) => {
        const job = transcribed(parts)
        const given = new Set(parts.flatMap(({ text }) => text.split(' ')))
        const shown = vtt(job, wish).flatMap(({ lines }) =>
          lines.flatMap((line) => line.split(' ')),
        )
        const latin = shown.filter((word) => /^[a-z]+[,.?]?$/i.test(word) && !given.has(word))
        const long = [...given].filter((word) => charactersIn(word) > (wish.maxLine ?? 42))
        for (const piece of latin) {
          expect(long.some((word) => word.includes(piece))).toBe(true)
        }
      }),
    )
  })

  it('is what the server renders when the limits change nothing', () => {
    const plain = { maxLine: 1_000_000, maxLines: 1_000_000, shiftSeconds: 0 }
    fc.assert(
      fc.property(segments, fc.boolean(), (parts, timestamps) => {
        const job = transcribed(parts)
        const { maxLines: _, ...text } = plain
        const options = { words: false, timestamps: false, shape: plain }
        const rendered = (['srt', 'vtt'] as const).map(
          (format) => renderTranscript(job, { ...options, format }).text,
        )
        expect(rendered).toEqual([renderSrt(job.transcript), renderVtt(job.transcript)])
        expect(
          renderTranscript(job, { ...options, format: 'text', timestamps, shape: text }).text,
        ).toBe(renderText(job.transcript, timestamps))
      }),
    )
  })

  it('shifts there and back again, where nothing was cut off', () => {
    fc.assert(
      fc.property(segments, fc.integer({ min: 0, max: 9000 }), (parts, ms) => {
        const shifted = vtt(transcribed(parts), { shiftSeconds: ms / 1000 })
        const still = vtt(transcribed(parts), { shiftSeconds: 0 })
        const back = shifted.map(({ startMs, endMs }) => [startMs - ms, endMs - ms])
        expect(back).toEqual(still.map(({ startMs, endMs }) => [startMs, endMs]))
      }),
    )
  })

  it('a reading speed never shortens a cue, and more time never makes more cues too fast', () => {
    fc.assert(
      fc.property(segments, fc.integer({ min: 5, max: 30 }), (parts, maxCps) => {
        const tooFast = (blocks: Block[]) =>
          blocks.filter(({ startMs, endMs, lines }) => {
            return Math.ceil((charactersIn(lines.join(' ')) * 1000) / maxCps) > endMs - startMs
          }).length
        const job = transcribed(parts)
        const before = vtt(job, {})
        const after = vtt(job, { maxCps })
        const lasting = (blocks: Block[]) =>
          blocks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
        expect(tooFast(after)).toBeLessThanOrEqual(tooFast(before))
        expect(lasting(after)).toBeGreaterThanOrEqual(lasting(before))
      }),
    )
  })
})
