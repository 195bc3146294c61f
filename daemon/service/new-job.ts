// What every way of making a transcription has in common: who may make one, and the record that
// a new one begins with.
import { ApiError } from '../../src/api/errors.ts'
import type { Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { usableMinutes } from '../rules/charge.ts'
import { inCurrentCycle } from '../rules/cycle.ts'
import { isRepeated } from './idempotency.ts'
import type { Caller, Service } from './parts.ts'

export type Draft = Pick<TranscriptionRecord, 'source' | 'mime_type' | 'options' | 'webhook_url'>

/** Checks the account and writes a new job. @throws ApiError as reserveUpload */
export function newJob(
  tx: Transaction,
  service: Service,
  caller: Caller,
  id: string,
  status: 'awaiting_upload' | 'queued',
  draft: Draft,
): TranscriptionRecord {
  refuseCaller(service, caller)
  const active = tx.count('transcriptions', 'active', caller.team.id)
  if (active >= caller.team.limits.max_active_jobs) throw tooManyActive(active)
  const job: TranscriptionRecord = {
    id,
    object: 'transcription',
    status,
    ...draft,
    media: null,
    transcript_source: null,
    caption_kind: null,
    language: null,
    billed_minutes: null,
    cached: false,
    error: null,
    created_at: new Date(service.clock.now()).toISOString(),
    completed_at: null,
    deleted_at: null,
    team_id: caller.team.id,
    sequence: tx.nextSequence(),
    attempts: 0,
    not_before: null,
  }
  tx.put('transcriptions', job)
  return job
}

/** A new webhook must be fit to be called; a repeated request was checked when it was new. */
export async function checkWebhook(
  service: Service,
  caller: Caller,
  url: string | null,
  idempotencyKey: string | null,
): Promise<void> {
  if (url === null) return
  if (isRepeated(service.store, caller, idempotencyKey)) return
  await service.deliver.check(url)
}

/** Creating takes a verified email address and some usable minutes. */
export function refuseCaller(service: Service, caller: Caller): void {
  if (!caller.user.email_verified) {
    throw new ApiError('email_not_verified', 'Verify your email address first.')
  }
  const current = service.store.get('teams', caller.team.id) ?? caller.team
  const team = inCurrentCycle(current, service.clock.now())
  if (usableMinutes(team.minutes, team.plan !== null) > 0) return
  throw new ApiError('insufficient_minutes', 'No usable minutes are left. Add minutes first.', {
    minutes_needed: null,
    minutes_remaining: 0,
  })
}

function tooManyActive(active: number): ApiError {
  return new ApiError(
    'too_many_active_jobs',
    active === 1
      ? '1 transcription is running or awaiting its upload. Wait until it has ended.'
      : `${active} transcriptions are running or awaiting their upload. Wait until one has ended.`,
    {},
    { retryAfterSeconds: 10 },
  )
}
