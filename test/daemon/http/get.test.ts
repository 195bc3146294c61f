import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription } from '../../../src/api/types.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'

const WORDS = [
  { start: 0, end: 0.5, text: 'Hello', confidence: 0.9, speaker: null },
  { start: 0.5, end: 1, text: 'there.', confidence: 0.8, speaker: null },
]
const SCRIPT: Script = {
  duration: 65,
  segments: [
    { start: 0, end: 1, text: 'Hello there.', speaker: null, language: 'en', words: WORDS },
    { start: 61, end: 62.5, text: 'Bye.', speaker: null, language: 'en', words: [] },
  ],
}

let daemon: TestDaemon
let done: Transcription
beforeAll(async () => {
  daemon = await startDaemon()
  done = await daemon.submit(SCRIPT, '?wait=30')
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const get = (id: string, query = '') => daemon.request('GET', `/transcriptions/${id}${query}`)
describe('GET /transcriptions/{id}', () => {
  it('has every field, and the transcript without words', async () => {
    expect(await daemon.get(done.id)).toEqual({
      id: expect.stringMatching(/^tr_/),
      object: 'transcription',
      status: 'completed',
      source: { platform: 'upload', filename: 'talk.wav', size: JSON.stringify(SCRIPT).length },
      media: {
        filename: 'talk.wav',
        mime_type: 'audio/wav',
        size: JSON.stringify(SCRIPT).length,
        duration_seconds: 65,
      },
      options: { source: 'auto', language: 'auto', diarize: false },
      transcript_source: 'speech_to_text',
      caption_kind: null,
      language: 'en',
      billed_minutes: 2,
      cached: false,
      error: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      completed_at: expect.stringMatching(/\.\d{3}Z$/),
      deleted_at: null,
      transcript: {
        text: 'Hello there. Bye.',
        speakers: [],
        segments: SCRIPT.segments?.map(({ words, ...segment }) => segment),
      },
    })
  })

  it('adds words to every segment with include=words', async () => {
    const found = await daemon.get(done.id, '?include=words')

    expect(found.transcript?.segments.map(({ words }) => words)).toEqual([WORDS, []])
  })

  it.each([
    ['text', 'text/plain', 'Hello there.\nBye.\n'],
    ['text&timestamps=true', 'text/plain', '[00:00:00] Hello there.\n[00:01:01] Bye.\n'],
    ['srt', 'application/x-subrip', '1\n00:00:00,000 --> 00:00:01,000\nHello there.\n\n2\n'],
    ['vtt', 'text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello there.\n'],
  ])('renders format=%s as %s', async (format, type, start) => {
    const response = await get(done.id, `?format=${format}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain(type)
    expect((await response.text()).startsWith(start)).toBe(true)
  })

  it('answers a rendered format with the JSON object and 202 while it is under way', async () => {
    const running = await daemon.submit({ duration: 5, holdMs: 500 })
    const response = await get(running.id, '?format=srt')

    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ id: running.id, object: 'transcription' })
    await daemon.get(running.id, '?wait=30')
  })

  it('answers a rendered format of a failed one with the JSON object and 200', async () => {
    const fail = { code: 'no_speech', message: 'Nothing was said.' }
    const failed = await daemon.submit({ duration: 5, fail }, '?wait=30')
    const response = await get(failed.id, '?format=text')

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'failed', error: fail })
  })

  it('wait holds until the end and not longer', async () => {
    const running = await daemon.submit({ duration: 5, holdMs: 400 })
    const started = performance.now()
    const ended = await daemon.get(running.id, '?wait=30')
    const elapsedMs = performance.now() - started

    expect(ended.status).toBe('completed')
    expect(elapsedMs).toBeLessThan(10_000)
  })

  it('wait gives up after its time with the status of that moment', async () => {
    const running = await daemon.submit({ duration: 5, holdMs: 3000 })
    const started = performance.now()
    const current = await daemon.get(running.id, '?wait=1')

    expect(current.status).toBe('transcribing')
    expect(performance.now() - started).toBeGreaterThan(950)
    await daemon.request('DELETE', `/transcriptions/${running.id}`)
  })

  it.each(['wait=61', 'wait=-1', 'wait=1e1', 'wait=', 'format=pdf', 'include=all', 'waits=1'])(
    'refuses ?%s with 422 and params',
    async (query) => {
      const response = await get(done.id, `?${query}`)

      expect(response.status).toBe(422)
      expect((await errorOf(response)).params).toHaveProperty(query.split('=')[0] ?? '')
    },
  )

  it('knows no other id: 404 not_found', async () => {
    const response = await get('tr_unknown')

    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'not_found'])
  })

  it('shows a deleted one only when asked for, read-only and without transcript', async () => {
    const gone = await daemon.submit(SCRIPT, '?wait=30')
    const deleted = await daemon.request('DELETE', `/transcriptions/${gone.id}`)
    const plain = await get(gone.id)
    const asked = await daemon.get(gone.id, '?include_deleted=true')
    const rendered = await get(gone.id, '?include_deleted=true&format=srt')

    expect([deleted.status, plain.status, rendered.status]).toEqual([204, 404, 404])
    expect(asked).toMatchObject({ status: 'completed', deleted_at: expect.any(String) })
    expect(asked).not.toHaveProperty('transcript')
  })
})

describe('every request', () => {
  it.each(['', 'Bearer svc_wrong', 'Basic dXNlcjpwYXNz', 'Bearer'])(
    'with the credential %j is 401 unauthorized',
    async (authorization) => {
      const url = `${daemon.baseUrl}/transcriptions/${done.id}`
      const response = await fetch(url, { headers: { authorization } })

      expect([response.status, (await errorOf(response)).code]).toEqual([401, 'unauthorized'])
    },
  )

  it('that is no JSON is 400, that is no known route is 404, both in the envelope', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = await daemon.request('POST', '/transcriptions', { body: '{"upload"', headers })
    const unknown = await daemon.request('GET', '/nowhere')

    expect([broken.status, await errorOf(broken)]).toMatchObject([400, { code: 'invalid_request' }])
    expect([unknown.status, await errorOf(unknown)]).toMatchObject([404, { retryable: false }])
  })
})
