import { afterEach, describe, expect, it } from 'vitest'
import { Client } from '../../../src/client/client.ts'
import { type Page, pagesOf } from '../../../src/client/pages.ts'
import { busy, json, type Reply, serve } from '../../support/scripted-server.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(...replies: Reply[]) {
  const server = await serve(replies)
  const client = new Client({ baseUrl: server.baseUrl, apiKey: null })
  closers.push(
    () => server.close(),
    () => client.close(),
  )
  return { client, seen: server.seen }
}

const page = (ids: string[], next_cursor: string | null) =>
  json({ object: 'list', data: ids.map((id) => ({ id })), next_cursor })
const { signal } = new AbortController()

async function collected(pages: AsyncIterable<Page>): Promise<string[]> {
  const ids: string[] = []
  for await (const { data } of pages) ids.push(...data.map(({ id }) => id))
  return ids
}

describe('pagesOf', () => {
  it('follows the cursors to the end, with the same filters', async () => {
    const { client, seen } = await open(
      page(['a', 'b'], 'x'),
      busy,
      page(['c'], 'y'),
      page([], null),
    )
    expect(await collected(pagesOf(client, { status: 'failed' }, signal))).toEqual(['a', 'b', 'c'])
    expect(seen.map(({ url }) => url)).toEqual([
      '/v1/transcriptions?status=failed',
      '/v1/transcriptions?status=failed&cursor=x',
      '/v1/transcriptions?status=failed&cursor=x',
      '/v1/transcriptions?status=failed&cursor=y',
    ])
  })

  it('fetches one page ahead, and no more', async () => {
    const { client, seen } = await open(page(['a'], '1'), page(['b'], '2'), page(['c'], '3'))
    const pages = pagesOf(client, {}, signal)
    await pages.next()
    await expect.poll(() => seen.length).toBe(2)
    await client.account(signal)
    expect(seen.map(({ url }) => url)).toEqual([
      '/v1/transcriptions',
      '/v1/transcriptions?cursor=1',
      '/v1/account',
    ])
    await pages.return(undefined)
  })

  it('does not go round in circles with a server that does not know its cursors', async () => {
    const { client } = await open(page(['a'], 'x'))
    await expect(collected(pagesOf(client, {}, signal))).rejects.toThrow('the same page')
  })
})
