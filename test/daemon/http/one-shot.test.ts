import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account, Created } from '../../../src/api/types.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'

const SEGMENT = { start: 0, end: 2, text: 'In one request.', speaker: null, language: 'en' }
const SCRIPT: Script = { duration: 10, segments: [SEGMENT] }

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

function formOf(script: Script, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(script)], { type: 'audio/mpeg' }), 'talk.mp3')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const post = (body: FormData, path = '/transcriptions', headers: Record<string, string> = {}) =>
  daemon.request('POST', path, { body, headers })

describe('a file in one request', () => {
  it('is taken in with 202 and a processing status', async () => {
    const response = await post(formOf({ ...SCRIPT, holdMs: 300 }))
    const created = (await response.json()) as Record<string, unknown>

    expect(response.status).toBe(202)
    expect(created).toMatchObject({
      reused: false,
      status: expect.stringMatching(/queued|transcr/),
    })
    expect(created).not.toHaveProperty('upload')
    expect(created).not.toHaveProperty('transcript')
    // It runs beside the next ones, which count the files that are left.
    await daemon.get(String(created.id), '?wait=30')
  })

  it('answers 200 when it ended within wait, still without the transcript', async () => {
    const response = await post(formOf(SCRIPT, { language: 'en' }), '/transcriptions?wait=30')
    const created = (await response.json()) as Record<string, unknown>

    expect(response.status).toBe(200)
    expect(created).toMatchObject({
      status: 'completed',
      source: { platform: 'upload', filename: 'talk.mp3' },
      options: { source: 'auto', language: 'en', diarize: false },
      media: { mime_type: 'audio/mpeg', duration_seconds: 10 },
    })
    expect(created).not.toHaveProperty('transcript')
  })

  it('takes fields after the file as well as before it', async () => {
    const form = new FormData()
    form.set('source', 'stt')
    form.set('file', new Blob([JSON.stringify(SCRIPT)]), 'talk.mp3')
    form.set('diarize', 'true')
    const created = await (await post(form)).json()

    expect(created).toMatchObject({ options: { source: 'stt', diarize: true } })
  })

  it('sent again with its Idempotency-Key is the original and costs nothing', async () => {
    const headers = { 'idempotency-key': 'one-shot-1' }
    const first = await (await post(formOf(SCRIPT), '/transcriptions?wait=30', headers)).json()
    const again = await post(formOf(SCRIPT), '/transcriptions', headers)
    const files = await readdir(join(daemon.dataDir, 'media'))

    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
    expect(files).toEqual([])
  })

  it('sent again is the original when no minutes are left, and when it was deleted', async () => {
    const { key } = await daemon.newTeam({ minutes: 1 })
    const team = daemon.as(key)
    const headers = { 'idempotency-key': 'one-shot-3' }
    const send = (query = '') =>
      team.request('POST', `/transcriptions${query}`, { body: formOf(SCRIPT), headers })
    const first = (await (await send('?wait=30')).json()) as Created
    const left = (await (await team.request('GET', '/account')).json()) as Account
    const again = await send()
    await team.request('DELETE', `/transcriptions/${first.id}`)
    const deleted = await send()

    expect(left.minutes.remaining).toBe(0)
    expect([again.status, await again.json()]).toEqual([200, first])
    expect([deleted.status, await deleted.json()]).toEqual([200, first])
  })

  it('is compared by content: other bytes under the same key are a conflict', async () => {
    const headers = { 'idempotency-key': 'one-shot-2' }
    await post(formOf(SCRIPT), '/transcriptions', headers)
    const other = await post(formOf({ ...SCRIPT, duration: 11 }), '/transcriptions', headers)

    expect([other.status, (await errorOf(other)).code]).toEqual([409, 'idempotency_conflict'])
  })

  it.each([
    ['no file', new FormData(), 'file'],
    ['an unknown field', formOf(SCRIPT, { colour: 'red' }), 'colour'],
    ['source captions', formOf(SCRIPT, { source: 'captions' }), 'source'],
    ['a diarize that is not true or false', formOf(SCRIPT, { diarize: '1' }), 'diarize'],
  ])('refuses %s, names the field and keeps nothing', async (_what, form, field) => {
    const response = await post(form)

    expect(response.status).toBe(422)
    expect((await errorOf(response)).params).toHaveProperty(field)
  })

  it('refuses an empty file and one without a supported extension', async () => {
    const empty = new FormData()
    empty.set('file', new Blob([]), 'talk.mp3')
    const text = new FormData()
    text.set('file', new Blob(['x']), 'notes.txt')
    const codes = [await errorOf(await post(empty)), await errorOf(await post(text))]

    expect(codes.map(({ code }) => code)).toEqual(['invalid_request', 'unsupported_media'])
  })

  it('refuses reuse_recent, which is for video URLs', async () => {
    const response = await post(formOf(SCRIPT), '/transcriptions?reuse_recent=true')

    expect([response.status, (await errorOf(response)).code]).toEqual([422, 'invalid_request'])
  })

  it('answers 413 with max_bytes to a form over 95 MB before reading it', async () => {
    const { status, error } = await new Promise<{ status?: number; error: object }>(
      (resolve, reject) => {
        const headers = {
          authorization: `Bearer ${daemon.key}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 96_000_000,
        }
        const sent = request(`${daemon.baseUrl}/transcriptions`, { method: 'POST', headers })
        sent.on('error', reject)
        sent.on('response', async (response) => {
          const body = Buffer.concat(await response.toArray()).toString()
          resolve({ status: response.statusCode, ...JSON.parse(body) })
          sent.destroy()
        })
        sent.flushHeaders()
      },
    )

    expect(status).toBe(413)
    expect(error).toMatchObject({ code: 'media_too_large', max_bytes: 95_000_000 })
  })
})
