// The end of a `transcribe`, good or bad: what can be resumed stays, the rest is tidied away, and
// an interruption says how to go on.
import type { Context } from '../context.ts'
import { ServerUnreachable } from '../errors.ts'
import type { Task } from './task.ts'

const CANCEL_MS = 2000

/**
 * Closes every task. As long as one is unfinished, the sessions of the others stay too: the same
 * command run again must not pay for those a second time.
 */
export async function settle(tasks: Task[], context: Context): Promise<void> {
  const sessions = tasks.flatMap(({ session }) => session ?? [])
  const unfinished = tasks.some(({ session, delivered }) => session !== null && !delivered)
  for (const session of sessions) await (unfinished ? session.release() : session.remove())
  for (const { spooled, uploaded, transcriptionId } of tasks) {
    await spooled?.close()
    // Nobody could send the rest of a stream that has been read.
    if (spooled !== null && !uploaded && transcriptionId !== null) {
      await cancel(context, transcriptionId)
    }
  }
}

async function cancel(context: Context, id: string): Promise<void> {
  const { client } = await context.connect()
  await client.delete(id, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined)
}

/** What to do when the server was lost on the way; empty when that does not help. */
export function unfinishedHint(task: Task, error: unknown): string {
  if (!(error instanceof ServerUnreachable)) return ''
  const { session, transcriptionId } = task
  if (session !== null) return '; run the same command again to go on'
  return transcriptionId === null ? '' : `; ${waitHint(transcriptionId)}`
}

/** What to do after Ctrl-C. */
export function resumeHint(tasks: Task[]): string {
  const [task, ...others] = tasks
  if (task === undefined) return ''
  if (others.length > 0) return 'Run the same command again to go on.'
  const { transcriptionId: id, uploaded, input } = task
  if (input.kind === 'stdin')
    return id !== null && uploaded ? `${id} goes on; ${waitHint(id)}.` : ''
  if (uploaded) return `${id} goes on; run the same command again to get its transcript.`
  return `Run the same command again to go on${input.kind === 'file' ? ' with the upload' : ''}.`
}

function waitHint(id: string): string {
  return `\`scribe wait ${id}\` waits for it, \`scribe get ${id} -f text\` prints it`
}
