// Uploads that name their file to the daemon, through a socket that shows what passes and can hide
// the header from the daemon, as one does that does not know it.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_FILE_HEADER } from '../../../src/api/local-file.ts'
import { Client } from '../../../src/client/client.ts'
import { FileChanged, UploadSource } from '../../../src/client/source.ts'
import { type UploadOptions, upload } from '../../../src/client/upload.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'

/** Five chunks. */
const CONTENT = randomBytes(40_000_000)

let daemon: TestDaemon
let client: Client
let folder = ''
let path = ''
/** `length` of each chunk's request, 0 where it was named. */
let chunks: number[] = []
let knowsHeader = true
let onChunk = () => {}

const server = createServer((incoming, response) => {
  pass(incoming, response)
})

function pass(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming
  if (method === 'PUT') {
    onChunk()
    chunks.push(Number(headers['content-length']))
    if (!knowsHeader) delete headers[LOCAL_FILE_HEADER]
  }
  const socketPath = join(daemon.dataDir, 'daemon.sock')
  const onward = request({ socketPath, method, path: url, headers, agent: false })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}

beforeAll(async () => {
  daemon = await startDaemon()
  // Keeps the only worker busy, so that what was uploaded stays on the disk.
  await daemon.submit({ duration: 1, holdMs: 3_600_000 })
  folder = mkdtempSync(join(tmpdir(), 'scribe-hand-'))
  const socketPath = join(folder, 'socket')
  server.listen(socketPath)
  await once(server, 'listening')
  client = new Client({ baseUrl: daemon.baseUrl, apiKey: daemon.key, socketPath })
})
afterAll(async () => {
  await client.close()
  server.close()
  await daemon.stop()
  rmSync(folder, { recursive: true })
  await removeFolders()
})
beforeEach(() => {
  path = join(folder, 'talk.wav')
  writeFileSync(path, CONTENT)
})
afterEach(() => {
  chunks = []
  knowsHeader = true
  onChunk = () => {}
})

function send(source: UploadSource, change: Partial<UploadOptions> = {}) {
  return upload(client, source, {
    request: {},
    parallel: 1,
    idempotencyKey: crypto.randomUUID(),
    signal: new AbortController().signal,
    onProgress() {},
    async onCreated() {},
    ...change,
  }).finally(() => source.close())
}

function expectWhole(id: string): void {
  expect(readFileSync(join(daemon.dataDir, 'media', `${id}.wav`)).equals(CONTENT)).toBe(true)
}

describe.skipIf(process.platform === 'win32')('an upload to the local daemon', () => {
  it.each([1, 8])('sends no byte of the file, %d chunks at a time', async (parallel) => {
    const counts: number[] = []
    const onProgress = (bytes: number) => counts.push(bytes)
    const { id } = await send(await UploadSource.open(path, 'talk.wav'), { parallel, onProgress })
    expect(chunks).toEqual([0, 0, 0, 0, 0])
    expect(counts[0]).toBe(0)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(CONTENT.length)
    expectWhole(id)
  })

  it('sends the bytes once an older daemon took no name, and asks no further', async () => {
    knowsHeader = false
    const { id } = await send(await UploadSource.open(path, 'talk.wav'))
    expect(chunks.map((length) => length > 0)).toEqual([false, true, true, true, true, true])
    expectWhole(id)
  })

  it('sends the bytes of the file that it has open when its name leads to another one', async () => {
    const source = await UploadSource.open(path, 'talk.wav')
    const other = join(folder, 'other.wav')
    writeFileSync(other, randomBytes(CONTENT.length))
    renameSync(other, path)
    const { id } = await send(source)
    expect(chunks.filter((length) => length === 0)).toHaveLength(1)
    expectWhole(id)
  })

  it('sends the bytes of a file that has no name', async () => {
    const { id } = await send(await nameless())
    expect(chunks.every((length) => length > 0)).toBe(true)
    expectWhole(id)
  })

  it('notices that the file was written to', async () => {
    onChunk = () => {
      if (chunks.length === 3) writeFileSync(path, 'changed', { flag: 'r+' })
    }
    const sending = send(await UploadSource.open(path, 'talk.wav'))
    await expect(sending).rejects.toThrow(FileChanged)
  })

  it('ends with the signal’s reason', async () => {
    const controller = new AbortController()
    const sending = send(await UploadSource.open(path, 'talk.wav'), {
      signal: controller.signal,
      onProgress: (bytes) => bytes > 0 && controller.abort(new Error('enough')),
    })
    await expect(sending).rejects.toThrow('enough')
    expect(chunks.length).toBeLessThan(5)
  })
})

/** A source that only this process can read. */
async function nameless(): Promise<UploadSource> {
  const handle = await open(path)
  return new UploadSource('talk.wav', handle, await handle.stat(), null)
}
