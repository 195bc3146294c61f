// Hands over one finished transcript: to its file, or to stdout with what keeps several apart.
import type { Transcription } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import type { GetOptions } from '../client/client.ts'
import { printable } from '../text.ts'
import type { TranscribeOptions } from './options.ts'
import type { Run, Task } from './task.ts'

/** Parameters that render a transcript as the options say. */
export function renderingOf({ format, words, timestamps }: TranscribeOptions): GetOptions {
  return {
    format,
    ...(words ? { include: 'words' as const } : {}),
    ...(timestamps ? { timestamps } : {}),
  }
}

/** Writes the file of a task that has one. */
export async function deliverToFile(run: Run, task: Task, id: string): Promise<void> {
  if (task.output === null) return
  const { client } = run.connection
  const { text } = await client.getDocument(id, renderingOf(run.options), run.context.signal)
  await writeFileAtomically(task.output, endingInNewline(text))
}

/**
 * Writes what the task has for stdout: its transcript, or under --json the server's answer.
 *
 * @param several puts a line with the name over each rendering, and makes each JSON document one line
 * @param follows something was written before
 */
export async function deliverToStdout(
  run: Run,
  task: Task,
  job: Transcription,
  { several, follows }: { several: boolean; follows: boolean },
): Promise<void> {
  const { io, signal } = run.context
  const { format, wait } = run.options
  const json = io.json || format === 'json'
  if (!wait) return io.write(io.json ? `${JSON.stringify(job)}\n` : `${job.id}\n`)
  if (task.output !== null && !(io.json && format !== 'json')) return
  const rendering = json
    ? { ...renderingOf(run.options), format: 'json' as const }
    : renderingOf(run.options)
  const { text } = await run.connection.client.getDocument(job.id, rendering, signal)
  if (json) return io.write(`${several ? oneLine(text) : text.trimEnd()}\n`)
  const title = several ? `${follows ? '\n' : ''}==> ${printable(task.input.given)} <==\n` : ''
  await io.write(title + endingInNewline(text))
}

function oneLine(json: string): string {
  return json.trim().includes('\n') ? JSON.stringify(JSON.parse(json)) : json.trim()
}

function endingInNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
