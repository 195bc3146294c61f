// The live view's lines, laid out for a terminal's size: one for each input that is being worked
// on, and a count below when there are several. Pure; of several inputs those that wait or are
// done take no line, so that the view fits any terminal.
import { printable } from '../text.ts'
import { fractionOf, type InputProgress, isActive, type Phase } from './progress-state.ts'
import { bar, fitting, tellings } from './progress-text.ts'
import { padTo, truncateMiddle, widthOf } from './width.ts'

export interface FrameSize {
  columns: number
  /** Lines at most. */
  rows: number
}

/** Columns for the bar by columns of the terminal: narrow ones need the room for words. */
const BARS = [
  { from: 100, columns: 20 },
  { from: 60, columns: 10 },
]
const SMALLEST_NAME = 7

/** @param paintBar colours the bar where there are colours */
export function liveFrame(
  states: InputProgress[],
  size: FrameSize,
  nowMs: number,
  paintBar: (text: string) => string,
): string[] {
  const { columns, rows } = size
  if (states.length === 1) return rowsOf(states, columns, nowMs, paintBar)
  const active = states.filter(({ phase }) => isActive(phase)).slice(0, Math.max(1, rows - 1))
  return [...rowsOf(active, columns, nowMs, paintBar), countOf(states, columns)]
}

/**
 * What is worth reading when the work has ended, however it ended; may be nothing. The command
 * itself sums up several inputs, unless it was interrupted.
 */
export function lastFrame(
  states: InputProgress[],
  { columns }: FrameSize,
  nowMs: number,
): string[] {
  const ended = (phase: Phase) => phase === 'done' || phase === 'failed'
  if (states.length > 1) {
    const interrupted = states.some(({ phase }) => !ended(phase))
    return interrupted ? [countOf(states, columns, 'unfinished')] : []
  }
  const done = states.filter(({ phase }) => phase === 'done')
  return rowsOf(done, columns, nowMs, (text) => text)
}

function rowsOf(
  states: InputProgress[],
  columns: number,
  nowMs: number,
  paintBar: (text: string) => string,
): string[] {
  const names = states.map(({ name }) => printable(name))
  const most = Math.max(SMALLEST_NAME, Math.floor(columns / 3))
  const nameColumns = Math.min(most, Math.max(0, ...names.map(widthOf)))
  const anyBar = states.some((state) => fractionOf(state) !== null)
  const barColumns = (anyBar && BARS.find(({ from }) => columns >= from)?.columns) || 0
  const room = columns - nameColumns - 1 - (barColumns === 0 ? 0 : barColumns + 1)
  return states.map((state, index) => {
    const name = padTo(truncateMiddle(names[index] ?? '', nameColumns), nameColumns)
    const meter = barColumns === 0 ? [] : [paintBar(bar(fractionOf(state), barColumns))]
    return [name, ...meter, fitting(tellings(state, nowMs), room)].join(' ')
  })
}

/** @param rest what to call the inputs that are neither done nor failed; told apart unless given */
function countOf(states: InputProgress[], columns: number, rest?: string): string {
  const count = (test: (phase: Phase) => boolean) =>
    states.filter(({ phase }) => test(phase)).length
  const done = count((phase) => phase === 'done')
  const failed = count((phase) => phase === 'failed' || phase === 'canceled')
  const working = count(isActive)
  const waiting = states.length - done - failed - working
  const others: [number, string][] =
    rest === undefined
      ? [
          [working, 'working'],
          [waiting, 'waiting'],
        ]
      : [[working + waiting, rest]]
  const tell = (facts: [number, string][]) =>
    facts.flatMap(([number, word]) => (number > 0 ? [`, ${number} ${word}`] : [])).join('')
  const begin = `${done} of ${states.length} done`
  const most = begin + tell([[failed, 'failed'], ...others])
  return fitting([most, begin + tell([[failed, 'failed']]), begin], columns)
}
