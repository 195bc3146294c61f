// Sends webhook events when they are due. What is due stands in the rows, so a daemon that was
// down attempts what became overdue at once; the queue here only decides which goes first. Woken
// by new rows, by the end of an attempt and by one timer for the next due time.
import { setMaxListeners } from 'node:events'
import { DELIVERY_HEADERS, SIGNATURE_HEADER, signatureHeader } from '../../src/api/signature.ts'
import { DELIVERIES_KEPT, DELIVERY_LIMITS } from '../config.ts'
import type { DeliveryAttempt, DeliveryRecord } from '../records.ts'
import { DeliveryQueue } from '../rules/delivery-queue.ts'
import { isDelivered, nextAttemptMs } from '../rules/delivery-schedule.ts'
import { commitPatiently } from './commit.ts'
import type { Deliverer, Parts } from './parts.ts'

/** The longest that a timer can wait, in ms; what is due later than that is looked at again. */
const TIMER_MAX_MS = 2 ** 31 - 1

type Needs = Pick<Parts, 'store' | 'deliver' | 'clock' | 'changes' | 'log'>

/** @param waitsSeconds between the attempts of one delivery */
export function startDeliverer(parts: Needs, waitsSeconds: readonly number[]): Deliverer {
  const { store, clock, changes, log } = parts
  const queue = new DeliveryQueue(DELIVERY_LIMITS)
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  setMaxListeners(DELIVERY_LIMITS.total, closing.signal)
  let timer: NodeJS.Timeout | undefined

  const add = (rows: readonly DeliveryRecord[]) => {
    for (const { id, team_id: teamId, url, due_at: dueMs } of rows) {
      if (dueMs !== null) queue.add({ id, teamId, host: new URL(url).host, dueMs })
    }
    wake()
  }

  const wake = () => {
    clearTimeout(timer)
    if (closing.signal.aborted) return
    for (let next = take(); next !== null; next = take()) begin(next.id)
    const dueMs = queue.nextDueMs()
    if (dueMs === null) return
    timer = setTimeout(wake, Math.min(Math.max(0, dueMs - clock.now()), TIMER_MAX_MS))
  }

  const take = () => queue.take(clock.now())

  const begin = (id: string) => {
    const done = attempt(parts, id, waitsSeconds, closing.signal)
      .then(() => store.get('deliveries', id))
      .catch((error) => {
        if (closing.signal.aborted) return
        log.error({ err: error, delivery: id }, 'webhook attempt not recorded')
      })
      .then((row) => {
        running.delete(done)
        queue.release(id)
        add(row ? [row] : [])
      })
    running.add(done)
  }

  changes.onPublish((id) => {
    const rows = store.find('deliveries', 'by_transcription', id)
    if (rows.length > 0) add(rows)
  })
  add(store.find('deliveries', 'pending', 'all').reverse())

  return {
    add,
    pending: () => queue.size,
    async close() {
      clearTimeout(timer)
      closing.abort()
      await Promise.all(running)
    },
  }
}

/** Makes one attempt and commits what came of it. */
async function attempt(
  parts: Needs,
  id: string,
  waitsSeconds: readonly number[],
  closing: AbortSignal,
): Promise<void> {
  const row = parts.store.get('deliveries', id)
  if (row === undefined || row.due_at === null) return
  const made = await send(parts, row, closing)
  const facts = { delivery: id, transcription: row.transcription_id, ...made }
  parts.log.info(facts, made.error === null ? 'webhook delivered' : 'webhook not delivered')
  await commitPatiently(parts, closing, (tx) => {
    const current = tx.get('deliveries', id)
    if (current === undefined) return
    tx.put('deliveries', afterAttempt(current, made, waitsSeconds, parts.clock.now()))
  })
}

async function send(
  { store, clock, deliver }: Needs,
  { team_id, url, body }: DeliveryRecord,
  closing: AbortSignal,
): Promise<DeliveryAttempt> {
  const team = store.get('teams', team_id)
  if (team === undefined) throw new Error(`team ${team_id} is missing`)
  const begunMs = clock.now()
  const begun = performance.now()
  // Signed anew for each attempt, with the secret of this moment.
  const signature = signatureHeader(team.signing_secret, body, Math.floor(begunMs / 1000))
  const headers = { ...DELIVERY_HEADERS, [SIGNATURE_HEADER]: signature }
  const outcome = await deliver.send({ url, headers, body }, closing)
  const duration_ms = Math.round(performance.now() - begun)
  return { at: new Date(begunMs).toISOString(), ...outcome, duration_ms }
}

function afterAttempt(
  row: DeliveryRecord,
  made: DeliveryAttempt,
  waitsSeconds: readonly number[],
  nowMs: number,
): DeliveryRecord {
  const attempts_made = row.attempts_made + 1
  const attempts = [...row.attempts, made].slice(-DELIVERIES_KEPT.attempts)
  const delivered = isDelivered(made.status)
  const due_at = delivered ? null : nextAttemptMs(attempts_made, waitsSeconds, nowMs)
  const status = delivered ? 'delivered' : due_at === null ? 'failed' : 'pending'
  return { ...row, attempts_made, attempts, due_at, status }
}
