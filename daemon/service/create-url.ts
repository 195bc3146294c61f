// Making a transcription of a video URL. It may turn out to be one that exists: the original of
// an Idempotency-Key, or the team's own recent one when the client asked for that. And its
// transcript may exist: then it is copied first, and the new job is complete in the commit that
// makes it.

import { counted, isOrAre } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import type { CreateUrl, Options } from '../../src/api/types.ts'
import { REUSE_WINDOW_SECONDS } from '../config.ts'
import { newId, sha256 } from '../ids.ts'
import type { Transaction } from '../ports.ts'
import { minutesFor, usableMinutes } from '../rules/charge.ts'
import { inCurrentCycle } from '../rules/cycle.ts'
import { videoKey } from '../rules/video-key.ts'
import { parseVideoUrl } from '../rules/video-url.ts'
import { type Creation, optionsOf } from './create.ts'
import { findOriginal, remember } from './idempotency.ts'
import { checkWebhook, type Draft, newJob } from './new-job.ts'
import { complete, type Outcome } from './outcome.ts'
import type { Caller, Service } from './parts.ts'
import { findCached } from './video-cache.ts'

export interface UrlRequest {
  body: CreateUrl
  reuseRecent: boolean
  idempotencyKey: string | null
}

/**
 * Queues the transcription of a video, or finds the one that serves.
 *
 * @throws ApiError invalid_url, invalid_request (diarize with captions, reuse with a webhook),
 *   insufficient_minutes, email_not_verified, too_many_active_jobs, idempotency_conflict; for
 *   webhook_url as reserveUpload
 */
export async function createFromUrl(
  service: Service,
  caller: Caller,
  request: UrlRequest,
): Promise<Creation> {
  const draft = draftOf(request)
  await checkWebhook(service, caller, draft.webhook_url, request.idempotencyKey)
  const find = (tx: Transaction) => findExisting(tx, service, caller, request, draft)
  const existing = await service.store.tx(find)
  if (existing !== null) return existing

  const id = newId('tr')
  const cached = await findCached(service, draft)
  if (cached !== null) await service.transcripts.write(id, cached.transcript)
  try {
    const creation = await service.store.tx((tx) => {
      return find(tx) ?? make(tx, service, caller, id, draft, cached, request.idempotencyKey)
    })
    if (cached !== null && !creation.created) await service.transcripts.remove(id)
    if (creation.created) announce(service, id, cached)
    return creation
  } catch (error) {
    if (cached !== null) await service.transcripts.remove(id)
    throw error
  }
}

function draftOf({ body, reuseRecent }: UrlRequest): Draft {
  const video = parseVideoUrl(body.url)
  if (video === null) throw invalidUrl()
  const { webhook_url = null } = body
  const options = optionsOf(body)
  if (options.diarize && options.source === 'captions') throw diarizedCaptions()
  if (reuseRecent && webhook_url !== null) throw reusedWebhook()
  const source = { platform: 'youtube', url: video.url, media_id: video.videoId } as const
  return { source, mime_type: null, options, webhook_url }
}

/** A repeated request is answered with its original, before reuse is thought of. */
function findExisting(
  tx: Transaction,
  service: Service,
  caller: Caller,
  { reuseRecent, idempotencyKey }: UrlRequest,
  draft: Draft,
): Creation | null {
  const fingerprint = fingerprintOf(draft)
  const original = findOriginal(tx, caller, idempotencyKey, fingerprint)
  if (original !== null) return { ...original, upload: null, created: false }
  const since = service.clock.now() - REUSE_WINDOW_SECONDS * 1000
  const key = `${caller.team.id} ${videoKey(draft.source, draft.options)}`
  const [recent] = reuseRecent ? tx.find('transcriptions', 'team_video', key, { limit: 1 }) : []
  if (recent === undefined || Date.parse(recent.created_at ?? '') < since) return null
  remember(tx, caller, idempotencyKey, fingerprint, recent, true)
  return { job: recent, upload: null, created: false, reused: true }
}

function make(
  tx: Transaction,
  service: Service,
  caller: Caller,
  id: string,
  draft: Draft,
  cached: Outcome | null,
  idempotencyKey: string | null,
): Creation {
  const queued = newJob(tx, service, caller, id, 'queued', draft)
  if (cached !== null) refuseTooFewMinutes(tx, caller, cached, service.clock.now())
  const now = new Date(service.clock.now()).toISOString()
  const job = cached === null ? queued : (complete(tx, id, cached, now) ?? queued)
  remember(tx, caller, idempotencyKey, fingerprintOf(draft), job)
  return { job, upload: null, created: true, reused: false }
}

function announce(service: Service, id: string, cached: Outcome | null): void {
  if (cached === null) service.runner.wake()
  else service.changes.publish(id)
}

/** Different forms of one video's URL are the same request. */
function fingerprintOf(draft: Draft): string {
  return sha256(JSON.stringify(['url', draft]))
}

function refuseTooFewMinutes(tx: Transaction, caller: Caller, cached: Outcome, now: number): void {
  const team = inCurrentCycle(tx.get('teams', caller.team.id) ?? caller.team, now)
  const minutes_remaining = usableMinutes(team.minutes, team.plan !== null)
  const minutes_needed = minutesFor(cached.duration_seconds)
  if (minutes_needed <= minutes_remaining) return
  throw new ApiError(
    'insufficient_minutes',
    `The video needs ${counted(minutes_needed, 'minute')} and ${minutes_remaining} ${isOrAre(minutes_remaining)} left. Add minutes first.`,
    { minutes_needed, minutes_remaining },
  )
}

function invalidUrl(): ApiError {
  return new ApiError(
    'invalid_url',
    'The url is not one of a YouTube video. It should look like https://www.youtube.com/watch?v=<id> or https://youtu.be/<id>.',
  )
}

function diarizedCaptions(): ApiError {
  const what: Partial<Record<keyof Options, string>> = {
    diarize: 'cannot be used with source captions',
  }
  return new ApiError(
    'invalid_request',
    'Speakers are told apart by their voices: use source auto or stt with diarize.',
    { params: what },
  )
}

function reusedWebhook(): ApiError {
  return new ApiError(
    'invalid_request',
    'A transcription that is reused sends no webhook. Leave out webhook_url or reuse_recent.',
    { params: { reuse_recent: 'cannot be used with webhook_url' } },
  )
}
