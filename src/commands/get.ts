// `scribe get`: one transcription as the server has it, or its transcript in any form. What goes
// to a file is there whole or not at all.
import type { Transcription } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { jsonOf } from '../client/answers.ts'
import { isFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { Interrupted, StillRunning, UsageError } from '../errors.ts'
import { asLine } from '../outputs/line-feed.ts'
import { planOutputs } from '../outputs/plan.ts'
import { fetchRendering, type RenderingRequest } from '../outputs/rendering.ts'
import { printable } from '../text.ts'
import { showWait } from '../ui/spinner.ts'

const RESUME_HINT = 'Nothing was lost: run the same command again.'

export interface GetOptions extends RenderingRequest {
  output: string | undefined
}

/**
 * With --json a rendering needs a file, as stdout has the server's answer.
 *
 * @throws JobNotCompleted when a rendering was asked for and there will never be one
 * @throws StillRunning when there is none yet, or the time given with --wait ran out
 */
export async function get(context: Context, id: string, options: GetOptions): Promise<void> {
  const { io } = context
  const { format, waitSeconds } = options
  const [output = null] = await planOutputs([{ baseName: id, folder: null }], {
    ...options,
    several: false,
  })
  if (io.json && format !== 'json' && output === null) {
    throw new UsageError(`--json with -f ${format} needs -o FILE: the JSON goes to stdout`)
  }
  if (format !== 'json') await hand(context, output, await render(context, id, options))
  if (format !== 'json' && !io.json) return
  const json = await render(context, id, { ...options, format: 'json' })
  await hand(context, format === 'json' ? output : null, asLine(json))
  const { status } = jsonOf<Transcription>({ text: Buffer.from(json).toString() })
  if (waitSeconds !== undefined && !isFinal(status)) throw new StillRunning(id, status)
}

async function render(context: Context, id: string, request: RenderingRequest) {
  const { io, signal } = context
  const { client } = await context.connect()
  try {
    const rendering = fetchRendering(client, id, request, signal)
    const { bytes, notes } = await showWait(io, `Waiting for ${printable(id)}`, rendering)
    for (const note of notes) io.note(printable(note))
    return bytes
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(RESUME_HINT) : error
  }
}

async function hand({ io }: Context, output: string | null, bytes: Uint8Array): Promise<void> {
  if (output === null) await io.writeDocument(bytes)
  else await writeFileAtomically(output, bytes)
}
