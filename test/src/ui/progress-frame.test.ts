import { describe, expect, it } from 'vitest'
import { lastFrame, liveFrame } from '../../../src/ui/progress-frame.ts'
import { applyPatch, newProgress, type ProgressPatch } from '../../../src/ui/progress-state.ts'
import { widthOf } from '../../../src/ui/width.ts'

const NAMES = [
  'talk.mp3',
  '会議の録音と議事録とその他もろもろ.mp4',
  'e\u0301te\u0301 👨‍👩‍👧‍👦.wav',
  'x'.repeat(300),
]
const uploading: ProgressPatch = { phase: 'uploading', sentBytes: 4.5e6, totalBytes: 1e7 }
const hearing: ProgressPatch = {
  phase: 'transcribing',
  processedSeconds: 270,
  durationSeconds: 600,
}
const plain = (text: string) => text

function states(...patches: ProgressPatch[]) {
  return patches.map((patch, index) => applyPatch(newProgress(NAMES[index] ?? ''), patch, 0))
}

function frame(patches: ProgressPatch[], columns: number, rows = 20): string[] {
  return liveFrame(states(...patches), { columns, rows }, 1000, plain)
}

describe('the live view', () => {
  it('fits every width, whatever the names are', () => {
    for (let columns = 20; columns <= 200; columns += 1) {
      for (const line of frame([uploading, hearing, { phase: 'queued' }, uploading], columns)) {
        expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }
    }
  })

  it('puts names, bars and words under each other', () => {
    const lines = frame([uploading, hearing, { phase: 'queued' }], 100)
    const columnOf = (line: string | undefined, text: string) =>
      widthOf(line?.slice(0, line.indexOf(text)) ?? '')
    expect(columnOf(lines[0], '█')).toBe(columnOf(lines[1], '█'))
    expect(columnOf(lines[0], 'uploading')).toBe(columnOf(lines[1], 'transcribing'))
    expect(columnOf(lines[0], 'uploading')).toBe(columnOf(lines[2], 'queued'))
  })

  it('tells on 20 columns still which file it is and how far it is', () => {
    expect(frame([uploading, hearing], 20)).toEqual(['tal…mp3 45 %', '会….mp4 45 %', '0 of 2 done'])
  })

  it('counts what is done, failed, working and waiting', () => {
    const patches: ProgressPatch[] = [
      { phase: 'done' },
      { phase: 'failed' },
      hearing,
      { phase: 'waiting' },
    ]
    expect(frame(patches, 80).at(-1)).toBe('1 of 4 done, 1 failed, 1 working, 1 waiting')
  })

  it('takes no more lines than it was given', () => {
    const many = Array.from({ length: 50 }, () => hearing)
    expect(frame(many, 80, 5)).toHaveLength(5)
    expect(frame(many, 80, 1)).toHaveLength(2)
  })

  it('makes names harmless', () => {
    const state = { ...newProgress('a\u001b]0;b\u0007\r\u202ec'), phase: 'queued' as const }
    expect(liveFrame([state], { columns: 80, rows: 9 }, 0, plain)).toEqual([
      'a\\x1b]0;b\\x07\\r\\u202ec queued',
    ])
  })
})

describe('the last frame', () => {
  const last = (...patches: ProgressPatch[]) =>
    lastFrame(states(...patches), { columns: 80, rows: 20 }, 20_000)

  it('of one file is how long it took', () => {
    const state = applyPatch(
      states({ ...hearing, processedSeconds: 0 })[0] ?? newProgress(''),
      { phase: 'done' },
      20_000,
    )
    expect(lastFrame([state], { columns: 80, rows: 20 }, 20_000)).toEqual([
      'talk.mp3 10:00 of audio in 0:20, 30 × real time',
    ])
  })

  it('of one file that failed or was interrupted is empty', () => {
    expect(last({ phase: 'failed' })).toEqual([])
    expect(last(uploading)).toEqual([])
  })

  it('of several is left to the command, unless something is unfinished', () => {
    expect(last({ phase: 'done' }, { phase: 'failed' })).toEqual([])
    expect(last({ phase: 'done' }, { phase: 'failed' }, hearing, { phase: 'waiting' })).toEqual([
      '1 of 4 done, 1 failed, 2 unfinished',
    ])
  })
})
