// Charging and returning minutes, inside the caller's transaction. The ledger's ids make a
// second charge or refund of one job impossible, whatever races or crashes come between.

import { counted, isOrAre } from '../../src/api/counted.ts'
import { JobError } from '../../src/api/errors.ts'
import type { Transaction } from '../ports.ts'
import type { Team, TranscriptionRecord } from '../records.ts'
import { type Minutes, minutesFor, splitCharge, usableMinutes } from '../rules/charge.ts'
import { inCurrentCycle } from '../rules/cycle.ts'

/**
 * Charges a job for its duration, or adjusts an earlier charge when the duration proved
 * different from what the file's header said.
 *
 * @param durationSeconds of the media
 * @returns the minutes charged
 * @throws JobError insufficient_minutes
 */
export function charge(
  tx: Transaction,
  job: TranscriptionRecord,
  durationSeconds: number,
  now: string,
): number {
  const needed = minutesFor(durationSeconds)
  const team = teamOf(tx, job, now)
  const earlier = tx.get('ledger', `charge:${job.id}`)
  const before: Minutes = earlier ? undo(team, earlier) : team.minutes
  const split = splitCharge(before, team.plan !== null, needed)
  if (split === null) {
    const left = usableMinutes(before, team.plan !== null)
    throw new JobError(
      'insufficient_minutes',
      `The media needs ${counted(needed, 'minute')} and ${left} ${isOrAre(left)} left. Add minutes, then transcribe it again.`,
    )
  }
  const minutes = { cycle: before.cycle - split.cycle, topup: before.topup - split.topup }
  tx.put('teams', { ...team, minutes: { ...team.minutes, ...minutes } })
  tx.put('ledger', {
    id: `charge:${job.id}`,
    team_id: team.id,
    transcription_id: job.id,
    cycle: -split.cycle,
    topup: -split.topup,
    created_at: now,
  })
  return needed
}

/** Returns what a job was charged; once at most, and nothing when it was not charged. */
export function refund(tx: Transaction, job: TranscriptionRecord, now: string): void {
  const charged = tx.get('ledger', `charge:${job.id}`)
  if (charged === undefined || tx.get('ledger', `refund:${job.id}`) !== undefined) return
  const team = teamOf(tx, job, now)
  tx.put('teams', { ...team, minutes: { ...team.minutes, ...undo(team, charged) } })
  tx.put('ledger', {
    ...charged,
    id: `refund:${job.id}`,
    cycle: -charged.cycle,
    topup: -charged.topup,
    created_at: now,
  })
}

/** Undoes a ledger entry (charges are negative); cycle minutes of an earlier cycle have lapsed. */
function undo({ minutes }: Team, entry: Minutes): Minutes {
  const cycle = Math.min(minutes.cycle - entry.cycle, Math.max(minutes.per_cycle, minutes.cycle))
  return { cycle, topup: minutes.topup - entry.topup }
}

function teamOf(tx: Transaction, job: TranscriptionRecord, now: string): Team {
  const team = tx.get('teams', job.team_id)
  if (team === undefined) throw new Error(`team ${job.team_id} of ${job.id} is missing`)
  return inCurrentCycle(team, Date.parse(now))
}
