import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account, Created } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { mountSmallDisk } from '../../support/store-disk.ts'
import { complete, paddedScript, putAll, putChunk, reserve } from '../../support/uploads.ts'

const SEGMENT = { start: 0, end: 2, text: 'Hi.', speaker: null, language: 'en' }
const SCRIPT = { duration: 60, segments: [SEGMENT] }

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const json = { upload: { filename: 'talk.wav', size: 100 } }

describe('an Idempotency-Key', () => {
  it.each([
    [255, 201],
    [256, 422],
  ])('of %d characters is answered with %d', async (length, status) => {
    const headers = { 'idempotency-key': 'k'.repeat(length) }
    const response = await daemon.request('POST', '/transcriptions', { json, headers })

    expect(response.status).toBe(status)
  })

  it('makes one transcription of many simultaneous reservations', async () => {
    const headers = { 'idempotency-key': 'at-once' }
    const made = await Promise.all(Array.from({ length: 20 }, () => reserve(daemon, 100, headers)))

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('makes one transcription of many simultaneous one-request uploads', async () => {
    const send = async () => {
      const body = new FormData()
      body.set('file', new Blob([JSON.stringify(SCRIPT)]), 'talk.wav')
      const headers = { 'idempotency-key': 'files-at-once' }
      return (await (
        await daemon.request('POST', '/transcriptions', { body, headers })
      ).json()) as Created
    }
    const made = await Promise.all(Array.from({ length: 10 }, send))
    await daemon.get(made[0]?.id ?? '', '?wait=30')

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await readdir(join(daemon.dataDir, 'media'))).toEqual([])
  })

  it('is remembered across a restart', async () => {
    const first = await startDaemon()
    const headers = { 'idempotency-key': 'kept' }
    const before = await reserve(first, 100, headers)
    await first.stop()
    const second = await startDaemon({ dataDir: first.dataDir })
    const after = await reserve(second, 100, headers)
    await second.stop()

    expect(after.id).toBe(before.id)
  })
})

describe('a chunk', () => {
  it('of an unknown transcription is 404', async () => {
    const url = `${daemon.baseUrl}/transcriptions/tr_unknown/upload/chunks/0`
    const headers = { 'x-upload-token': 'upl_x', 'content-type': 'application/octet-stream' }
    const response = await fetch(url, { method: 'PUT', headers, body: 'x' })

    expect(await errorOf(response)).toMatchObject({ http: 404, code: 'not_found' })
  })

  it('is not counted against the requests per minute', async () => {
    const { key } = await daemon.newTeam({ requests_per_minute: 2 })
    const team = daemon.as(key)
    const created = await reserve(team, 100)
    for (let n = 0; n < 5; n += 1) await putChunk(created, 0, new Uint8Array(100))
    const account = await team.request('GET', '/account')

    expect(account.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(account.status).toBe(200)
  })

  it('that says no length is refused where it grows too long', async () => {
    const created = await reserve(daemon, 100)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64)),
    })
    const outcome = await putChunk(created, 0, endless).then(
      async (response) => (await errorOf(response)).http,
      () => 'connection ended',
    )

    expect([422, 'connection ended']).toContain(outcome)
    const progress = await daemon.request('GET', `/transcriptions/${created.id}/upload`)
    expect(await progress.json()).toMatchObject({ received_chunks: [] })
  })
})

describe('a canceled transcription', () => {
  it('asked for as srt is its JSON with 200', async () => {
    const created = await reserve(daemon, 100)
    await daemon.request('DELETE', `/transcriptions/${created.id}`)
    const response = await daemon.request('GET', `/transcriptions/${created.id}?format=srt`)

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'canceled', error: null })
  })
})

describe('a deleted transcription', () => {
  it('has lost its transcript on disk, cannot be deleted again, and nobody waits for it', async () => {
    const done = await daemon.submit(SCRIPT, '?wait=30')
    const path = `/transcriptions/${done.id}`
    await daemon.request('DELETE', path)
    const again = await daemon.request('DELETE', path)
    const started = performance.now()
    const shown = await daemon.request('GET', `${path}?include_deleted=true&wait=30`)

    expect(await errorOf(again)).toMatchObject({ http: 404, code: 'not_found' })
    expect(shown.status).toBe(200)
    expect(performance.now() - started).toBeLessThan(5000)
    expect(await readdir(join(daemon.dataDir, 'transcripts'))).not.toContain(`${done.id}.json`)
  })
})

describe('minutes', () => {
  it('are right after any race of canceling against completing', async () => {
    const { key } = await daemon.newTeam({ minutes: 1000 })
    const team = daemon.as(key)
    const remaining = async () => {
      const account = (await (await team.request('GET', '/account')).json()) as Account
      return account.minutes.remaining
    }
    let completed = 0
    for (let n = 0; n < 15; n += 1) {
      const job = await team.submit({ ...SCRIPT, holdMs: n * 5 })
      await new Promise((resolve) => setTimeout(resolve, n * 6))
      await team.request('DELETE', `/transcriptions/${job.id}`)
      const ended = await team.get(job.id, '?include_deleted=true&wait=30')
      if (ended.status === 'completed') completed += 1
      expect(ended.billed_minutes).toBe(ended.status === 'completed' ? 1 : null)
      expect(await remaining()).toBe(1000 - completed)
    }
  })
})

describe('a fault of the server', () => {
  it('is 500 internal_error in the envelope and says nothing of its inside', async () => {
    const done = await daemon.submit(SCRIPT, '?wait=30')
    await rm(join(daemon.dataDir, 'transcripts', `${done.id}.json`))
    const error = await errorOf(await daemon.request('GET', `/transcriptions/${done.id}`))

    expect(error).toMatchObject({ http: 500, code: 'internal_error', retryable: true })
    expect(error.message).not.toContain(daemon.dataDir)
  })
})

const disk = mountSmallDisk()
describe.skipIf(disk === undefined)('a full disk', () => {
  afterAll(() => disk?.unmount())

  it('is 503 service_unavailable for what has to be written, and all can still be read', async () => {
    const full = await startDaemon({ dataDir: join(disk?.dir ?? '', 'data') })
    const before = await reserve(full, 100)
    const filler = join(disk?.dir ?? '', 'filler')
    await writeFile(filler, new Uint8Array(1_000_000)).catch(() => {})
    const file = paddedScript(SCRIPT, 20_000)
    // The journal's last page on disk has room for a few more commits.
    let refused = await full.request('POST', '/transcriptions', { json })
    for (let n = 0; n < 20 && refused.status === 201; n += 1) {
      refused = await full.request('POST', '/transcriptions', { json })
    }
    const form = new FormData()
    form.set('file', new Blob([file]), 'talk.wav')
    const upload = await full.request('POST', '/transcriptions', { body: form })
    const read = await full.get(before.id)
    await rm(filler)
    const created = await reserve(full, file.length)
    await putAll(created, file)
    await complete(full, created.id)
    const ended = await full.get(created.id, '?wait=30')
    await full.stop()

    const codes = [await errorOf(refused), await errorOf(upload)]
    expect(codes).toMatchObject(codes.map(() => ({ http: 503, code: 'service_unavailable' })))
    expect(read.status).toBe('awaiting_upload')
    expect(ended.status).toBe('completed')
  })
})
