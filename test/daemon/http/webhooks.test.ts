import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifySignature } from '../../../src/api/signature.ts'
import type { Created } from '../../../src/api/types.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { eventOf, startReceiver, statuses } from '../../support/receiver.ts'
import { signingSecret } from '../../support/secret.ts'

const SEGMENT = { start: 0, end: 2, text: 'Hook.', speaker: null, language: 'en' }
const SCRIPT: Script = { duration: 61, segments: [SEGMENT] }

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: Record<string, unknown> }).error

function post(daemon: TestDaemon, script: Script, url: string, headers = {}): Promise<Response> {
  const form = new FormData()
  form.set('webhook_url', url)
  form.set('file', new Blob([JSON.stringify(script)]), 'talk.wav')
  return daemon.request('POST', '/transcriptions', { body: form, headers })
}

const reserve = (daemon: TestDaemon, webhook_url: unknown, headers = {}) =>
  daemon.request('POST', '/transcriptions', {
    json: { upload: { filename: 'a.mp3', size: 5 }, webhook_url },
    headers,
  })

afterAll(removeFolders)

describe('a webhook of a daemon for local work', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await startDaemon({ allowPrivateWebhooks: true, webhookWaitsSeconds: [0.05] })
  })
  afterAll(() => daemon.stop())

  it('tells that a transcription completed, with what GET shows but the transcript', async () => {
    const receiver = await startReceiver()
    const created = (await (await post(daemon, SCRIPT, receiver.url)).json()) as Created
    const [received] = await receiver.until(1)
    if (received === undefined) throw new Error('nothing received')
    const { transcript, ...shown } = await daemon.get(created.id)

    expect(eventOf(received)).toEqual({
      type: 'transcription.completed',
      created_at: shown.completed_at,
      data: shown,
    })
    expect(shown).toMatchObject({ status: 'completed', billed_minutes: 2 })
    expect(transcript?.text).toBe('Hook.')
    expect(
      verifySignature({
        secret: await signingSecret(daemon),
        body: received.body,
        header: String(received.headers['x-service-signature']),
        nowSeconds: Date.now() / 1000,
      }),
    ).toBeNull()
  })

  it('tells that a transcription failed, and why, also after failed attempts', async () => {
    const receiver = await startReceiver({ answer: statuses(503, 200) })
    const fail = { code: 'no_speech', message: 'Nothing was said.' }
    const created = (await (
      await post(daemon, { duration: 5, fail }, receiver.url)
    ).json()) as Created
    const [first, second] = await receiver.until(2)
    if (first === undefined) throw new Error('nothing received')

    expect(eventOf(first)).toMatchObject({
      type: 'transcription.failed',
      data: { id: created.id, status: 'failed', error: fail, billed_minutes: null },
    })
    expect(second?.body).toBe(first.body)
  })

  it('stays silent about a cancel', async () => {
    const receiver = await startReceiver()
    const slow = { ...SCRIPT, holdMs: 20_000 }
    const created = (await (await post(daemon, slow, receiver.url)).json()) as Created
    await daemon.request('DELETE', `/transcriptions/${created.id}`)
    await post(daemon, SCRIPT, receiver.url)
    const received = await receiver.until(1)

    expect((await daemon.get(created.id)).status).toBe('canceled')
    expect(received.map((one) => eventOf(one).type)).toEqual(['transcription.completed'])
    expect(received.map((one) => eventOf(one).data.id)).not.toContain(created.id)
  })

  it('is called for a chunked upload too', async () => {
    const receiver = await startReceiver()
    const bytes = JSON.stringify(SCRIPT)
    const response = await daemon.request('POST', '/transcriptions', {
      json: { upload: { filename: 'a.mp3', size: bytes.length }, webhook_url: receiver.url },
    })
    const { id, upload } = (await response.json()) as Created
    const path = `/transcriptions/${id}/upload`
    const headers = { 'content-type': 'application/octet-stream', ...upload?.headers }
    await daemon.request('PUT', `${path}/chunks/0`, { body: bytes, headers })
    await daemon.request('POST', `${path}/complete`)
    const [received] = await receiver.until(1)

    expect(received && eventOf(received).data.id).toBe(id)
  })

  it('is one of the parameters that an Idempotency-Key stands for', async () => {
    const headers = { 'idempotency-key': 'hook-1' }
    const first = await reserve(daemon, 'http://127.0.0.1:9/a', headers)
    const same = await reserve(daemon, 'http://127.0.0.1:9/a', headers)
    const other = await reserve(daemon, 'http://127.0.0.1:9/b', headers)

    expect([first.status, same.status, other.status]).toEqual([201, 201, 409])
    expect(((await same.json()) as Created).id).toBe(((await first.json()) as Created).id)
  })

  it('is never shown by the API', async () => {
    const response = await reserve(daemon, 'http://127.0.0.1:9/secret-path')

    expect(await response.text()).not.toContain('secret-path')
  })
})

describe('a webhook_url', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await startDaemon({ dnsServers: ['127.0.0.1:9'] })
  })
  afterAll(() => daemon.stop())

  it.each([
    'http://example.com/hook',
    'https://user:secret@example.com/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://169.254.169.254/latest/meta-data/',
    'not a url',
    '',
  ])('must be public https: %j is 422 and named', async (url) => {
    const reserved = await reserve(daemon, url)
    const sent = await post(daemon, SCRIPT, url)

    for (const response of [reserved, sent]) {
      expect(response.status).toBe(422)
      expect(await errorOf(response)).toMatchObject({
        code: 'invalid_request',
        params: { webhook_url: expect.any(String) },
      })
    }
  })

  it('that is refused leaves nothing of the file that came with it', async () => {
    await post(daemon, SCRIPT, 'https://127.0.0.1/hook')

    expect(await readdir(join(daemon.dataDir, 'media'))).toEqual([])
  })

  it('must be a string', async () => {
    const response = await reserve(daemon, 5)

    expect([response.status, (await errorOf(response)).params]).toEqual([
      422,
      { webhook_url: expect.any(String) },
    ])
  })

  it('whose name no name server answers for is 503, to be tried again', async () => {
    const response = await reserve(daemon, 'https://hooks.test/')

    expect(response.status).toBe(503)
    expect(await errorOf(response)).toMatchObject({ code: 'service_unavailable', retryable: true })
  })

  it('is looked up when it is new, not when the request is repeated', async () => {
    let isUp = true
    const server = await startDnsServer(() => (isUp ? ['8.8.8.8'] : 'nxdomain'))
    const asking = await startDaemon({ dnsServers: [server.address] })
    const headers = { 'idempotency-key': 'hook-2' }
    const first = await reserve(asking, 'https://hooks.test/', headers)
    isUp = false
    const again = await reserve(asking, 'https://hooks.test/', headers)
    const unknown = await reserve(asking, 'https://hooks.test/')
    await asking.stop()

    expect([first.status, again.status, unknown.status]).toEqual([201, 201, 422])
    expect((await errorOf(unknown)).params).toEqual({
      webhook_url: 'names a host that does not exist',
    })
  })

  it('that leads inside by name is 422', async () => {
    const server = await startDnsServer(() => ['8.8.8.8', '192.168.0.1'])
    const asking = await startDaemon({ dnsServers: [server.address] })
    const response = await reserve(asking, 'https://hooks.test/')
    await asking.stop()

    expect([response.status, (await errorOf(response)).code]).toEqual([422, 'invalid_request'])
  })
})
