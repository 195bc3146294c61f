// Form A of POST /transcriptions with a stand-in for yt-dlp that plays what the video's id says
// (see fixtures/ytdlp/videos.json).
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../daemon/io/store.ts'
import type { Created, Transcription } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { eventOf, startReceiver } from '../../support/receiver.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const urlOf = (id: string) => `https://www.youtube.com/watch?v=${id}`

interface Asked {
  query?: string
  headers?: Record<string, string>
  by?: TestDaemon
}

function post(id: string, fields: object = {}, { query = '', headers = {}, by }: Asked = {}) {
  const json = { platform: 'youtube', url: urlOf(id), ...fields }
  return (by ?? daemon).request('POST', `/transcriptions${query}`, { json, headers })
}

async function create(id: string, fields: object = {}, asked: Asked = {}): Promise<Created> {
  return (await (await post(id, fields, asked)).json()) as Created
}

const finish = (id: string, fields: object = {}, asked: Asked = {}) =>
  create(id, fields, { query: '?wait=60', ...asked })

/** A team of its own: nothing that other tests did is recent for it, or paid by it. */
const newTeam = async (input: object = {}) => daemon.as((await daemon.newTeam(input)).key)

const minutesOf = async (by: TestDaemon) =>
  ((await (await by.request('GET', '/account')).json()) as { minutes: { remaining: number } })
    .minutes.remaining

async function callsFor(id: string): Promise<string[][]> {
  const notes = await readFile(join(daemon.dataDir, 'ytdlp-calls.jsonl'), 'utf8')
  const calls = notes.split('\n').filter((text) => text !== '')
  return calls.map((text) => JSON.parse(text)).filter((args) => args.at(-1) === urlOf(id))
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('a video', () => {
  it('with creator captions has them as its transcript', async () => {
    const created = await finish('manualEn___')
    const done = await daemon.get(created.id, '?include=words')

    expect(created).toMatchObject({
      status: 'completed',
      reused: false,
      cached: false,
      source: { platform: 'youtube', url: urlOf('manualEn___'), media_id: 'manualEn___' },
      options: { source: 'auto', language: 'auto', diarize: false },
      transcript_source: 'youtube_captions',
      caption_kind: 'manual',
      language: 'en',
      billed_minutes: 2,
    })
    expect(created.media).toEqual({
      title: 'A talk',
      author: 'A speaker',
      author_url: 'https://www.youtube.com/channel/UC0123456789',
      thumbnail_url: 'https://i.ytimg.com/vi/manualEn___/hqdefault.jpg',
      duration_seconds: 61,
    })
    expect(done.transcript?.text).toBe('Good morning & welcome, everyone who came. Let us begin.')
    expect(done.transcript?.segments.map(({ words }) => words)).toEqual([null, null, null])
  })

  it('with automatic captions only has these, with their words’ times', async () => {
    const created = await finish('autoEn_____')
    const done = await daemon.get(created.id, '?include=words')

    expect(created).toMatchObject({ caption_kind: 'auto_generated', language: 'en' })
    expect(done.transcript?.text).toBe('good morning everyone let us begin')
    expect(done.transcript?.segments[0]).toMatchObject({ start: 2, end: 4 })
    expect(done.transcript?.segments[0]?.words).toMatchObject([
      { text: 'good', start: 2, end: 2.4 },
      { text: 'morning', start: 2.4, end: 2.9 },
      { text: 'everyone', start: 2.9, end: 4 },
    ])
  })

  it.each([
    ['has no captions', 'bare_______', {}],
    ['is asked for by stt', 'autoEn_____', { source: 'stt' }],
    ['has to be diarized', 'manualEn___', { diarize: true }],
    ['has captions in other languages only', 'autoEn_____', { language: 'de' }],
  ])('that %s goes to speech-to-text', async (_what, id, fields) => {
    const created = await finish(id, fields)
    const done = await daemon.get(created.id)

    expect(created).toMatchObject({
      status: 'completed',
      transcript_source: 'speech_to_text',
      caption_kind: null,
      media: { title: 'A talk', duration_seconds: 61 },
      billed_minutes: 2,
    })
    expect(done.transcript?.text).toBe('Heard, not read.')
  })

  it('whose captions cannot be fetched at all goes to speech-to-text in the end', async () => {
    expect(await finish('noTimedtxt_')).toMatchObject({
      status: 'completed',
      transcript_source: 'speech_to_text',
    })
  })

  it('answers 202 at once and passes through fetching and transcribing', async () => {
    const response = await post('slow_______')
    const { id } = (await response.json()) as Created
    const seen = new Set<string>()
    await until(async () => {
      const { status } = await daemon.get(id)
      seen.add(status)
      return status === 'completed'
    })

    expect(response.status).toBe(202)
    expect([...seen].filter((status) => status !== 'queued')).toEqual([
      'fetching',
      'transcribing',
      'completed',
    ])
  })

  it('leaves no file of its own behind', async () => {
    await finish('manualEn___', { source: 'captions' })
    await finish('bare_______', { source: 'stt' })

    expect(await readdir(join(daemon.dataDir, 'fetched'))).toEqual([])
  })

  it('is fetched without configuration and with its URL behind --', async () => {
    await finish('bare____008')
    const [args = []] = await callsFor('bare____008')

    expect(args).toEqual(expect.arrayContaining(['--ignore-config', '--no-playlist']))
    expect(args.slice(-2)).toEqual(['--', urlOf('bare____008')])
  })
})

describe('a video that cannot be had', () => {
  it.each([
    ['unknown____', 'media_unavailable'],
    ['trailer____', 'media_unavailable'],
    ['private____', 'media_private'],
    ['ageLimit___', 'age_restricted'],
    ['upcoming___', 'live_stream'],
    ['live_______', 'live_stream'],
    ['tooLong____', 'media_too_long'],
    ['hugeAudio__', 'fetch_failed'],
  ])('has failed at once and uncharged: %s is %s', async (id, code) => {
    const by = await newTeam({ minutes: 1000 })
    const before = await minutesOf(by)
    const failed = await finish(id, {}, { by })

    expect(failed).toMatchObject({ status: 'failed', error: { code }, billed_minutes: null })
    expect(await minutesOf(by)).toBe(before)
    expect(await callsFor(id)).toHaveLength(1)
  })

  it('for want of captions has failed with no_captions when nothing else was allowed', async () => {
    const none = await finish('bare_______', { source: 'captions' })
    const otherLanguage = await finish('autoEn_____', { source: 'captions', language: 'de' })

    expect([none.error?.code, otherLanguage.error?.code]).toEqual(['no_captions', 'no_captions'])
  })

  it('because of the network is tried three times before fetch_failed', async () => {
    const failed = await finish('network____')

    expect(failed).toMatchObject({ status: 'failed', error: { code: 'fetch_failed' } })
    expect(await callsFor('network____')).toHaveLength(3)
  })

  it('at first is tried again and completes', async () => {
    const done = await finish('flaky______')

    expect(done).toMatchObject({ status: 'completed', billed_minutes: 2 })
    expect(await callsFor('flaky______')).toHaveLength(2)
  })

  it('for want of yt-dlp says so and what to do, without another attempt', async () => {
    const bare = await startDaemon({ ytDlp: 'no-such-program' })
    const started = performance.now()
    const failed = await finish('manualEn___', {}, { by: bare })
    await bare.stop()

    expect(failed.error?.code).toBe('fetch_failed')
    expect(failed.error?.message).toMatch(/yt-dlp.*no-such-program.*Install.*SCRIBE_YTDLP/)
    expect(performance.now() - started).toBeLessThan(900)
  })

  it('for want of minutes has failed with insufficient_minutes before its audio is fetched', async () => {
    const by = await newTeam({ minutes: 1 })

    expect(await finish('bare____007', {}, { by })).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_minutes' },
    })
  })
})

describe('canceling', () => {
  it.each(['hangsInfo__', 'hangsAudio_'])(
    'ends fetching within a second, children included, and leaves no file: %s',
    async (id) => {
      const job = await create(id)
      const pids = async (): Promise<number[]> =>
        JSON.parse(await readFile(join(daemon.dataDir, 'ytdlp-pids.json'), 'utf8'))
      await until(async () => (await daemon.get(job.id)).status === 'fetching')
      await until(() =>
        pids().then(
          (found) => found.every(isAlive),
          () => false,
        ),
      )
      const started = performance.now()
      await daemon.request('DELETE', `/transcriptions/${job.id}`)
      const alive = await pids()
      await until(async () => !alive.some(isAlive))
      await until(async () => !(await readdir(join(daemon.dataDir, 'fetched'))).includes(job.id))

      expect(performance.now() - started).toBeLessThan(1000)
      expect(await daemon.get(job.id)).toMatchObject({ status: 'canceled', billed_minutes: null })
    },
  )
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

/** Has ended, but its new parent has not taken notice of it yet. Only Linux tells. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a daemon that is started again', () => {
  it('goes on with the video that was being fetched, and remembers its key', async () => {
    const headers = { 'idempotency-key': 'across-restarts' }
    const first = await startDaemon()
    const hanging = await create('hangsInfo__', {}, { by: first })
    await until(async () => (await first.get(hanging.id)).status === 'fetching')
    const queued = await create('manualEn___', {}, { by: first, headers })
    await first.stop()
    const second = await startDaemon({ dataDir: first.dataDir })
    await until(async () => (await second.get(hanging.id)).status === 'fetching')
    await second.request('DELETE', `/transcriptions/${hanging.id}`)
    const again = await finish('manualEn___', {}, { by: second, headers })
    await second.stop()

    expect(again).toMatchObject({ id: queued.id, status: 'completed', reused: false })
  })
})

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

describe('a video that was transcribed before', () => {
  it('by any team is complete at once, cached and billed the same', async () => {
    const first = await finish('bare____001', {}, { by: await newTeam() })
    const by = await newTeam({ minutes: 1000 })
    const before = await minutesOf(by)
    const response = await post('bare____001', {}, { by })
    const second = (await response.json()) as Created

    expect(response.status).toBe(200)
    expect(second).toMatchObject({
      ...{ status: 'completed', cached: true, reused: false, billed_minutes: 2 },
      ...{ media: first.media, language: first.language, caption_kind: first.caption_kind },
      transcript_source: first.transcript_source,
      completed_at: expect.any(String),
    })
    expect(second.id).not.toBe(first.id)
    expect(await minutesOf(by)).toBe(before - 2)
    expect((await by.get(second.id)).transcript?.text).toBe('good morning everyone let us begin')
    expect(await callsFor('bare____001')).toHaveLength(1)
  })

  it('keeps its transcript when the first one is deleted', async () => {
    const first = await finish('bare____002')
    const second = await finish('bare____002')
    await daemon.request('DELETE', `/transcriptions/${first.id}`)
    const kept = await daemon.get(second.id)
    const third = await finish('bare____002')

    expect(kept.transcript?.text).toBe('good morning everyone let us begin')
    expect(third).toMatchObject({ status: 'completed', cached: true })
  })

  it('is transcribed anew with other options, and once nothing is left of it', async () => {
    const first = await finish('bare____003')
    const other = await finish('bare____003', { language: 'en' })
    await daemon.request('DELETE', `/transcriptions/${first.id}`)
    const later = await finish('bare____003')

    expect([other.cached, later.cached]).toEqual([false, false])
  })

  it('is 402 with the minutes it needs when fewer are left, and nothing is made', async () => {
    await finish('bare____004')
    const by = await newTeam({ minutes: 1 })
    const response = await post('bare____004', {}, { by })
    const { data } = (await (await by.request('GET', '/transcriptions')).json()) as {
      data: Transcription[]
    }

    expect(response.status).toBe(402)
    expect(await errorOf(response)).toMatchObject({ minutes_needed: 2, minutes_remaining: 1 })
    expect(data).toEqual([])
  })

  it('tells its webhook at once', async () => {
    const receiver = await startReceiver()
    const told = await startDaemon({ allowPrivateWebhooks: true })
    await finish('manualEn___', {}, { by: told })
    const fields = { webhook_url: receiver.url }
    const second = await create('manualEn___', fields, { by: told })
    const [received] = await receiver.until(1)
    await told.stop()

    expect(received && eventOf(received)).toMatchObject({
      type: 'transcription.completed',
      data: { id: second.id, status: 'completed', cached: true, billed_minutes: 2 },
    })
  })

  it('is charged and completed in one commit, its transcript being there before', async () => {
    const first = await startDaemon()
    await finish('manualEn___', {}, { by: first })
    const second = await create('manualEn___', {}, { by: first })
    await first.stop()
    const folder = join(first.dataDir, 'store')
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    const commits = files
      .join('')
      .split('\n')
      .filter((line) => line.includes(second.id))

    expect(commits).toHaveLength(1)
    expect(commits[0]).toContain(`"charge:${second.id}"`)
    expect(await readdir(join(first.dataDir, 'transcripts'))).toContain(`${second.id}.json`)
  })

  it('a moment ago serves the jobs that waited meanwhile', async () => {
    const single = await startDaemon()
    const jobs = await Promise.all([1, 2, 3].map(() => create('bare____005', {}, { by: single })))
    const done = await Promise.all(jobs.map(({ id }) => single.get(id, '?wait=60')))
    const notes = await readFile(join(single.dataDir, 'ytdlp-calls.jsonl'), 'utf8')
    await single.stop()

    expect(done.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    expect(done.map(({ cached }) => cached).filter((cached) => cached)).toHaveLength(2)
    expect(notes.match(/--dump-single-json/g)).toHaveLength(1)
  })
})
