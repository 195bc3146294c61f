// `scribe delete`: deletes final transcriptions with their transcripts, which cannot be undone; so
// it asks first. Never cancels one that is active.
import { onOneLine } from '../client/json-text.ts'
import { deleteFinal } from '../client/remove.ts'
import type { Context } from '../context.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { printable } from '../text.ts'
import { canAsk, Prompt } from '../ui/prompt.ts'
import { runEach } from './each-id.ts'

/**
 * Prints each id; under --json what is left of the transcription.
 *
 * @param yes the user said so already
 * @throws UsageError when nobody can be asked
 * @throws Interrupted when the answer is no
 */
export async function deleteAll(context: Context, ids: string[], yes: boolean): Promise<void> {
  const { io, signal } = context
  if (!yes) await ask(context, ids)
  const { client } = await context.connect()
  const several = new Set(ids).size > 1
  await runEach(context, ids, async (id) => {
    await deleteFinal(client, id, signal)
    if (!io.json) return io.write(`${id}\tdeleted\n`)
    const { text } = await client.getDocument(id, { include_deleted: true }, signal)
    await io.write(`${several ? onOneLine(text) : text.trim()}\n`)
  })
}

async function ask({ io, signal }: Context, ids: string[]): Promise<void> {
  if (!canAsk(io)) throw new UsageError('Nobody can be asked here; --yes deletes without asking')
  const what = ids.length === 1 ? printable(ids[0] ?? '') : `${ids.length} transcriptions`
  const prompt = new Prompt(io, signal)
  try {
    const answer = await prompt.ask(`Delete ${what} for good? [y/N] `, { hidden: false })
    if (!/^y(es)?$/i.test(answer)) throw new Interrupted('Nothing was deleted.')
  } finally {
    prompt.close()
  }
}
