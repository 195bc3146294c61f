// One input of `transcribe` on its way: what is known about it while it goes along.
import type { UploadSession } from '../client/session.ts'
import type { UploadSource } from '../client/source.ts'
import type { Connection, Context } from '../context.ts'
import type { Input } from '../inputs/inputs.ts'
import type { ProgressPatch } from '../ui/progress-state.ts'
import type { TranscribeOptions } from './options.ts'

export interface Task {
  index: number
  input: Exclude<Input, { kind: 'bad' }>
  /** File to write; null is stdout. */
  output: string | null
  /** Standard input, already read. */
  spooled: UploadSource | null
  /** Known once the server has made it. */
  transcriptionId: string | null
  uploaded: boolean
  /** The transcript, or the id under --no-wait, has reached the user. */
  delivered: boolean
  /** Held until the command ends; null for what cannot be resumed. */
  session: UploadSession | null
}

export interface Run {
  context: Context
  options: TranscribeOptions
  connection: Connection
  showsProgress: boolean
  update(task: Task, patch: ProgressPatch): void
}

export function newTask(index: number, input: Task['input'], output: string | null): Task {
  const begun = { transcriptionId: null, uploaded: false, delivered: false }
  return { index, input, output, spooled: null, session: null, ...begun }
}
