// Hands over one finished transcript: to its file, or to stdout with what keeps several apart.
import type { Transcription } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { onOneLine } from '../client/json-text.ts'
import { asLine, endingInLineFeed } from '../outputs/line-feed.ts'
import { fetchRendering } from '../outputs/rendering.ts'
import type { RenderingOptions } from '../outputs/rendering-options.ts'
import { printable } from '../text.ts'
import type { Run, Task } from './task.ts'

/** Writes the file of a task that has one. */
export async function deliverToFile(run: Run, task: Task, id: string): Promise<void> {
  if (task.output === null) return
  const bytes = await render(run, task, id, run.options)
  const json = run.options.format === 'json'
  await writeFileAtomically(task.output, json ? endingInLineFeed(bytes) : bytes)
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
  if (!wait) return io.write(io.json ? answerOf(task, several) : `${job.id}\n`)
  if (task.output !== null && !(io.json && format !== 'json')) return
  if (json) {
    const bytes = await render(run, task, job.id, { ...run.options, format: 'json' })
    if (!several) return io.writeDocument(asLine(bytes))
    return io.write(`${onOneLine(Buffer.from(bytes).toString())}\n`)
  }
  const bytes = await render(run, task, job.id, run.options)
  const title = several ? `${follows ? '\n' : ''}==> ${printable(task.input.given)} <==\n` : ''
  if (several) await io.write(title)
  await io.writeDocument(several ? endingInLineFeed(bytes) : bytes)
}

/** The document; what the user should know of it goes to stderr under the input's name. */
async function render(
  { connection, context }: Run,
  task: Task,
  id: string,
  options: RenderingOptions,
): Promise<Uint8Array> {
  const { bytes, notes } = await fetchRendering(connection.client, id, options, context.signal)
  for (const note of notes) context.io.note(printable(`${task.input.given}: ${note}`))
  return bytes
}

function answerOf({ answer }: Task, several: boolean): string {
  const text = answer ?? ''
  return `${several ? onOneLine(text) : text.trim()}\n`
}
