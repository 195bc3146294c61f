// Form A of POST /transcriptions: what is refused, Idempotency-Key and reuse_recent.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../daemon/io/store.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { videosOf } from '../../support/videos.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const { post, create, finish, newTeam, minutesOf } = videosOf(() => daemon)

describe('a request', () => {
  it('for another platform is 422 unsupported_platform, whatever else is wrong', async () => {
    for (const json of [{ platform: 'vimeo' }, { platform: 'vimeo', url: 5, colour: 'red' }]) {
      const response = await daemon.request('POST', '/transcriptions', { json })

      expect(response.status).toBe(422)
      expect(await errorOf(response)).toMatchObject({
        code: 'unsupported_platform',
        retryable: false,
        supported_platforms: ['youtube'],
      })
    }
  })

  it('for a URL that is no video is 422 invalid_url', async () => {
    for (const url of ['manualEn___', 'https://www.youtube.com.evil.example/watch?v=manualEn___']) {
      const response = await post('', { url })

      expect([response.status, (await errorOf(response)).code]).toEqual([422, 'invalid_url'])
    }
  })

  it.each([
    ['no url', { url: undefined }, 'url'],
    ['no platform', { platform: undefined }, 'platform'],
    ['a platform that is no text', { platform: 5 }, 'platform'],
    ['an unknown source', { source: 'both' }, 'source'],
    ['an empty language', { language: '' }, 'language'],
    ['a diarize that is a text', { diarize: 'true' }, 'diarize'],
    ['diarize with source captions', { source: 'captions', diarize: true }, 'diarize'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an upload beside the url', { upload: { filename: 'a.mp3', size: 1 } }, 'upload'],
    ['a webhook inside', { webhook_url: 'https://127.0.0.1/' }, 'webhook_url'],
  ])('with %s is 422 and names the field', async (_what, fields, field) => {
    const response = await post('manualEn___', fields)
    const { code, params } = await errorOf(response)

    expect([response.status, code]).toEqual([422, 'invalid_request'])
    expect(params).toHaveProperty(field)
  })

  it('is 402 when no minutes are left', async () => {
    const response = await post('manualEn___', {}, { by: await newTeam({ minutes: 0 }) })

    expect(response.status).toBe(402)
    expect(await errorOf(response)).toMatchObject({
      code: 'insufficient_minutes',
      minutes_needed: null,
      minutes_remaining: 0,
    })
  })
})

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ headers: { 'idempotency-key': name } })

  it('sent again, by any form of the URL, is the original and costs nothing', async () => {
    const by = await newTeam({ minutes: 1000 })
    const first = await finish('manualEn___', {}, { by, ...key('video-1') })
    const before = await minutesOf(by)
    const url = 'https://youtu.be/manualEn___?si=x'
    const again = await post('', { url }, { by, ...key('video-1') })

    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
    expect(await minutesOf(by)).toBe(before)
  })

  it('sent again while the first is being made is the original', async () => {
    const both = await Promise.all([
      create('bare____006', {}, key('video-2')),
      create('bare____006', {}, key('video-2')),
    ])

    expect(both[0]?.id).toBe(both[1]?.id)
  })

  it.each([
    ['another video', 'autoEn_____', {}],
    ['another option', 'manualEn___', { language: 'en' }],
  ])('with %s is 409 idempotency_conflict', async (_what, id, fields) => {
    await create('manualEn___', {}, key('video-3'))
    const response = await post(id, fields, key('video-3'))

    expect([response.status, (await errorOf(response)).code]).toEqual([409, 'idempotency_conflict'])
  })
})

describe('reuse_recent', () => {
  const reuse = { query: '?reuse_recent=true&wait=60' }

  it('returns the team’s most recent transcription of the video, by any form of the URL', async () => {
    const by = await newTeam({ minutes: 1000 })
    await finish('manualEn___', {}, { by })
    const newest = await finish('manualEn___', {}, { by })
    const before = await minutesOf(by)
    const url = 'https://m.youtube.com/watch?list=PL0&v=manualEn___'
    const response = await post('', { url }, { by, ...reuse })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...newest, reused: true })
    expect(await minutesOf(by)).toBe(before)
  })

  it('returns one that is under way with 202', async () => {
    const by = await newTeam()
    const running = await create('slow_______', { source: 'stt', language: 'en' }, { by })
    const fields = { source: 'stt', language: 'en' }
    const response = await post('slow_______', fields, { by, query: '?reuse_recent=true' })

    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ id: running.id, reused: true })
  })

  it.each([
    ['another source', { source: 'captions' }],
    ['another language', { language: 'en' }],
    ['another diarize', { diarize: true }],
  ])('makes a new one for %s', async (_what, fields) => {
    const by = await newTeam()
    const first = await finish('manualEn___', {}, { by })
    const second = await finish('manualEn___', fields, { by, ...reuse })

    expect(second.reused).toBe(false)
    expect(second.id).not.toBe(first.id)
  })

  it('makes a new one when the earlier is another team’s, failed, canceled or deleted', async () => {
    const by = await newTeam()
    await finish('private____', {}, { by })
    const canceled = await create('hangsInfo__', { source: 'stt' }, { by })
    await by.request('DELETE', `/transcriptions/${canceled.id}`)
    const deleted = await finish('manualEn___', {}, { by })
    await by.request('DELETE', `/transcriptions/${deleted.id}`)
    const again = [
      await finish('private____', {}, { by, ...reuse }),
      await create('hangsInfo__', { source: 'stt' }, { by, query: '?reuse_recent=true' }),
      await finish('manualEn___', {}, { by, ...reuse }),
      await finish('manualEn___', {}, { by: await newTeam(), ...reuse }),
    ]
    await by.request('DELETE', `/transcriptions/${again[1]?.id}`)

    expect(again.map(({ reused }) => reused)).toEqual([false, false, false, false])
  })

  it('returns none that is older than 24 hours', async () => {
    const first = await startDaemon()
    const young = await finish('manualEn___', {}, { by: first })
    const old = await finish('autoEn_____', {}, { by: first })
    await first.stop()
    await age(first.dataDir, young.id, DAY_MS - 60_000)
    await age(first.dataDir, old.id, DAY_MS + 1000)
    const second = await startDaemon({ dataDir: first.dataDir })
    const again = [
      await finish('manualEn___', {}, { by: second, ...reuse }),
      await finish('autoEn_____', {}, { by: second, ...reuse }),
    ]
    await second.stop()

    expect(again.map(({ reused }) => reused)).toEqual([true, false])
  })

  it('gives way to the replay of an Idempotency-Key', async () => {
    const by = await newTeam()
    const headers = { 'idempotency-key': 'older' }
    const older = await finish('manualEn___', {}, { by, headers })
    await finish('manualEn___', {}, { by })
    const replayed = await finish('manualEn___', {}, { by, ...reuse, headers })

    expect(replayed).toEqual(older)
  })

  it('binds its Idempotency-Key to what it returned', async () => {
    const by = await newTeam()
    const headers = { 'idempotency-key': 'reused' }
    const first = await finish('manualEn___', {}, { by })
    const reused = await finish('manualEn___', {}, { by, ...reuse, headers })
    await finish('manualEn___', {}, { by })
    const replayed = await finish('manualEn___', {}, { by, ...reuse, headers })

    expect(reused).toEqual({ ...first, reused: true })
    expect(replayed).toEqual(reused)
  })

  it('is refused together with webhook_url', async () => {
    const fields = { webhook_url: 'https://example.com/hook' }
    const response = await post('manualEn___', fields, reuse)

    expect([response.status, (await errorOf(response)).code]).toEqual([422, 'invalid_request'])
  })
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Makes a transcription of a stopped daemon so old. */
async function age(dataDir: string, id: string, ms: number): Promise<void> {
  const store = await openStore({ dir: dataDir, log: pino({ level: 'silent' }) })
  await store.tx((tx) => {
    const job = tx.get('transcriptions', id)
    if (job === undefined) throw new Error(`${id} is not there`)
    tx.put('transcriptions', { ...job, created_at: new Date(Date.now() - ms).toISOString() })
  })
  await store.close()
}
