// Uploads that name their file to the daemon, through a socket that shows what passes and can hide
// the route, as with a daemon that does not know it.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
/** `length` of each request with bytes, 0 where the file was named. */
let puts: number[] = []
let knowsNames = true
let onPut = () => {}

const server = createServer((incoming, response) => {
  pass(incoming, response)
})

function pass(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming
  if (method === 'PUT') {
    onPut()
    puts.push(Number(headers['content-length']))
  }
  const socketPath = join(daemon.dataDir, 'daemon.sock')
  const path = knowsNames ? url : url?.replace(/\/file$/, '/unknown')
  const onward = request({ socketPath, method, path, headers, agent: false })
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
  puts = []
  knowsNames = true
  onPut = () => {}
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
  it('sends no byte of the file', async () => {
    const counts: number[] = []
    const onProgress = (bytes: number) => counts.push(bytes)
    const { id } = await send(await UploadSource.open(path, 'talk.wav'), { onProgress })
    expect(puts).toEqual([0])
    expect(counts[0]).toBe(0)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(CONTENT.length)
    expectWhole(id)
  })

  it('sends the bytes to an older daemon, which knows no names', async () => {
    knowsNames = false
    const { id } = await send(await UploadSource.open(path, 'talk.wav'))
    expect(puts.map((length) => length > 0)).toEqual([false, true, true, true, true, true])
    expectWhole(id)
  })

  it('sends the chunks that are missing when others were sent before', async () => {
    const idempotencyKey = crypto.randomUUID()
    const stop = new AbortController()
    const sending = send(await nameless(), {
      idempotencyKey,
      signal: stop.signal,
      onProgress: (bytes) => bytes > 10_000_000 && stop.abort(new Error('enough')),
    })
    await expect(sending).rejects.toThrow('enough')
    puts = []
    const { id } = await send(await UploadSource.open(path, 'talk.wav'), { idempotencyKey })
    expect(puts.length).toBeLessThan(5)
    expect(puts.every((length) => length > 0)).toBe(true)
    expectWhole(id)
  })

  it('sends the bytes of the file that it has open when its name leads to another one', async () => {
    const source = await UploadSource.open(path, 'talk.wav')
    const other = join(folder, 'other.wav')
    writeFileSync(other, randomBytes(CONTENT.length))
    renameSync(other, path)
    const { id } = await send(source)
    expect(puts.filter((length) => length === 0)).toHaveLength(1)
    expectWhole(id)
  })

  it('sends the bytes of a file that has no name', async () => {
    const { id } = await send(await nameless())
    expect(puts.every((length) => length > 0)).toBe(true)
    expectWhole(id)
  })

  it('notices that the file was written to', async () => {
    onPut = () => writeFileSync(path, 'changed', { flag: 'r+' })
    const sending = send(await UploadSource.open(path, 'talk.wav'))
    await expect(sending).rejects.toThrow(FileChanged)
  })

  it('ends with the signal’s reason', async () => {
    const controller = new AbortController()
    onPut = () => controller.abort(new Error('enough'))
    const sending = send(await UploadSource.open(path, 'talk.wav'), { signal: controller.signal })
    await expect(sending).rejects.toThrow('enough')
    expect(puts).toHaveLength(1)
  })
})

/** A source that only this process can read. */
async function nameless(): Promise<UploadSource> {
  const handle = await open(path)
  return new UploadSource('talk.wav', handle, await handle.stat(), null)
}
