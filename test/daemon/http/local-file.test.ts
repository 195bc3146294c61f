// Files that are named instead of sent, against a real daemon: only through its socket, by the same
// rules as chunks.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNK_BYTES } from '../../../daemon/rules/chunk-plan.ts'
import { formatLocalFile, LOCAL_FILE_HEADER, stampOf } from '../../../src/api/local-file.ts'
import type { Created, UploadProgress } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { complete, paddedScript, putChunk, reserve } from '../../support/uploads.ts'

const SEGMENT = { start: 0, end: 2, text: 'By name.', speaker: null, language: 'en' }
const FILE = paddedScript({ duration: 61, segments: [SEGMENT] }, CHUNK_BYTES + 1000)

let daemon: TestDaemon
let folder = ''
beforeAll(async () => {
  daemon = await startDaemon()
  folder = mkdtempSync(join(tmpdir(), 'scribe-named-'))
})
afterAll(async () => {
  await daemon.stop()
  rmSync(folder, { recursive: true })
  await removeFolders()
})

/** A file as its header names it. */
function named(name: string, content: Uint8Array = FILE): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return formatLocalFile({ path, stamp: stampOf(statSync(path, { bigint: true })) })
}

interface Answer {
  status: number
  /** Of a refusal, else empty. */
  code: string
}

/** Names a file for an upload. @param through the socket, unless by the port */
async function put(
  { upload }: Created,
  file: string,
  { through = 'socket', token = upload?.headers['X-Upload-Token'] ?? '' } = {},
): Promise<Answer> {
  const url = new URL(upload?.chunk_url_template.replace('chunks/{index}', 'file') ?? '')
  const socket = { socketPath: join(daemon.dataDir, 'daemon.sock') }
  const place = through === 'socket' ? socket : { host: url.hostname, port: url.port }
  const headers = { 'x-upload-token': token, [LOCAL_FILE_HEADER]: file, 'content-length': 0 }
  return new Promise((resolve, reject) => {
    const sent = request({ ...place, method: 'PUT', path: url.pathname, headers, agent: false })
    sent.once('error', reject).once('response', async (response) => {
      const body = await text(response)
      resolve({ status: response.statusCode ?? 0, code: body && JSON.parse(body).error.code })
    })
    sent.end()
  })
}

async function received({ id }: Created): Promise<number[]> {
  const response = await daemon.request('GET', `/transcriptions/${id}/upload`)
  return ((await response.json()) as UploadProgress).received_chunks
}

const mediaOf = ({ id }: Created) => readFileSync(join(daemon.dataDir, 'media', `${id}.wav`))

describe.skipIf(process.platform === 'win32')('a file that is named', () => {
  it.each(['talk.wav', 'a b\nc%2F#?ü😀.wav'])('takes the place of all chunks: %j', async (name) => {
    const created = await reserve(daemon, FILE.length)
    expect(await put(created, named(name))).toEqual({ status: 204, code: '' })
    expect(await received(created)).toEqual([0, 1])
    expect((await complete(daemon, created.id)).status).toBe(202)
    expect(await daemon.get(created.id, '?wait=30')).toMatchObject({
      status: 'completed',
      transcript: { text: 'By name.' },
    })
  })

  it('replaces chunks that were sent, and is replaced by one', async () => {
    const created = await reserve(daemon, FILE.length)
    await putChunk(created, 0, new Uint8Array(CHUNK_BYTES))
    expect((await put(created, named('talk.wav'))).status).toBe(204)
    expect(mediaOf(created).equals(FILE)).toBe(true)
    await putChunk(created, 1, new Uint8Array(1000))
    expect(await received(created)).toEqual([0, 1])
    expect(mediaOf(created).subarray(CHUNK_BYTES).equals(Buffer.alloc(1000))).toBe(true)
  })

  it('is copied once when it is named twice at once', async () => {
    const created = await reserve(daemon, FILE.length)
    const file = named('talk.wav')
    const answers = await Promise.all([put(created, file), put(created, file)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(mediaOf(created).equals(FILE)).toBe(true)
  })

  it('leaves nothing behind when its transcription is canceled', async () => {
    const created = await reserve(daemon, FILE.length)
    await put(created, named('talk.wav'))
    await daemon.request('DELETE', `/transcriptions/${created.id}`)
    const left = readdirSync(join(daemon.dataDir, 'media'))
    expect(left.filter((name) => name.startsWith(created.id))).toEqual([])
    expect(await put(created, named('talk.wav'))).toEqual({ status: 409, code: 'invalid_state' })
  })

  it('is refused by the port, where strangers may come from, and nothing is read', async () => {
    const created = await reserve(daemon, FILE.length)
    const answer = await put(created, named('talk.wav'), { through: 'port' })
    expect(answer).toEqual({ status: 422, code: 'invalid_request' })
    expect(await received(created)).toEqual([])
  })

  it('needs the token of its reservation', async () => {
    const created = await reserve(daemon, FILE.length)
    const answer = await put(created, named('talk.wav'), { token: 'wrong' })
    expect(answer).toEqual({ status: 401, code: 'unauthorized' })
    expect(await received(created)).toEqual([])
  })

  it.each([
    ['no path', () => '1-2-3-4-5'],
    ['a relative path', () => '1-2-3-4-5 talk.wav'],
    ['broken encoding', () => '1-2-3-4-5 /%ff'],
    ['another file', () => named('talk.wav').replace(/^\d+/, '0')],
    ['a file that is shorter than the plan', () => named('short.wav', FILE.slice(0, 2000))],
  ])('is refused with %s, and what arrived before stays', async (_title, file) => {
    const created = await reserve(daemon, FILE.length)
    await putChunk(created, 1, FILE.slice(CHUNK_BYTES))
    expect(await put(created, file())).toEqual({ status: 422, code: 'invalid_request' })
    expect(await received(created)).toEqual([1])
    expect(mediaOf(created).subarray(CHUNK_BYTES).equals(FILE.subarray(CHUNK_BYTES))).toBe(true)
  })
})
