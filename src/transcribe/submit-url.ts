// Brings the video URL of a `transcribe` to the server, its session held until the command ends.
import type { Transcription } from '../api/types.ts'
import { requestOf } from './options.ts'
import { sendUrl } from './send-url.ts'
import type { Run, Task } from './task.ts'

/** @returns the transcription; in any state when the server knew it from an earlier run */
export function submitUrl(run: Run, task: Task, url: string): Promise<Transcription> {
  const { connection, context, options } = run
  const { reuseRecent, idempotencyKey: key, source } = options
  const request = { platform: 'youtube' as const, url, ...requestOf(options) }
  return sendUrl(context, connection, {
    command: 'transcribe',
    request: source === undefined ? request : { ...request, source },
    reuseRecent,
    key,
    onSession: (session) => {
      task.session = session
    },
  })
}
