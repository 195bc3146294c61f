// Chunks that are named instead of sent, against a real daemon: only through its socket, by the
// same rules as any chunk.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
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
  body: { index?: number; error?: { code: string; message: string } }
}

/** Names a file for a chunk. @param through the socket, unless by the port */
async function put(
  { upload }: Created,
  index: number,
  file: string,
  { through = 'socket', token = upload?.headers['X-Upload-Token'] ?? '' } = {},
): Promise<Answer> {
  const url = new URL(upload?.chunk_url_template.replace('{index}', String(index)) ?? '')
  const socket = { socketPath: join(daemon.dataDir, 'daemon.sock') }
  const place = through === 'socket' ? socket : { host: url.hostname, port: url.port }
  const headers = { 'x-upload-token': token, [LOCAL_FILE_HEADER]: file, 'content-length': 0 }
  return new Promise((resolve, reject) => {
    const sent = request({ ...place, method: 'PUT', path: url.pathname, headers, agent: false })
    sent.once('error', reject).once('response', async (response) => {
      resolve({ status: response.statusCode ?? 0, body: (await json(response)) as Answer['body'] })
    })
    sent.end()
  })
}

async function received({ id }: Created): Promise<number[]> {
  const response = await daemon.request('GET', `/transcriptions/${id}/upload`)
  return ((await response.json()) as UploadProgress).received_chunks
}

describe.skipIf(process.platform === 'win32')('a chunk that is named', () => {
  it.each(['talk.wav', 'a b\nc%2F#?ü😀.wav'])('is taken out of the file %j', async (name) => {
    const created = await reserve(daemon, FILE.length)
    const file = named(name)
    expect(await put(created, 1, file)).toMatchObject({ status: 200, body: { index: 1 } })
    expect(await put(created, 0, file)).toMatchObject({ status: 200, body: { index: 0 } })
    expect((await complete(daemon, created.id)).status).toBe(202)
    expect(await daemon.get(created.id, '?wait=30')).toMatchObject({
      status: 'completed',
      transcript: { text: 'By name.' },
    })
  })

  it('goes with chunks that are sent, and replaces one', async () => {
    const created = await reserve(daemon, FILE.length)
    await putChunk(created, 0, new Uint8Array(CHUNK_BYTES))
    await putChunk(created, 1, FILE.slice(CHUNK_BYTES))
    expect((await put(created, 0, named('talk.wav'))).status).toBe(200)
    const media = join(daemon.dataDir, 'media', `${created.id}.wav`)
    expect(readFileSync(media).equals(FILE)).toBe(true)
  })

  it('is refused by the port, where strangers may come from, and nothing is read', async () => {
    const created = await reserve(daemon, FILE.length)
    const { status, body } = await put(created, 0, named('talk.wav'), { through: 'port' })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('through the socket in the data folder only'),
    })
    expect(await received(created)).toEqual([])
  })

  it('needs the token of its reservation', async () => {
    const created = await reserve(daemon, FILE.length)
    const { status, body } = await put(created, 0, named('talk.wav'), { token: 'wrong' })
    expect([status, body.error?.code]).toEqual([401, 'unauthorized'])
    expect(await received(created)).toEqual([])
  })

  it.each([
    ['no path', () => '1-2-3-4-5'],
    ['a relative path', () => '1-2-3-4-5 talk.wav'],
    ['broken encoding', () => '1-2-3-4-5 /%ff'],
    ['another file', () => named('talk.wav').replace(/^\d+/, '0')],
    ['a file that is shorter than the plan', () => named('short.wav', FILE.slice(0, 2000))],
  ])('is refused with %s, and counts as not arrived', async (_title, file) => {
    const created = await reserve(daemon, FILE.length)
    const { status, body } = await put(created, 0, file())
    expect([status, body.error?.code]).toEqual([422, 'invalid_request'])
    expect(await received(created)).toEqual([])
  })

  it('that changed before it is named again keeps what arrived', async () => {
    const created = await reserve(daemon, FILE.length)
    const file = named('talk.wav')
    await put(created, 1, file)
    named('talk.wav', new Uint8Array(FILE.length))
    expect((await put(created, 1, file)).status).toBe(422)
    expect(await received(created)).toEqual([1])
    const media = readFileSync(join(daemon.dataDir, 'media', `${created.id}.wav`))
    expect(media.subarray(CHUNK_BYTES).equals(FILE.subarray(CHUNK_BYTES))).toBe(true)
  })
})
