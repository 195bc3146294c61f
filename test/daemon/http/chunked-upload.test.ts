import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNK_BYTES } from '../../../daemon/rules/chunk-plan.ts'
import type { Created } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import {
  complete,
  paddedScript,
  putAll,
  putChunk,
  putHalf,
  reserve,
} from '../../support/uploads.ts'

const SEGMENT = { start: 0, end: 2, text: 'From chunks.', speaker: null, language: 'en' }
const FILE = paddedScript({ duration: 61, segments: [SEGMENT] }, 2 * CHUNK_BYTES + 1000)
const SMALL = paddedScript({ duration: 5, segments: [SEGMENT] }, 400)

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

describe('a chunked upload', () => {
  it('is reserved with 201, a token and a plan, and awaits the file', async () => {
    const json = { upload: { filename: 'dir/talk.wav', size: FILE.length } }
    const response = await daemon.request('POST', '/transcriptions', { json })

    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      object: 'transcription',
      status: 'awaiting_upload',
      source: { platform: 'upload', filename: 'talk.wav', size: FILE.length },
      media: null,
      options: { source: 'auto', language: 'auto', diarize: false },
      reused: false,
      upload: {
        chunk_url_template: expect.stringMatching(
          /^http:.*\/v1\/transcriptions\/tr_\w+\/upload\/chunks\/\{index\}$/,
        ),
        headers: { 'X-Upload-Token': expect.any(String) },
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        chunks: [
          { index: 0, offset: 0, size: CHUNK_BYTES },
          { index: 1, offset: CHUNK_BYTES, size: CHUNK_BYTES },
          { index: 2, offset: 2 * CHUNK_BYTES, size: 1000 },
        ],
      },
    })
  })

  it('becomes the whole file when its chunks came in any order, and is transcribed', async () => {
    const created = await reserve(daemon, FILE.length)
    await putAll(created, FILE)
    const queued = await complete(daemon, created.id)
    const ended = await daemon.get(created.id, '?wait=30')

    expect(queued.status).toBe(202)
    expect(await queued.json()).toMatchObject({ id: created.id, status: 'queued' })
    expect(ended).toMatchObject({
      status: 'completed',
      transcript_source: 'speech_to_text',
      language: 'en',
      billed_minutes: 2,
      media: { filename: 'talk.wav', mime_type: 'audio/wav', duration_seconds: 61 },
      transcript: { text: 'From chunks.', speakers: [], segments: [SEGMENT] },
    })
  })

  it('tells how far it is, and forgets nothing of it when the daemon restarts', async () => {
    const first = await startDaemon()
    const created = await reserve(first, FILE.length)
    await putChunk(created, 2, FILE.slice(2 * CHUNK_BYTES))
    await first.stop()
    const second = await startDaemon({ dataDir: first.dataDir })
    const response = await second.request('GET', `/transcriptions/${created.id}/upload`)
    const progress = await response.json()
    await second.stop()

    expect(progress).toEqual({
      object: 'upload',
      status: 'awaiting_upload',
      total_bytes: FILE.length,
      uploaded_bytes: 1000,
      received_chunks: [2],
      chunks: created.upload?.chunks,
      expires_at: created.upload?.expires_at,
    })
  })

  it('cannot be completed while chunks are missing: 409 names them and nothing changes', async () => {
    const created = await reserve(daemon, FILE.length)
    await putChunk(created, 1, FILE.slice(CHUNK_BYTES, 2 * CHUNK_BYTES))
    const response = await complete(daemon, created.id)

    expect(response.status).toBe(409)
    expect(await errorOf(response)).toMatchObject({
      code: 'upload_incomplete',
      retryable: false,
      missing_chunks: [0, 2],
    })
    expect((await daemon.get(created.id)).status).toBe('awaiting_upload')
  })

  it('completed by several at once is decided for each: one 202, or 409 for what is missing', async () => {
    const created = await reserve(daemon, SMALL.length)
    const completeThrice = async () => {
      const answers = await Promise.all([0, 1, 2].map(() => complete(daemon, created.id)))
      return await Promise.all(
        answers.map(async (answer) => (answer.ok ? answer.status : (await errorOf(answer)).code)),
      )
    }
    const missing = await completeThrice()
    const response = await complete(daemon, created.id)
    await putChunk(created, 0, SMALL)
    const there = await completeThrice()

    expect((await errorOf(response)).message).toBe('1 chunk has not arrived yet.')
    expect(missing).toEqual(['upload_incomplete', 'upload_incomplete', 'upload_incomplete'])
    expect(there.sort()).toEqual([202, 'invalid_state', 'invalid_state'])
  })

  it('tells the rate limit with every chunk, its refusals too, and counts none', async () => {
    const created = await reserve(daemon, SMALL.length)
    const answers = [
      await putChunk(created, 0, SMALL),
      await putChunk(created, 1, SMALL),
      await putChunk(created, 0, new Uint8Array(1)),
    ]
    const left = answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))

    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422])
    expect(Number(left[0])).toBeLessThan(Number(answers[0]?.headers.get('x-ratelimit-limit')))
    expect(new Set(left).size).toBe(1)
  })

  it('replaces a chunk that is sent again', async () => {
    const created = await reserve(daemon, SMALL.length)
    await putChunk(created, 0, new Uint8Array(SMALL.length))
    const again = await putChunk(created, 0, SMALL)
    await complete(daemon, created.id)

    expect(await again.json()).toEqual({ object: 'upload_chunk', index: 0, size: SMALL.length })
    expect((await daemon.get(created.id, '?wait=30')).status).toBe('completed')
  })

  it('keeps the chunk it has when a second sending is too short or too long', async () => {
    const created = await reserve(daemon, SMALL.length)
    await putChunk(created, 0, SMALL)
    const short = await putChunk(created, 0, new Blob([SMALL.slice(1)]).stream())
    const long = await putChunk(created, 0, new Blob([SMALL, SMALL]).stream())
    await complete(daemon, created.id)

    expect([short.status, long.status]).toEqual([422, 422])
    expect((await daemon.get(created.id, '?wait=30')).status).toBe('completed')
  })

  it('takes a chunk whose first sending fell silent half way', async () => {
    const created = await reserve(daemon, SMALL.length)
    const silent = await putHalf(created, SMALL)
    const again = await putChunk(created, 0, SMALL)
    silent.destroy()
    await complete(daemon, created.id)

    expect(again.status).toBe(200)
    expect((await daemon.get(created.id, '?wait=30')).status).toBe('completed')
  })

  it.each([1, SMALL.length + 1])('refuses a chunk of %d bytes where 400 are planned', async (n) => {
    const created = await reserve(daemon, SMALL.length)
    const response = await putChunk(created, 0, new Uint8Array(n))

    expect(response.status).toBe(422)
    expect((await errorOf(response)).code).toBe('invalid_request')
  })

  it.each([undefined, 'application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'takes the bytes of a chunk with the content type %s',
    async (type) => {
      const { id, upload } = await reserve(daemon, SMALL.length)
      const headers = {
        ...upload?.headers,
        ...(type === undefined ? {} : { 'content-type': type }),
      }
      const put = (body?: Uint8Array<ArrayBuffer>) =>
        fetch(`${daemon.baseUrl}/transcriptions/${id}/upload/chunks/0`, {
          method: 'PUT',
          headers,
          ...(body === undefined ? {} : { body }),
        })
      const none = await put()
      const whole = await put(SMALL)
      await complete(daemon, id)

      expect([none.status, whole.status]).toEqual([422, 200])
      expect((await daemon.get(id, '?wait=30')).status).toBe('completed')
    },
  )

  it.each(['1', '-1', '0x0', '99999999999', 'abc'])(
    'refuses index %s outside the plan',
    async (i) => {
      const created = await reserve(daemon, SMALL.length)
      const url = created.upload?.chunk_url_template.replace('{index}', i) ?? ''
      const token = created.upload?.headers['X-Upload-Token'] ?? ''
      const response = await fetch(url, {
        method: 'PUT',
        headers: { 'x-upload-token': token, 'content-type': 'application/octet-stream' },
        body: SMALL,
      })

      expect(response.status).toBe(422)
      expect((await errorOf(response)).params).toHaveProperty('index')
    },
  )

  it('needs the token of its reservation for a chunk, and no bearer credential', async () => {
    const created = await reserve(daemon, SMALL.length)
    const other = await reserve(daemon, SMALL.length)
    const wrong = await putChunk(created, 0, SMALL, other.upload?.headers['X-Upload-Token'])
    const none = await putChunk(created, 0, SMALL, '')
    const nowhere = await fetch(`${daemon.baseUrl}/transcriptions/tr_x/upload/chunks/0`, {
      method: 'PUT',
    })

    expect([wrong.status, none.status, nowhere.status]).toEqual([401, 401, 401])
    expect((await putChunk(created, 0, SMALL)).status).toBe(200)
  })

  it('is none of a transcription that came otherwise: its chunks and completion are 409', async () => {
    const { id } = await daemon.submit({ duration: 5 }, '?wait=30')
    const json = { platform: 'youtube', url: 'https://youtu.be/private____' }
    const video = await daemon.request('POST', '/transcriptions?wait=30', { json })
    const ids = [id, ((await video.json()) as Created).id]
    const errors = await Promise.all(
      ids.flatMap((other) => {
        const url = `${daemon.baseUrl}/transcriptions/${other}/upload/chunks/0`
        const put = fetch(url, { method: 'PUT', headers: { 'x-upload-token': 'upl_x' }, body: 'x' })
        return [put.then(errorOf), complete(daemon, other).then(errorOf)]
      }),
    )

    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'invalid_state'))
  })

  it('tells that everything arrived also after it was completed, to a client that lost the answer', async () => {
    const created = await reserve(daemon, SMALL.length)
    await putAll(created, SMALL)
    await complete(daemon, created.id)
    await daemon.get(created.id, '?wait=30')
    const path = `/transcriptions/${created.id}/upload`
    const progress = await (await daemon.request('GET', path)).json()
    await daemon.request('DELETE', `/transcriptions/${created.id}`)
    const gone = await daemon.request('GET', path)

    expect(progress).toMatchObject({
      status: 'completed',
      uploaded_bytes: SMALL.length,
      received_chunks: [0],
      expires_at: null,
    })
    expect(gone.status).toBe(404)
  })

  it('takes nothing any more once it was completed', async () => {
    const created = await reserve(daemon, SMALL.length)
    await putAll(created, SMALL)
    await complete(daemon, created.id)
    const chunk = await putChunk(created, 0, SMALL)
    const again = await complete(daemon, created.id)

    expect([chunk.status, (await errorOf(chunk)).code]).toEqual([409, 'invalid_state'])
    expect([again.status, (await errorOf(again)).code]).toEqual([409, 'invalid_state'])
  })

  it('repeated with its Idempotency-Key is the same transcription with a fresh token', async () => {
    const headers = { 'idempotency-key': 'reservation-1' }
    const first = await reserve(daemon, SMALL.length, headers)
    const second = await reserve(daemon, SMALL.length, headers)
    const old = await putChunk(first, 0, SMALL)
    const fresh = await putChunk(second, 0, SMALL)

    expect(second.id).toBe(first.id)
    expect([old.status, fresh.status]).toEqual([401, 200])
  })

  it('refuses its Idempotency-Key with other parameters', async () => {
    const headers = { 'idempotency-key': 'reservation-2' }
    await reserve(daemon, 400, headers)
    const json = { upload: { filename: 'talk.wav', size: 401 } }
    const response = await daemon.request('POST', '/transcriptions', { json, headers })

    expect([response.status, (await errorOf(response)).code]).toEqual([409, 'idempotency_conflict'])
  })

  it('canceled while a chunk arrives refuses it with invalid_state and keeps nothing', async () => {
    const created = await reserve(daemon, SMALL.length)
    const halves = [SMALL.slice(0, 200), SMALL.slice(200)]
    const body = new ReadableStream({
      async pull(controller) {
        if (halves.length === 1) {
          await daemon.request('DELETE', `/transcriptions/${created.id}`)
        }
        controller.enqueue(halves.shift())
        if (halves.length === 0) controller.close()
      },
    })
    const refused = await errorOf(await putChunk(created, 0, body))
    const files = await readdir(join(daemon.dataDir, 'media'))

    expect(refused).toMatchObject({ http: 409, code: 'invalid_state' })
    expect(files.filter((name) => name.startsWith(created.id))).toEqual([])
  })

  it('leaves no bytes behind when it is canceled', async () => {
    const created = await reserve(daemon, SMALL.length)
    await putAll(created, SMALL)
    const response = await daemon.request('DELETE', `/transcriptions/${created.id}`)
    const files = await readdir(join(daemon.dataDir, 'media'))

    expect(response.status).toBe(204)
    expect((await daemon.get(created.id)).status).toBe('canceled')
    expect(files.filter((file) => file.startsWith(created.id))).toEqual([])
  })

  it.each([
    [{ size: 1 }, { 'upload.filename': 'is required' }],
    [{ filename: 'a.wav', size: 0 }, { 'upload.size': expect.any(String) }],
    [{ filename: 'a.wav', size: 1.5 }, { 'upload.size': expect.any(String) }],
    [{ filename: 'a.wav', size: '1' }, { 'upload.size': expect.any(String) }],
    [{ filename: 'a.wav', size: 1, path: '/' }, { 'upload.path': 'is not known' }],
  ])('refuses the reservation %j and says why in params', async (upload, params) => {
    const response = await daemon.request('POST', '/transcriptions', { json: { upload } })

    expect(response.status).toBe(422)
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request', params })
  })

  it('refuses more than 2 GB with max_bytes, and a file without a supported extension', async () => {
    const reserveAs = (filename: string, size: number) =>
      daemon.request('POST', '/transcriptions', { json: { upload: { filename, size } } })
    const large = await reserveAs('talk.wav', 2_000_000_001)
    const text = await reserveAs('notes.txt', 100)

    expect(large.status).toBe(413)
    expect(await errorOf(large)).toMatchObject({
      code: 'media_too_large',
      max_bytes: 2_000_000_000,
    })
    expect([text.status, (await errorOf(text)).code]).toEqual([422, 'unsupported_media'])
  })
})
