import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgressReport } from '../../../src/api/local.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { until } from '../../support/until.ts'

const SEGMENT = { start: 0, end: 2, text: 'Done.', speaker: null, language: 'en' }
const SCRIPT: Script = { duration: 90, segments: [SEGMENT] }

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

describe('a job', () => {
  it('whose speech child dies is tried again with a new child and charged once', async () => {
    const ended = await daemon.submit({ ...SCRIPT, crashes: 1 }, '?wait=30')

    expect(ended).toMatchObject({ status: 'completed', billed_minutes: 2 })
  })

  it('whose speech child dies every time has failed with transcription_failed, uncharged', async () => {
    const ended = await daemon.submit({ ...SCRIPT, crashes: 9 }, '?wait=60')

    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'transcription_failed', message: expect.any(String) },
      billed_minutes: null,
      completed_at: expect.any(String),
    })
  })

  it('that cannot succeed fails at once with the code of the speech child', async () => {
    const fail = { code: 'unsupported_media', message: 'No audio track.' }
    const ended = await daemon.submit({ duration: 1, fail }, '?wait=30')

    expect(ended).toMatchObject({ status: 'failed', error: fail, billed_minutes: null })
  })

  it('is charged for what was really decoded when the header was wrong', async () => {
    const ended = await daemon.submit({ ...SCRIPT, duration: 30, decoded: 200 }, '?wait=30')

    expect(ended).toMatchObject({ billed_minutes: 4, media: { duration_seconds: 200 } })
  })

  it.each([false, true])(
    'stops within a second of being canceled (child deaf: %s)',
    async (deaf) => {
      const running = await daemon.submit({ ...SCRIPT, holdMs: 20_000, ignoreCancel: deaf })
      await until(async () => (await daemon.get(running.id)).billed_minutes !== null)
      const started = performance.now()
      await daemon.request('DELETE', `/transcriptions/${running.id}`)
      const next = await daemon.submit(SCRIPT, '?wait=30')

      expect(next.status).toBe('completed')
      expect(performance.now() - started).toBeLessThan(2500)
      expect(await daemon.get(running.id)).toMatchObject({
        status: 'canceled',
        billed_minutes: null,
      })
    },
  )

  it('leaves neither media nor partial files behind, however it ended', async () => {
    await daemon.submit(SCRIPT, '?wait=30')

    expect(await readdir(join(daemon.dataDir, 'uploads'))).toEqual([])
    const media = await readdir(join(daemon.dataDir, 'media'))
    expect(media.filter((name) => !name.endsWith('.attempts'))).toEqual([])
  })

  it('reports how far it is while it is under way', async () => {
    const running = await daemon.submit({ ...SCRIPT, holdMs: 20_000 })
    const path = `/transcriptions/${running.id}/progress`
    let progress: unknown
    await until(async () => {
      progress = await (await daemon.request('GET', path)).json()
      return (progress as { processed_seconds: number | null }).processed_seconds === 45
    })
    const held = daemon.request('GET', `${path}?wait=30&status=transcribing&processed_seconds=45`)
    await daemon.request('DELETE', `/transcriptions/${running.id}`)

    expect(progress).toMatchObject({ status: 'transcribing', duration_seconds: 90 })
    expect(await (await held).json()).toMatchObject({ status: 'canceled' })
  })

  it('tells at once of progress that the asker does not know yet', async () => {
    const running = await daemon.submit({ ...SCRIPT, holdMs: 20_000 })
    const path = `/transcriptions/${running.id}/progress?wait=30`
    const seen: string[] = []
    while (!seen.at(-1)?.endsWith('=45')) {
      const answer = await daemon.request('GET', `${path}${seen.at(-1) ?? ''}`)
      const { status, processed_seconds } = (await answer.json()) as ProgressReport
      seen.push(`&status=${status}&processed_seconds=${processed_seconds}`)
      // What happens in between must not be waited for.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await daemon.request('DELETE', `/transcriptions/${running.id}`)

    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('a daemon that is started again', () => {
  it('goes on with what was queued or under way, and keeps its key', async () => {
    const first = await startDaemon()
    const running = await first.submit({ ...SCRIPT, holdMs: 600 })
    const queued = await first.submit(SCRIPT)
    await until(async () => (await first.get(running.id)).status === 'transcribing')
    await first.stop()
    const second = await startDaemon({ dataDir: first.dataDir })
    const ended = [
      await second.get(running.id, '?wait=30'),
      await second.get(queued.id, '?wait=30'),
    ]
    await second.stop()

    expect(second.key).toBe(first.key)
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('answers held requests when it closes instead of letting them hang', async () => {
    const closing = await startDaemon()
    const running = await closing.submit({ ...SCRIPT, holdMs: 30_000 })
    const held = closing.get(running.id, '?wait=60')
    await until(async () => (await closing.get(running.id)).status === 'transcribing')
    const started = performance.now()
    await closing.stop()

    expect((await held).status).toBe('transcribing')
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('is refused on a folder that another one uses', async () => {
    await expect(startDaemon({ dataDir: daemon.dataDir })).rejects.toMatchObject({
      name: 'DataDirLocked',
      pid: process.pid,
    })
  })

  it('keeps no credential but the hash in its store', async () => {
    const store = join(daemon.dataDir, 'store')
    const texts = await Promise.all(
      (await readdir(store)).map((file) => readFile(join(store, file), 'utf8')),
    )

    expect(texts.join('')).toContain('"hash"')
    expect(texts.join('')).not.toContain(daemon.key)
  })
})
