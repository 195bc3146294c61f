// Webhook events. An event is written in the transaction that ends its transcription, so there is
// never an end without its event nor an event without its end, whatever crashes in between.
import type { Event } from '../../src/api/types.ts'
import { DELIVERIES_KEPT } from '../config.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { present } from './present.ts'

/** Writes the event of a job that has completed or failed and has a webhook; a cancel has none. */
export function recordEvent(tx: Transaction, job: TranscriptionRecord): void {
  const { status, webhook_url: url, completed_at } = job
  if (url === null || completed_at === null) return
  if (status !== 'completed' && status !== 'failed') return
  const type = `transcription.${status}` as const
  const event: Event = { type, created_at: completed_at, data: present(job) }
  const now = Date.parse(completed_at)
  tx.put('deliveries', {
    ...{ id: newId('dlv'), team_id: job.team_id, transcription_id: job.id, type, url },
    ...{ sequence: tx.nextSequence(), body: JSON.stringify(event), created_at: completed_at },
    ...{ status: 'pending', attempts_made: 0, due_at: now, attempts: [] },
  })
  forgetOldest(tx, job.team_id)
}

function forgetOldest(tx: Transaction, teamId: string): void {
  if (tx.count('deliveries', 'ended', teamId) <= DELIVERIES_KEPT.ended) return
  for (const { id } of tx.find('deliveries', 'ended', teamId).slice(DELIVERIES_KEPT.ended)) {
    tx.delete('deliveries', id)
  }
}
