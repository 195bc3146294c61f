// `scribe list`: the transcriptions of the account, newest first. One page, or all of them one
// after the other: each page is printed and forgotten while the next one is on its way.
import type { TranscriptionList } from '../api/types.ts'
import { jsonOf } from '../client/answers.ts'
import type { Client, ListOptions as Query } from '../client/client.ts'
import { elementsOf, memberOf, onOneLine } from '../client/json-text.ts'
import { type Page, pagesOf } from '../client/pages.ts'
import type { Context } from '../context.ts'
import { Interrupted } from '../errors.ts'
import { printable } from '../text.ts'
import { TranscriptionTable } from '../ui/transcription-table.ts'

/** @param all every page from there on; under --json one transcription a line */
export async function list(context: Context, query: Query, all: boolean): Promise<void> {
  const { client } = await context.connect()
  await (all ? listAll(context, client, query) : listPage(context, client, query))
}

async function listPage({ io, signal }: Context, client: Client, query: Query): Promise<void> {
  const { text } = await client.listDocument(query, signal)
  const { data, next_cursor } = jsonOf<TranscriptionList>({ text })
  if (io.json) return io.write(`${text.trimEnd()}\n`)
  await new TranscriptionTable(io).write(data)
  if (data.length === 0) io.note('No transcriptions')
  if (next_cursor === null) return
  io.note(`There are more: --cursor ${printable(next_cursor)} shows the next page, --all every one`)
}

async function listAll({ io, signal }: Context, client: Client, query: Query): Promise<void> {
  const table = new TranscriptionTable(io)
  let cursor: string | undefined
  let isEmpty = true
  try {
    for await (const page of pagesOf(client, query, signal)) {
      await (io.json ? io.write(linesOf(page)) : table.write(page.data))
      cursor = page.next_cursor ?? undefined
      isEmpty &&= page.data.length === 0
    }
  } catch (error) {
    if (cursor === undefined) throw error
    const hint = `--cursor ${printable(cursor)} goes on from here.`
    if (error instanceof Interrupted) throw new Interrupted(hint)
    io.complain(io.json ? JSON.stringify({ next_cursor: cursor }) : hint)
    throw error
  }
  if (isEmpty) io.note('No transcriptions')
}

/** Each transcription as it was sent. */
function linesOf({ text }: Page): string {
  const jobs = elementsOf(memberOf(text, 'data') ?? '[]')
  return jobs.map((job) => `${onOneLine(job)}\n`).join('')
}
