// `scribe daemon deliveries list|retry`: which webhooks went out, what came of them, once more.
import type { Delivery } from '../../api/local.ts'
import type { Context } from '../../context.ts'
import { writeTable } from '../../ui/table.ts'
import { administer, answer } from './administer.ts'

const HEADER = ['ID', 'STATUS', 'EVENT', 'TRANSCRIPTION', 'ATTEMPTS', 'LAST', 'NEXT', 'URL']

export async function listDeliveries(
  context: Context,
  transcriptionId: string | undefined,
): Promise<void> {
  const deliveries = await administer(context, (admin) => admin.deliveries(transcriptionId))
  if (context.io.json) return answer(context, deliveries, '')
  await writeTable(context.io, HEADER, deliveries.data.map(deliveryRow))
}

/** Says what there was before this attempt, which begins now and takes its time. */
export async function retryDelivery(context: Context, id: string): Promise<void> {
  const delivery = await administer(context, (admin) => admin.retryDelivery(id))
  context.io.note(`Attempting it now; \`scribe daemon deliveries list\` tells how it ends`)
  if (context.io.json) return answer(context, delivery, '')
  await writeTable(context.io, HEADER, [deliveryRow(delivery)])
}

/** LAST is the HTTP status of the latest attempt, or why there was no answer. */
export function deliveryRow(delivery: Delivery): string[] {
  const { id, status, type, transcription_id, attempts, next_attempt_at, url } = delivery
  const last = attempts.at(-1)
  const outcome = last === undefined ? '-' : String(last.status ?? last.error ?? '-')
  const made = String(attempts.length)
  return [id, status, type, transcription_id, made, outcome, next_attempt_at ?? '-', url]
}
