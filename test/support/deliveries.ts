// The part of a daemon that sends webhooks, on a real store and a real network, without HTTP
// server and speech: jobs are ended by hand.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../daemon/io/clock.ts'
import { anyTargets, createDeliver } from '../../daemon/io/deliver.ts'
import type { Store } from '../../daemon/ports.ts'
import { Changes } from '../../daemon/service/changes.ts'
import { startDeliverer } from '../../daemon/service/deliverer.ts'
import { advance } from '../../daemon/service/lifecycle.ts'
import type { Deliverer } from '../../daemon/service/parts.ts'
import { openQuiet } from './store-folder.ts'
import { transcription } from './store-records.ts'

export const SECRET = 'whsec_first'

export interface Sending {
  store: Store
  clock: typeof systemClock
  deliverer: Deliverer
  /** Completes a new job of the team that has this webhook. */
  complete(url: string, teamId?: string): Promise<string>
  close(): Promise<void>
}

/** @param waitsSeconds between attempts; @param timeoutMs of one attempt */
export async function startSending(
  dir: string,
  waitsSeconds: readonly number[],
  timeoutMs = 2000,
): Promise<Sending> {
  const store = await openQuiet(dir)
  for (const id of ['team_1', 'team_2']) {
    if (store.get('teams', id) === undefined) await store.tx((tx) => tx.put('teams', team(id)))
  }
  const deliver = createDeliver({ targets: anyTargets, timeoutMs })
  const changes = new Changes()
  const clock = systemClock
  const log = pino({ level: 'silent' })
  const deliverer = startDeliverer({ store, deliver, clock, changes, log }, waitsSeconds)
  const close = async () => {
    await deliverer.close()
    await store.close()
  }
  onTestFinished(close)
  return {
    ...{ store, clock, deliverer, close },
    async complete(webhook_url, team_id = 'team_1') {
      const id = await store.tx((tx) => {
        const job = transcription(tx.nextSequence(), 'transcribing', team_id)
        tx.put('transcriptions', { ...job, webhook_url })
        advance(tx, job.id, 'finish', { completed_at: new Date(clock.now()).toISOString() })
        return job.id
      })
      changes.publish(id)
      return id
    },
  }
}

export async function setSecret(store: Store, signing_secret: string): Promise<void> {
  await store.tx((tx) => {
    const found = tx.get('teams', 'team_1')
    if (found) tx.put('teams', { ...found, signing_secret })
  })
}

function team(id: string) {
  return {
    ...{ id, name: id, user_id: `user_${id}`, plan: null, signing_secret: SECRET },
    minutes: { cycle: 10, topup: 0, per_cycle: 10, resets_at: null },
    limits: { requests_per_minute: 60, max_active_jobs: 9, max_file_bytes: 1e9 },
    created_at: '2026-01-02T03:04:05.000Z',
  }
}
