// Hands over one finished transcript: to its file, or to stdout with what keeps several apart.
import type { Transcription } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { fetchRendering } from '../outputs/rendering.ts'
import type { RenderingOptions } from '../outputs/rendering-options.ts'
import { printable } from '../text.ts'
import type { Run, Task } from './task.ts'

/** Writes the file of a task that has one. */
export async function deliverToFile(run: Run, task: Task, id: string): Promise<void> {
  if (task.output === null) return
  const text = await render(run, task, id, run.options)
  const json = run.options.format === 'json'
  await writeFileAtomically(task.output, json ? endingInNewline(text) : text)
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
  const { io } = run.context
  const { format, wait } = run.options
  const json = io.json || format === 'json'
  if (!wait) return io.write(io.json ? `${JSON.stringify(job)}\n` : `${job.id}\n`)
  if (task.output !== null && !(io.json && format !== 'json')) return
  if (json) {
    const text = await render(run, task, job.id, { ...run.options, format: 'json' })
    return io.write(`${several ? oneLine(text) : text.trimEnd()}\n`)
  }
  const text = await render(run, task, job.id, run.options)
  const title = several ? `${follows ? '\n' : ''}==> ${printable(task.input.given)} <==\n` : ''
  await io.write(several ? title + endingInNewline(text) : text)
}

/** The document; what the user should know of it goes to stderr under the input's name. */
async function render(
  { connection, context }: Run,
  task: Task,
  id: string,
  options: RenderingOptions,
): Promise<string> {
  const { text, notes } = await fetchRendering(connection.client, id, options, context.signal)
  for (const note of notes) context.io.note(printable(`${task.input.given}: ${note}`))
  return text
}

function oneLine(json: string): string {
  return json.trim().includes('\n') ? JSON.stringify(JSON.parse(json)) : json.trim()
}

function endingInNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
