// One input of `transcribe` on its way: what is known about it while it goes along.
import type { RequestSession } from '../client/request-session.ts'
import type { UploadSession } from '../client/session.ts'
import type { UploadSource } from '../client/source.ts'
import type { Connection, Context } from '../context.ts'
import type { Input } from '../inputs/inputs.ts'
import type { ProgressPatch } from '../ui/progress-state.ts'
import type { Budget } from './budget.ts'
import type { JobSlots } from './job-slots.ts'
import type { Lengths } from './lengths.ts'
import type { TranscribeOptions } from './options.ts'

export interface Task {
  index: number
  input: Exclude<Input, { kind: 'bad' }>
  /** File to write; null is stdout. */
  output: string | null
  /** Where its media can be read on this machine; null for a URL. */
  mediaPath: string | null
  /** Standard input, already read. */
  spooled: UploadSource | null
  /** Known once the server has made it. */
  transcriptionId: string | null
  uploaded: boolean
  /** What the server answered then, under --no-wait. */
  answer: string | null
  /** The transcript, or the id under --no-wait, has reached the user. */
  delivered: boolean
  /** Held until the command ends; null for what cannot be resumed. */
  session: UploadSession | RequestSession | null
}

export interface Run {
  context: Context
  options: TranscribeOptions
  connection: Connection
  /** One input alone is refused where there is no room; several are better waited for. */
  waitsForRoom: boolean
  slots: JobSlots
  /** Undefined without --max-minutes. */
  budget: Budget | undefined
  lengths: Lengths
  showsProgress: boolean
  update(task: Task, patch: ProgressPatch): void
}

export function newTask(index: number, input: Task['input'], output: string | null): Task {
  const begun = { transcriptionId: null, uploaded: false, answer: null, delivered: false }
  const mediaPath = input.kind === 'file' ? input.path : null
  return { index, input, output, mediaPath, spooled: null, session: null, ...begun }
}
