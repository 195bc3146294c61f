// Videos that several jobs want at the same time, and what videos leave to other jobs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { until } from '../../support/until.ts'
import { videosOf } from '../../support/videos.ts'

let daemon: TestDaemon
beforeEach(async () => {
  daemon = await startDaemon({ workers: 2 })
})
afterEach(async () => {
  await daemon.stop()
  await removeFolders()
})

const { create, finish, newTeam } = videosOf(() => daemon)

/** How often yt-dlp was started for a description, and how often for audio. */
async function runs(): Promise<{ info: number; audio: number }> {
  const path = join(daemon.dataDir, 'ytdlp-calls.jsonl')
  const notes = await readFile(path, 'utf8').catch(() => '')
  const count = (word: string) => notes.split(`"${word}"`).length - 1
  return { info: count('--dump-single-json'), audio: count('--max-filesize') }
}

describe('jobs of one video at the same time', () => {
  it('with the same options, of any team, are one fetch and one speech-to-text', async () => {
    const teams = [await newTeam(), await newTeam(), await newTeam()]
    const jobs = await Promise.all(teams.map((by) => create('slow_______', {}, { by })))
    const done = await Promise.all(jobs.map(({ id }, at) => teams[at]?.get(id, '?wait=60')))

    expect(done.map((job) => [job?.status, job?.billed_minutes])).toEqual(
      teams.map(() => ['completed', 2]),
    )
    expect(done.map((job) => job?.cached).sort()).toEqual([false, true, true])
    expect(await runs()).toEqual({ info: 1, audio: 1 })
  })

  it('with different options are one fetch all the same', async () => {
    const fields = [{}, { language: 'en' }, { source: 'stt' }, { diarize: true }]
    const jobs = await Promise.all(fields.map((more) => create('slow_______', more)))
    const done = await Promise.all(jobs.map(({ id }) => daemon.get(id, '?wait=60')))

    expect(done.map(({ status, cached }) => [status, cached])).toEqual(
      fields.map(() => ['completed', false]),
    )
    expect(await runs()).toEqual({ info: 1, audio: 1 })
  })

  it('fail together when the video cannot be had', async () => {
    const jobs = await Promise.all([1, 2, 3].map(() => create('private____')))
    const done = await Promise.all(jobs.map(({ id }) => daemon.get(id, '?wait=60')))

    expect(done.map(({ error }) => error?.code)).toEqual(Array(3).fill('media_private'))
    expect(await runs()).toEqual({ info: 1, audio: 0 })
  })

  it('do not share that one of their teams has no minutes left', async () => {
    const poor = await newTeam({ minutes: 1 })
    const jobs = [await create('slow_______', {}, { by: poor }), await create('slow_______')]
    const first = await poor.get(jobs[0]?.id ?? '', '?wait=60')
    const second = await daemon.get(jobs[1]?.id ?? '', '?wait=60')

    expect(first.error?.code).toBe('insufficient_minutes')
    expect(second).toMatchObject({ status: 'completed', billed_minutes: 2 })
  })

  it('go on when the one that works for them is canceled', async () => {
    const working = await create('slow_______')
    await until(async () => (await daemon.get(working.id)).status === 'transcribing')
    const waiting = await create('slow_______')
    await daemon.request('DELETE', `/transcriptions/${working.id}`)

    expect(await daemon.get(waiting.id, '?wait=60')).toMatchObject({
      status: 'completed',
      cached: false,
    })
  })

  it('that wait for it can be canceled', async () => {
    const working = await create('slow_______')
    const waiting = await create('slow_______')
    await daemon.request('DELETE', `/transcriptions/${waiting.id}`)

    expect((await daemon.get(waiting.id)).status).toBe('canceled')
    expect((await daemon.get(working.id, '?wait=60')).status).toBe('completed')
  })
})

describe('fetching', () => {
  it('holds no speech process: files go on while downloads hang', async () => {
    const hanging = await Promise.all([
      create('hangsAudio_'),
      create('hangsAudio_', { language: 'en' }),
      create('hangsInfo__'),
    ])
    await until(async () => (await daemon.get(hanging[0]?.id ?? '')).status === 'fetching')
    const file = await daemon.submit({ duration: 3 }, '?wait=60')

    expect(file.status).toBe('completed')
    for (const { id } of hanging) await daemon.request('DELETE', `/transcriptions/${id}`)
  })

  it('of captions waits for no download, however many there are', async () => {
    const ids = [1, 2, 3, 4, 5].map((at) => `hangsAudio${at}`)
    const hanging = await Promise.all(ids.map((id) => create(id)))
    await until(async () => (await runs()).audio === 4)

    expect((await finish('autoEn_____')).status).toBe('completed')
    for (const { id } of hanging) await daemon.request('DELETE', `/transcriptions/${id}`)
  })

  it('leaves those queued whose turn it is not yet; they can be canceled', async () => {
    const languages = ['de', 'en', 'es', 'fr', 'it', 'pl']
    const jobs = await Promise.all(languages.map((language) => create('hangsInfo__', { language })))
    const idsWith = async (wanted: string) => {
      const now = await Promise.all(jobs.map(({ id }) => daemon.get(id)))
      return now.filter(({ status }) => status === wanted).map(({ id }) => id)
    }
    const cancel = (id = '') => daemon.request('DELETE', `/transcriptions/${id}`)
    await until(async () => (await idsWith('fetching')).length === 4)
    const [next, last] = (await idsWith('queued')).sort()

    await cancel(last)
    await cancel((await idsWith('fetching'))[0])
    await until(async () => (await idsWith('fetching')).includes(next ?? ''))
    expect(await idsWith('canceled')).toHaveLength(2)
    for (const id of await idsWith('fetching')) await cancel(id)
  })

  it('is not done again after speech-to-text broke off', async () => {
    expect(await finish('crashes____')).toMatchObject({ status: 'completed', billed_minutes: 2 })
    expect(await runs()).toEqual({ info: 1, audio: 1 })
  })
})
