import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon } from './daemon.ts'
import { loadDescription, validatedFetch } from './validate.ts'

const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': 'req_1',
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
}
let description: string
let account: object
beforeAll(async () => {
  const daemon = await startDaemon()
  description = await (await fetch(`${daemon.baseUrl}/openapi.json`)).text()
  account = (await (await daemon.request('GET', '/account')).json()) as object
  await daemon.stop()
})
afterAll(removeFolders)

/** What the check says of this answer to GET /account. */
async function check(status: number, headers: Record<string, string>, body: string) {
  const server = createServer((request, response) => {
    if (request.url === '/v1/openapi.json') response.end(description)
    else response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  try {
    await loadDescription(baseUrl)
    return await validatedFetch(baseUrl, `${baseUrl}/account`, {}).then(
      () => 'as described',
      String,
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('the check of answers', () => {
  it('lets pass what is described', async () => {
    expect(await check(200, HEADERS, JSON.stringify(account))).toBe('as described')
  })

  it.each([
    ['a status', 418, HEADERS, {}, 'the status is not documented'],
    ['a content type', 200, { ...HEADERS, 'content-type': 'text/html' }, {}, 'content type'],
    ['a missing header', 200, { ...HEADERS, 'x-request-id': [] }, {}, 'it has no X-Request-Id'],
    ['a field too many', 200, HEADERS, { nonsense: 1 }, 'additional properties'],
    ['a field too few', 200, HEADERS, { limits: undefined }, 'limits'],
    ['a field of another type', 200, HEADERS, { renews_at: 5 }, 'renews_at'],
    ['a time without Z', 200, HEADERS, { renews_at: '2026-01-01T00:00:00+00:00' }, 'renews_at'],
    ['an error of another endpoint', 404, HEADERS, { error: { code: 'invalid_url' } }, 'code'],
  ])('notices %s', async (_what, status, headers, changes, complaint) => {
    const body = JSON.stringify({ ...account, ...changes })

    expect(await check(status, headers as Record<string, string>, body)).toContain(complaint)
  })
})
