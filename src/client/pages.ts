// All pages of a list, one after the other: the next one is on its way while one is worked on, and
// no more than these two are held.
import type { TranscriptionList } from '../api/types.ts'
import { ServerUnreachable } from '../errors.ts'
import { jsonOf } from './answers.ts'
import type { Client, ListOptions } from './client.ts'

export interface Page extends TranscriptionList {
  /** Leads to this very page; undefined for the first one. */
  cursor: string | undefined
  /** The page as it was sent. */
  text: string
}

/** @throws ApiError, ServerUnreachable, the signal's reason */
export async function* pagesOf(
  client: Client,
  options: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  let coming = fetchPage(client, options, signal)
  for (;;) {
    const page = await coming
    const { cursor, next_cursor: next } = page
    if (next !== null && next === cursor) {
      throw new ServerUnreachable('The server gives the same page again and again')
    }
    if (next !== null) {
      coming = fetchPage(client, { ...options, cursor: next }, signal)
      // Looked at when it is its turn, if ever.
      coming.catch(() => undefined)
    }
    yield page
    if (next === null) return
  }
}

async function fetchPage(client: Client, options: ListOptions, signal: AbortSignal): Promise<Page> {
  const { text } = await client.listDocument(options, signal)
  return { ...jsonOf<TranscriptionList>({ text }), cursor: options.cursor, text }
}
