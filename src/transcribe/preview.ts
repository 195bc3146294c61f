// Prints what a dry run found: a line for each input on stdout, and the total.
import type { Io } from '../io.ts'
import { describeError, envelopeOf } from '../report.ts'
import { printable } from '../text.ts'
import { clock } from '../ui/progress-text.ts'
import { writeTable } from '../ui/table.ts'
import { minutes } from './budget.ts'
import type { Estimate, Total } from './estimate.ts'

const HEADER = ['INPUT', 'DURATION', 'MINUTES', 'PROBLEM']

/** @param concurrency wanted, to tell where the account allows less */
export async function writePreview(
  io: Io,
  estimates: Estimate[],
  total: Total,
  concurrency: number,
): Promise<void> {
  if (io.json) {
    const lines = [...estimates.map(recordOf), { summary: total }]
    return io.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  await writeTable(io, HEADER, estimates.map(rowOf))
  for (const { input, problems } of estimates) {
    for (const problem of problems) {
      io.complain(`scribe: ${printable(input)}: ${describeError(problem)}`)
    }
  }
  io.note(describeTotal(total, concurrency))
}

function recordOf({ input, skipped, probe, problems }: Estimate) {
  return {
    input,
    duration_seconds: probe.durationSeconds,
    minutes_needed: skipped ? 0 : probe.minutesNeeded,
    ...(skipped ? { skipped } : {}),
    problems: problems.map((problem) => {
      const { code, message } = envelopeOf(problem).error
      return { code, message }
    }),
  }
}

function rowOf({ input, skipped, probe, problems }: Estimate): string[] {
  const codes = problems.map((problem) => envelopeOf(problem).error.code)
  const { durationSeconds, minutesNeeded } = probe
  return [
    input,
    durationSeconds === null ? 'unknown' : clock(durationSeconds),
    minutesNeeded === null ? 'unknown' : String(minutesNeeded),
    skipped ? 'skipped' : codes.join(',') || 'none',
  ]
}

function describeTotal(total: Total, concurrency: number): string {
  const { unknown, refused, skipped, minutes_left: left, max_active_jobs: most } = total
  const parts = [`${minutes(total.minutes_needed)} needed for ${clock(total.duration_seconds)}`]
  if (unknown > 0) parts.push(`${unknown} of unknown length not counted`)
  if (left !== null) parts.push(`${minutes(left)} left`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  if (refused > 0) parts.push(`${refused} would be refused`)
  if (most !== null && most < Math.min(concurrency, total.inputs)) {
    parts.push(`at most ${most} at a time (max_active_jobs)`)
  }
  return parts.join(', ')
}
