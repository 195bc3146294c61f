// What the local daemon offers beyond the API, shared by both halves. Only types.
import type { Status } from './types.ts'

/** GET /v1/transcriptions/{id}/progress: seconds of media done, null while unknown. */
export interface ProgressReport {
  object: 'progress'
  status: Status
  processed_seconds: number | null
  duration_seconds: number | null
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
}
