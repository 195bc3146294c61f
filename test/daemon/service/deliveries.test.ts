import { describe, expect, it } from 'vitest'
import { listDeliveries, retryDelivery } from '../../../daemon/service/deliveries.ts'
import { advance, endWithoutTranscript } from '../../../daemon/service/lifecycle.ts'
import { verifySignature } from '../../../src/api/signature.ts'
import { SECRET, type Sending, setSecret, startSending } from '../../support/deliveries.ts'
import { eventOf, type Received, startReceiver, statuses } from '../../support/receiver.ts'
import { dataFolder } from '../../support/store-folder.ts'
import { transcription } from '../../support/store-records.ts'

const signatureOf = ({ headers }: Received) => String(headers['x-service-signature'])
const verify = (received: Received, secret: string) =>
  verifySignature({
    ...{ secret, body: received.body, header: signatureOf(received) },
    nowSeconds: Date.now() / 1000,
  })

const only = ({ store }: Sending) => listDeliveries({ store }, 'team_1')[0]
const ended = (sending: Sending) =>
  expect.poll(() => only(sending)?.next_attempt_at, { timeout: 9000, interval: 20 }).toBeNull()

describe('a webhook', () => {
  it('is sent as signed JSON, and delivered with the first 2xx', async () => {
    const receiver = await startReceiver()
    const sending = await startSending(await dataFolder(), [60])
    const id = await sending.complete(receiver.url)
    const [received] = await receiver.until(1)
    if (received === undefined) throw new Error('nothing received')
    await ended(sending)

    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'scribe-webhooks/1.0',
    })
    expect(received.rawHeaders).toContain('X-Service-Signature')
    expect(verify(received, SECRET)).toBeNull()
    expect(eventOf(received)).toMatchObject({
      type: 'transcription.completed',
      created_at: sending.store.get('transcriptions', id)?.completed_at,
      data: { id, object: 'transcription', status: 'completed' },
    })
    expect(only(sending)).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }] })
  })

  it('is tried again after each wait, until the last attempt has failed', async () => {
    const receiver = await startReceiver({ answer: statuses(500) })
    const waits = [0.1, 0.2, 0.3, 0.1, 0.1]
    const sending = await startSending(await dataFolder(), waits)
    await sending.complete(receiver.url)
    const received = await receiver.until(6)
    await ended(sending)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const gaps = received.slice(1).map(({ atMs }, n) => atMs - (received[n]?.atMs ?? 0))

    expect(received).toHaveLength(6)
    for (const [n, waitSeconds] of waits.entries()) {
      expect(gaps[n]).toBeGreaterThanOrEqual(waitSeconds * 1000 - 1)
    }
    expect(only(sending)).toMatchObject({
      status: 'failed',
      attempts: waits.concat(0).map(() => ({ status: 500, error: 'answered 500' })),
    })
  })

  it('has the same bytes in every attempt, so that id and type tell a repetition', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 302, 204) })
    const sending = await startSending(await dataFolder(), [0.05, 0.05, 0.05])
    await sending.complete(receiver.url)
    const received = await receiver.until(3)
    await ended(sending)

    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(only(sending)?.attempts.map(({ status }) => status)).toEqual([500, 302, 204])
  })

  it('is signed anew for each attempt, with the secret of that moment', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 204) })
    const sending = await startSending(await dataFolder(), [1.2])
    await sending.complete(receiver.url)
    await receiver.until(1)
    await setSecret(sending.store, 'whsec_second')
    const [first, second] = await receiver.until(2)
    if (first === undefined || second === undefined) throw new Error('nothing received')

    expect([verify(first, SECRET), verify(first, 'whsec_second')]).toEqual([
      null,
      'no_matching_signature',
    ])
    expect([verify(second, SECRET), verify(second, 'whsec_second')]).toEqual([
      'no_matching_signature',
      null,
    ])
    expect(signatureOf(second).split(',')[0]).not.toBe(signatureOf(first).split(',')[0])
  })

  it('keeps attempts and due time across a restart; what is overdue goes out at once', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 204) })
    const dir = await dataFolder()
    const before = await startSending(dir, [0.4])
    await before.complete(receiver.url)
    await receiver.until(1)
    await expect.poll(() => only(before)?.attempts.length).toBe(1)
    await before.close()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const started = Date.now()
    const after = await startSending(dir, [0.4])
    const [, second] = await receiver.until(2)
    await ended(after)

    expect((second?.atMs ?? 0) - started).toBeLessThan(300)
    expect(only(after)).toMatchObject({ status: 'delivered', attempts: [{}, { status: 204 }] })
  })

  it('waits out its time across a restart', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 204) })
    const dir = await dataFolder()
    const before = await startSending(dir, [1.5])
    await before.complete(receiver.url)
    const [first] = await receiver.until(1)
    await expect.poll(() => only(before)?.attempts.length).toBe(1)
    await before.close()
    await startSending(dir, [1.5])
    const [, second] = await receiver.until(2)

    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1499)
  })

  it('is not counted when the daemon closes during the attempt, and made again', async () => {
    const silent = await startReceiver({ answer: () => undefined })
    const dir = await dataFolder()
    const before = await startSending(dir, [], 20_000)
    await before.complete(silent.url)
    await silent.until(1)
    const started = performance.now()
    await before.close()
    const closedMs = performance.now() - started
    const after = await startSending(dir, [], 200)
    const unmade = only(after)
    await silent.until(2)
    await ended(after)

    expect(closedMs).toBeLessThan(1000)
    expect(unmade).toMatchObject({ status: 'pending', attempts: [] })
    expect(only(after)).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, error: 'no answer within 0.2 seconds' }],
    })
  })

  it('is sent beside 15 others at most, which Node has nothing to warn about', async () => {
    const silent = await Promise.all(
      Array.from({ length: 20 }, () => startReceiver({ answer: () => undefined })),
    )
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    const sending = await startSending(await dataFolder(), [], 5000)
    for (const { url } of silent) await sending.complete(url)
    const reached = () => silent.filter(({ received }) => received.length > 0).length
    await expect.poll(reached).toBe(16)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sending.close()
    process.off('warning', onWarning)

    expect(reached()).toBe(16)
    expect(warnings).toEqual([])
  })

  it('does not wait for a dead receiver of others', async () => {
    const dead = await startReceiver({ answer: () => undefined })
    const well = await startReceiver()
    const sending = await startSending(await dataFolder(), [], 1500)
    for (let n = 0; n < 20; n += 1) await sending.complete(dead.url)
    const started = performance.now()
    await sending.complete(well.url)
    await well.until(1)

    expect(performance.now() - started).toBeLessThan(1000)
    expect(dead.received).toHaveLength(2)
  })
})

describe('an event', () => {
  async function end(webhook_url: string | null, event: 'finish' | 'fail' | 'cancel') {
    const sending = await startSending(await dataFolder(), [60])
    const now = new Date().toISOString()
    await sending.store.tx((tx) => {
      tx.put('transcriptions', { ...transcription(7, 'transcribing'), webhook_url })
      const error = { code: 'no_speech', message: 'Nothing was said.' } as const
      if (event === 'finish') advance(tx, 'tr_7', 'finish', { completed_at: now })
      else if (event === 'fail') endWithoutTranscript(tx, 'tr_7', { event, error }, now)
      else endWithoutTranscript(tx, 'tr_7', { event }, now)
    })
    return sending.store.find('deliveries', 'by_transcription', 'tr_7')
  }
  const url = 'http://127.0.0.1:9/'

  it('of a failure carries its code and message', async () => {
    const [row] = await end(url, 'fail')

    expect(JSON.parse(row?.body ?? '')).toMatchObject({
      type: 'transcription.failed',
      data: { status: 'failed', error: { code: 'no_speech', message: 'Nothing was said.' } },
    })
  })

  it('shows every field of a transcription but the transcript, and nothing of the daemon', async () => {
    const [row] = await end(url, 'finish')
    const event = JSON.parse(row?.body ?? '')

    expect(Object.keys(event)).toEqual(['type', 'created_at', 'data'])
    expect(Object.keys(event.data).sort()).toEqual(
      [
        ...['id', 'object', 'status', 'source', 'media', 'options', 'transcript_source'],
        ...['caption_kind', 'language', 'billed_minutes', 'cached', 'error', 'created_at'],
        ...['completed_at', 'deleted_at'],
      ].sort(),
    )
  })

  it('is not made by a cancel', async () => {
    expect(await end(url, 'cancel')).toEqual([])
  })

  it('is not made without a webhook', async () => {
    expect(await end(null, 'finish')).toEqual([])
  })
})

describe('deliveries', () => {
  it('are listed newest first, for one transcription or all, and for their own team only', async () => {
    const receiver = await startReceiver()
    const sending = await startSending(await dataFolder(), [])
    const first = await sending.complete(receiver.url)
    const second = await sending.complete(receiver.url)
    const other = await sending.complete(receiver.url, 'team_2')
    await expect.poll(sending.deliverer.pending).toBe(0)
    const ids = (teamId: string | null, options = {}) =>
      listDeliveries(sending, teamId, options).map((delivery) => delivery.transcription_id)

    expect(ids('team_1')).toEqual([second, first])
    expect(ids('team_1', { limit: 1 })).toEqual([second])
    expect(ids('team_1', { transcriptionId: first })).toEqual([first])
    expect(ids('team_1', { transcriptionId: other })).toEqual([])
    expect(ids(null)).toEqual([other, second, first])
    expect(only(sending)).toEqual({
      id: expect.stringMatching(/^dlv_/),
      object: 'delivery',
      transcription_id: second,
      type: 'transcription.completed',
      url: receiver.url,
      status: 'delivered',
      created_at: expect.any(String),
      next_attempt_at: null,
      attempts: [
        { at: expect.any(String), status: 204, error: null, duration_ms: expect.any(Number) },
      ],
    })
  })

  it('that have failed begin their schedule anew when they are retried', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 500, 500, 204) })
    const sending = await startSending(await dataFolder(), [0.05])
    await sending.complete(receiver.url)
    await receiver.until(2)
    await ended(sending)
    const failed = only(sending)
    const retried = await retryDelivery(sending, 'team_1', failed?.id ?? '')
    await receiver.until(4)
    await ended(sending)

    expect([failed?.status, retried.status]).toEqual(['failed', 'pending'])
    expect(only(sending)?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 204])
  })

  it('that were delivered can be sent again', async () => {
    const receiver = await startReceiver()
    const sending = await startSending(await dataFolder(), [])
    await sending.complete(receiver.url)
    await ended(sending)
    await retryDelivery(sending, 'team_1', only(sending)?.id ?? '')
    const [first, second] = await receiver.until(2)

    expect(second?.body).toBe(first?.body)
  })

  it('that wait for their next attempt are attempted now, as part of their schedule', async () => {
    const receiver = await startReceiver({ answer: statuses(500) })
    const sending = await startSending(await dataFolder(), [60])
    await sending.complete(receiver.url)
    await expect.poll(() => only(sending)?.attempts.length).toBe(1)
    await retryDelivery(sending, 'team_1', only(sending)?.id ?? '')
    await receiver.until(2)
    await ended(sending)

    expect(only(sending)).toMatchObject({ status: 'failed', attempts: [{}, {}] })
  })

  it('of another team are not found', async () => {
    const receiver = await startReceiver()
    const sending = await startSending(await dataFolder(), [])
    await sending.complete(receiver.url)
    await ended(sending)
    const id = only(sending)?.id ?? ''

    await expect(retryDelivery(sending, 'team_2', id)).rejects.toMatchObject({ code: 'not_found' })
    expect(receiver.received).toHaveLength(1)
  })

  it('keep their latest 20 attempts', async () => {
    const receiver = await startReceiver({ answer: statuses(500) })
    const sending = await startSending(await dataFolder(), Array(24).fill(0.001))
    await sending.complete(receiver.url)
    await receiver.until(25)
    await ended(sending)

    expect(only(sending)?.attempts).toHaveLength(20)
  })
})
