import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Client } from '../../../src/client/client.ts'
import { waitUntilFinal } from '../../../src/client/wait.ts'
import { StillRunning } from '../../../src/errors.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function clientOf(answer: RequestListener): Promise<Client> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return new Client({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: null })
}

describe('waitUntilFinal', () => {
  it.each<[string, RequestListener]>([
    [
      'asks for a long rest',
      (_request, response) => {
        response.writeHead(429, { 'retry-after': '600' })
        response.end('{"error":{"code":"rate_limited","message":"slowly","retryable":true}}')
      },
    ],
    ['never answers', () => undefined],
  ])('gives up when the time is over, also where the server %s', async (_title, answer) => {
    const client = await clientOf(answer)
    const options = {
      signal: new AbortController().signal,
      timeoutSeconds: 0,
      onProgress: undefined,
    }
    await expect(waitUntilFinal(client, 'tr_1', options)).rejects.toBeInstanceOf(StillRunning)
    await client.close()
  })

  it('ends with the reason of the signal when that comes first', async () => {
    const client = await clientOf(() => undefined)
    const signal = AbortSignal.abort(new Error('enough'))
    const options = { signal, timeoutSeconds: 60, onProgress: undefined }
    await expect(waitUntilFinal(client, 'tr_1', options)).rejects.toThrow('enough')
    await client.close()
  })
})
