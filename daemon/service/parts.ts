// What every service function works with, wired once in daemon/main.ts.
import type { Logger } from 'pino'
import type {
  Clock,
  Deliver,
  LocalFiles,
  MediaFiles,
  Speech,
  Store,
  TranscriptFiles,
  VideoFetcher,
} from '../ports.ts'
import type { DeliveryRecord, Team, User } from '../records.ts'
import type { Changes } from './changes.ts'

export interface Parts {
  store: Store
  media: MediaFiles
  localFiles: LocalFiles
  transcripts: TranscriptFiles
  speech: Speech
  fetcher: VideoFetcher
  deliver: Deliver
  clock: Clock
  changes: Changes
  log: Logger
}

/** Works off the queue, see runner.ts. */
export interface Runner {
  /** Looks for work; call it after a job was queued. */
  wake(): void
  /** Breaks off the work on a job that was canceled. */
  abort(id: string): void
  counts(): { active: number; queued: number }
  /** Breaks off all work, which goes back to the queue for the next start. */
  close(): Promise<void>
}

/** Sends webhooks when they are due, see deliverer.ts. */
export interface Deliverer {
  /** Attempts these deliveries when they are due; call it after one was given a new time. */
  add(deliveries: readonly DeliveryRecord[]): void
  /** Deliveries that are not at their end, those under way included. */
  pending(): number
  /** Breaks off all attempts, which do not count; the next start makes them again. */
  close(): Promise<void>
}

/** The parts, and what works by itself beside the requests: what requests need. */
export interface Service extends Parts {
  runner: Runner
  deliverer: Deliverer
}

/** Who makes a request. */
export interface Caller {
  team: Team
  user: User
  scopes: readonly string[]
  credential_id: string
}
