// What the local daemon offers beyond the API, shared by both halves. Only types.
import type { Event, Status } from './types.ts'

/** GET /v1/transcriptions/{id}/progress: seconds of media done, null while unknown. */
export interface ProgressReport {
  object: 'progress'
  status: Status
  processed_seconds: number | null
  duration_seconds: number | null
  /** The model that is pulled before it can go on; absent when there is nothing to pull. */
  pulling?: { model: string; received_bytes: number; total_bytes: number | null }
}

/** A webhook event and the latest attempts to deliver it. */
export interface Delivery {
  id: string
  object: 'delivery'
  transcription_id: string
  type: Event['type']
  url: string
  status: 'pending' | 'delivered' | 'failed'
  created_at: string
  /** Null once it is delivered or has failed. */
  next_attempt_at: string | null
  /** Oldest first; `status` is the answer's, null when there was none. */
  attempts: { at: string; status: number | null; error: string | null; duration_ms: number }[]
}

/** GET /status, and (with `running`) `scribe daemon status --json`. */
export interface DaemonStatus {
  pid: number
  base_url: string
  version: string
  uptime_seconds: number
  active_jobs: number
  queued_jobs: number
  model: string
  data_dir: string
}

/** The file `daemon.json` in the data folder of a running daemon. */
export interface DaemonFile {
  pid: number
  base_url: string
  version: string
  data_dir: string
  started_at: string
  /** Null for a daemon that stays until it is told to go. */
  idle_exit_minutes: number | null
  /** A socket that leads to the same server; null where there is none. */
  socket_path: string | null
}

/** What the administrator sets of a team; an absent field takes the default or stays as it is. */
export interface TeamInput {
  name?: string
  email?: string
  verified?: boolean
  plan?: boolean
  /** Minutes of each cycle. */
  minutes?: number
  topup_minutes?: number
  requests_per_minute?: number
  max_active_jobs?: number
  max_file_bytes?: number
}

export interface TeamView {
  team_id: string
  user_id: string
  name: string
  email: string
  verified: boolean
  plan: string | null
  minutes: number
  topup_minutes: number
  requests_per_minute: number
  max_active_jobs: number
  max_file_bytes: number
  created_at: string
}

/** A key or token as lists show it; the credential itself is shown once, when it is made. */
export interface CredentialView {
  id: string
  kind: 'key' | 'token'
  team_id: string
  name: string | null
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}
