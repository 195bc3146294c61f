// Videos by their URL: what is made of them, what goes wrong, canceling and starting again.
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Created } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { until } from '../../support/until.ts'
import { urlOf, videosOf } from '../../support/videos.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const { post, create, finish, newTeam, minutesOf, callsFor } = videosOf(() => daemon)

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
    const never = { passing: [1e6, 1e6], asked_too_often: [1e6, 1e6] } as const
    const bare = await startDaemon({ ytDlp: 'no-such-program', retryWaits: never })
    const failed = await finish('manualEn___', {}, { by: bare })
    await bare.stop()

    expect(failed.error?.code).toBe('fetch_failed')
    expect(failed.error?.message).toMatch(/yt-dlp.*no-such-program.*Install.*SCRIBE_YTDLP.*restart/)
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
    'ends fetching, children included, and leaves no file: %s',
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
      await daemon.request('DELETE', `/transcriptions/${job.id}`)
      const alive = await pids()
      await until(async () => !alive.some(isAlive))
      await until(async () => (await readdir(join(daemon.dataDir, 'fetched'))).length === 0)

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
