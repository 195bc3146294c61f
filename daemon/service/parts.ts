// What every service function works with, wired once in daemon/main.ts.
import type { Logger } from 'pino'
import type { Clock, MediaFiles, Speech, Store, TranscriptFiles } from '../ports.ts'
import type { Team, User } from '../records.ts'
import type { Changes } from './changes.ts'

export interface Parts {
  store: Store
  media: MediaFiles
  transcripts: TranscriptFiles
  speech: Speech
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

/** The parts and the runner that works off the queue: what requests need. */
export interface Service extends Parts {
  runner: Runner
}

/** Who makes a request. */
export interface Caller {
  team: Team
  user: User
  scopes: readonly string[]
}
