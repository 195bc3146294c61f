// What happens when the answer to a DELETE gets lost: the one call cancels and deletes.
import { afterEach, describe, expect, it } from 'vitest'
import { Client } from '../../../src/client/client.ts'
import { cancelActive, deleteFinal } from '../../../src/client/remove.ts'
import { broken, json, type Reply, refusal, serve } from '../../support/scripted-server.ts'

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
  const methods = () => server.seen.map(({ method }) => method)
  return { client, methods }
}

const being = (status: string) => json({ id: 'tr_1', status })
const done: Reply = (_request, response) => response.writeHead(204).end()
const gone = refusal(404, { code: 'not_found', message: 'None.', retryable: false })
const { signal } = new AbortController()

describe('cancelActive', () => {
  it('does not delete what it has just canceled', async () => {
    const { client, methods } = await open(being('queued'), broken, being('canceled'))
    await cancelActive(client, 'tr_1', signal)
    expect(methods()).toEqual(['GET', 'DELETE', 'GET'])
  })

  it('tries again when the first call did not arrive', async () => {
    const { client, methods } = await open(being('queued'), broken, being('queued'), done)
    await cancelActive(client, 'tr_1', signal)
    expect(methods()).toEqual(['GET', 'DELETE', 'GET', 'DELETE'])
  })

  it('does not delete what has been completed meanwhile', async () => {
    const { client, methods } = await open(being('queued'), broken, being('completed'))
    await expect(cancelActive(client, 'tr_1', signal)).rejects.toThrow('completed already')
    expect(methods()).toEqual(['GET', 'DELETE', 'GET'])
  })
})

describe('deleteFinal', () => {
  it('takes what is gone after a lost answer for deleted', async () => {
    const { client } = await open(being('failed'), broken, gone)
    await expect(deleteFinal(client, 'tr_1', signal)).resolves.toBeUndefined()
  })

  it('does not take what never was for deleted', async () => {
    const { client } = await open(gone)
    await expect(deleteFinal(client, 'tr_1', signal)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not cancel', async () => {
    const { client, methods } = await open(being('transcribing'))
    await expect(deleteFinal(client, 'tr_1', signal)).rejects.toMatchObject({
      ...{ code: 'invalid_state', message: expect.stringContaining('scribe cancel tr_1') },
    })
    expect(methods()).toEqual(['GET'])
  })
})
