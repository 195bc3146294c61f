// What the store keeps, one type a collection. Every record has an `id`; names are the wire's.
import type { Chunk, Event, Transcription } from '../src/api/types.ts'

export interface Team {
  id: string
  name: string
  /** The user that GET /account reports. */
  user_id: string
  plan: { id: string; name: string } | null
  /** Left of this cycle and of bought top-ups; `per_cycle` is what each new cycle begins with. */
  minutes: { cycle: number; topup: number; per_cycle: number; resets_at: string | null }
  limits: { requests_per_minute: number; max_active_jobs: number; max_file_bytes: number }
  /** Must stay readable: every delivery is signed with it (`whsec_…`). */
  signing_secret: string
  created_at: string
}

export interface User {
  id: string
  team_id: string
  email: string
  email_verified: boolean
}

/** An API key (`svc_…`), access token (`svco_…`) or login session; only its SHA-256 is kept. */
export interface Credential {
  id: string
  kind: 'key' | 'token' | 'session'
  team_id: string
  user_id: string
  /** Lower-case hex SHA-256 of the whole credential. */
  hash: string
  name: string | null
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

/** A job: the API's Transcription without transcript, and what the daemon alone knows. */
export type TranscriptionRecord = Omit<Transcription, 'transcript'> & {
  team_id: string
  /** Monotonic creation number: the order of lists. */
  sequence: number
  webhook_url: string | null
  /** As the client named it, or by the extension; becomes part of `media`. */
  mime_type: string | null
  /** Attempts begun so far. */
  attempts: number
  /** Unix ms before which a queued job must not start again; null when it may start now. */
  not_before: number | null
}

/** A chunked upload; after its completion it stays, to tell a client that asks, with its job. */
export interface UploadRecord {
  /** The transcription's id. */
  id: string
  team_id: string
  total_bytes: number
  chunks: Chunk[]
  /** Lower-case hex SHA-256 of the upload token. */
  token_hash: string
  /** Of the token; null once the file is complete. */
  expires_at: string | null
}

export interface IdempotencyRecord {
  /** SHA-256 over team and key. */
  id: string
  transcription_id: string
  /** SHA-256 over the parameters. */
  fingerprint: string
  created_at: string
  /** The request was answered with an earlier transcription (reuse_recent). */
  reused?: boolean
}

/** A movement of minutes; a job has at most one charge and one refund. */
export interface LedgerEntry {
  /** `charge:<transcription>` or `refund:<transcription>`, so that it can only exist once. */
  id: string
  team_id: string
  transcription_id: string
  cycle: number
  topup: number
  created_at: string
}

/** One attempt at a webhook. */
export interface DeliveryAttempt {
  /** When it began. */
  at: string
  /** Of the answer; null when there was none. */
  status: number | null
  /** Why it failed; null after a 2xx. */
  error: string | null
  duration_ms: number
}

/** A webhook event on its way: written in the commit that ends the job that it tells of. */
export interface DeliveryRecord {
  id: string
  team_id: string
  transcription_id: string
  /** Monotonic number: the order of lists. */
  sequence: number
  type: Event['type']
  url: string
  /** The event as JSON, fixed when it happened: every attempt sends these very bytes. */
  body: string
  created_at: string
  status: 'pending' | 'delivered' | 'failed'
  /** Of the present schedule; starts again with a retry by hand. */
  attempts_made: number
  /** Unix ms of the next attempt; null once it is delivered or has failed. */
  due_at: number | null
  /** The latest ones, oldest first. */
  attempts: DeliveryAttempt[]
}

export interface Collections {
  teams: Team
  users: User
  credentials: Credential
  transcriptions: TranscriptionRecord
  uploads: UploadRecord
  idempotency: IdempotencyRecord
  ledger: LedgerEntry
  deliveries: DeliveryRecord
}

export type CollectionName = keyof Collections
