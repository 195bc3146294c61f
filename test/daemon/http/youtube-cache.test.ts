// Videos that were transcribed before, by any team.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Created, Transcription } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { eventOf, startReceiver } from '../../support/receiver.ts'
import { videosOf } from '../../support/videos.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const { post, create, finish, newTeam, minutesOf, callsFor } = videosOf(() => daemon)

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
