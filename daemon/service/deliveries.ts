// Webhook deliveries as their team sees them: what was attempted and what came of it, and
// attempting one again by hand.
import { ApiError } from '../../src/api/errors.ts'
import type { Delivery } from '../../src/api/local.ts'
import { DELIVERIES_KEPT } from '../config.ts'
import type { DeliveryRecord } from '../records.ts'
import type { Parts, Service } from './parts.ts'

/** Newest first. @param teamId null for those of all teams */
export function listDeliveries(
  { store }: Pick<Parts, 'store'>,
  teamId: string | null,
  {
    transcriptionId,
    limit = DELIVERIES_KEPT.ended,
  }: { transcriptionId?: string; limit?: number } = {},
): Delivery[] {
  if (transcriptionId !== undefined) {
    const found = store.find('deliveries', 'by_transcription', transcriptionId, { limit })
    return found.filter((row) => isOf(row, teamId)).map(presentDelivery)
  }
  const rows =
    teamId === null
      ? store.find('deliveries', 'all', 'all', { limit })
      : store.find('deliveries', 'by_team', teamId, { limit })
  return rows.map(presentDelivery)
}

/**
 * Attempts a delivery now. One that has ended, well or badly, begins its schedule anew; one that
 * waits for its next attempt does not wait any longer.
 *
 * @param teamId null for a delivery of any team
 * @throws ApiError not_found
 */
export async function retryDelivery(
  service: Pick<Service, 'store' | 'clock' | 'deliverer'>,
  teamId: string | null,
  id: string,
): Promise<Delivery> {
  const due_at = service.clock.now()
  const row = await service.store.tx((tx) => {
    const found = tx.get('deliveries', id)
    if (found === undefined || !isOf(found, teamId)) throw notFound(id)
    const attempts_made = found.status === 'pending' ? found.attempts_made : 0
    const next: DeliveryRecord = { ...found, status: 'pending', attempts_made, due_at }
    tx.put('deliveries', next)
    return next
  })
  service.deliverer.add([row])
  return presentDelivery(row)
}

function presentDelivery(row: DeliveryRecord): Delivery {
  const { id, transcription_id, type, url, status, created_at, attempts, due_at } = row
  const next_attempt_at = due_at === null ? null : new Date(due_at).toISOString()
  return {
    ...{ id, object: 'delivery', transcription_id, type, url, status, created_at },
    ...{ next_attempt_at, attempts },
  }
}

function isOf(row: DeliveryRecord, teamId: string | null): boolean {
  return teamId === null || row.team_id === teamId
}

function notFound(id: string): ApiError {
  return new ApiError('not_found', `There is no delivery ${id}.`)
}
