import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { reserve } from '../../support/uploads.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

/** Everything that a bare connection answers to these bytes until it is closed. */
function exchange(bytes: string): Promise<{ status: number; head: string; error: object }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(daemon.baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, ...JSON.parse(body) })
    })
  })
}

const INVALID = { code: 'invalid_request', message: expect.any(String), retryable: false }
const authorization = () => `Authorization: Bearer ${daemon.key}\r\n`

describe('a connection', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['an unknown method', 'BREW /v1/account HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('with %s gets the envelope and a request id, and ends', async (_what, bytes, status) => {
    const answer = await exchange(bytes)

    expect(answer).toMatchObject({ status, error: INVALID })
    expect(answer.head).toMatch(/x-request-id: req_/)
  })

  it('whose headers do not arrive within seconds gets 408 and ends', async () => {
    const answer = await exchange('GET /v1/account HTTP/1.1\r\nHost: a\r\nX-Slow: ')

    expect(answer).toMatchObject({ status: 408, error: INVALID })
  })

  it('whose body stands for two requests at once is refused', async () => {
    const answer = await exchange(
      `POST /v1/transcriptions HTTP/1.1\r\nHost: a\r\n${authorization()}` +
        'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )

    expect(answer).toMatchObject({ status: 400, error: INVALID })
  })
})

describe('a request', () => {
  const post = (body: string, type: string) =>
    daemon.request('POST', '/transcriptions', { body, headers: { 'content-type': type } })

  it.each([
    ['JSON that is cut off', '{"upload":', 'application/json'],
    ['JSON that sets a prototype', '{"__proto__": {"a": 1}}', 'application/json'],
    ['another content type', '<upload/>', 'application/xml'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
    [
      'a form that is cut off',
      '--x\r\nContent-Disposition: form',
      'multipart/form-data; boundary=x',
    ],
  ])('with %s is 400 invalid_request', async (_what, body, type) => {
    expect(await errorOf(await post(body, type))).toMatchObject({ http: 400, ...INVALID })
  })

  it('with more JSON than 64 KiB is 413 media_too_large with max_bytes', async () => {
    const answer = await post(JSON.stringify({ filler: 'x'.repeat(70_000) }), 'application/json')

    expect(await errorOf(answer)).toMatchObject({
      http: 413,
      code: 'media_too_large',
      max_bytes: 65_536,
    })
  })

  it('with a path that cannot be decoded is 400, with a request id', async () => {
    const answer = await daemon.request('GET', '/transcriptions/%zz')

    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(await errorOf(answer)).toMatchObject({ http: 400, ...INVALID })
  })

  it.each([
    ['PATCH', '/transcriptions/tr_1'],
    ['PUT', '/transcriptions'],
    ['OPTIONS', '/account'],
    ['DELETE', '/account'],
    ['GET', `/transcriptions/${'x'.repeat(500)}`],
  ])('%s of a path that knows it not is 404 not_found', async (method, path) => {
    const answer = await daemon.request(method, path)

    expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull()
    expect(await errorOf(answer)).toMatchObject({ http: 404, code: 'not_found' })
  })

  it('HEAD is GET without the body', async () => {
    const answer = await daemon.request('HEAD', '/account')

    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0)
  })

  it('is named by its own id in every answer', async () => {
    const answers = await Promise.all([
      daemon.request('GET', '/account'),
      daemon.request('GET', '/account'),
      fetch(`${daemon.baseUrl}/account`),
      fetch(new URL('/healthz', daemon.baseUrl)),
    ])
    const ids = answers.map((answer) => answer.headers.get('x-request-id'))

    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^req_\w+$/)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('DELETE and complete take the empty body of a client that always names JSON', async () => {
    const { id } = await reserve(daemon, 10)
    const headers = { 'content-type': 'application/json' }
    const path = `/transcriptions/${id}`
    const completed = await daemon.request('POST', `${path}/upload/complete`, { headers })
    const deleted = await daemon.request('DELETE', path, { headers })

    expect([completed.status, deleted.status]).toEqual([409, 204])
  })
})

describe('an upload that breaks off', () => {
  const folders = async () => [
    ...(await readdir(join(daemon.dataDir, 'media'))),
    ...(await readdir(join(daemon.dataDir, 'uploads'))),
  ]

  it('as a form leaves no file and no transcription', async () => {
    const before = await folders()
    const sent = httpRequest(`${daemon.baseUrl}/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${daemon.key}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    sent.on('error', () => undefined)
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
    sent.write('x'.repeat(100_000))
    await expect.poll(folders).not.toEqual(before)
    sent.destroy()

    await expect.poll(folders).toEqual(before)
    expect(
      await (await daemon.request('GET', '/transcriptions?status=queued')).json(),
    ).toMatchObject({
      data: [],
    })
  })
})

describe('the daemon itself', () => {
  it('tells that it is healthy to everyone', async () => {
    const answer = await fetch(new URL('/healthz', daemon.baseUrl))

    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
  })

  it('tells its figures to the local key only', async () => {
    const url = new URL('/metrics', daemon.baseUrl)
    const { key } = await daemon.newTeam()
    const refused = [
      await fetch(url),
      await fetch(url, { headers: { authorization: `Bearer ${key}` } }),
    ]

    expect(refused.map(({ status }) => status)).toEqual([401, 403])
  })

  it('counts requests, jobs and what was transcribed', async () => {
    const segment = { start: 0, end: 2, text: 'Hi.', speaker: null, language: 'en' }
    const figures = async () => {
      const url = new URL('/metrics', daemon.baseUrl)
      const answer = await fetch(url, { headers: { authorization: `Bearer ${daemon.key}` } })
      const lines = (await answer.text()).split('\n').filter((line) => !line.startsWith('#'))
      return Object.fromEntries(lines.map((line) => line.split(/ (?=[^ ]+$)/)))
    }
    await daemon.submit({ duration: 90, segments: [segment] }, '?wait=30')
    await daemon.submit({ duration: 5, fail: { code: 'no_speech', message: 'None.' } }, '?wait=30')
    const counted = await figures()

    expect(counted).toMatchObject({
      'scribe_http_requests_total{method="POST",route="/v1/transcriptions",status="200"}': '2',
      'scribe_transcriptions{status="completed"}': '1',
      'scribe_transcriptions{status="failed"}': '1',
      'scribe_jobs_ended_total{status="completed"}': '1',
      'scribe_jobs_ended_total{status="failed"}': '1',
      scribe_transcribed_seconds_total: '90',
      scribe_jobs_active: '0',
      scribe_jobs_queued: '0',
      scribe_webhook_deliveries_pending: '0',
    })
  })
})
