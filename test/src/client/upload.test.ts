// The chunked upload against a real daemon in this process.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transcription } from '../../../src/api/types.ts'
import { Client } from '../../../src/client/client.ts'
import { FileChanged, UploadSource } from '../../../src/client/source.ts'
import { type UploadOptions, upload } from '../../../src/client/upload.ts'
import { waitUntilFinal } from '../../../src/client/wait.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'

const signal = new AbortController().signal
/** Five chunks. */
const SIZE = 40_000_000

let daemon: TestDaemon
let client: Client
let folder = ''
beforeAll(async () => {
  daemon = await startDaemon()
  client = new Client({ baseUrl: daemon.baseUrl, apiKey: daemon.key })
})
afterAll(async () => {
  await client.close()
  await daemon.stop()
  await removeFolders()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-upload-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A file that the scripted speech child understands, made long with spaces. */
async function source(sizeBytes = SIZE): Promise<UploadSource> {
  const path = join(folder, 'talk.wav')
  const script = JSON.stringify({
    duration: 4,
    segments: [{ start: 0, end: 1, speaker: null, language: 'en', text: 'Hello.' }],
  })
  writeFileSync(path, script + ' '.repeat(sizeBytes - script.length))
  return UploadSource.open(path, 'talk.wav')
}

function options(change: Partial<UploadOptions> = {}): UploadOptions {
  return {
    request: {},
    parallel: 4,
    idempotencyKey: crypto.randomUUID(),
    signal,
    onProgress() {},
    async onCreated() {},
    ...change,
  }
}

async function textOf(job: Transcription): Promise<string> {
  await waitUntilFinal(client, job.id, { signal, timeoutSeconds: 20, onProgress: undefined })
  return (await client.getDocument(job.id, { format: 'text' }, signal)).text
}

describe('upload', () => {
  it('brings every byte to its place', async () => {
    const job = await upload(client, await source(), options())
    expect(job.status).not.toBe('awaiting_upload')
    expect(await textOf(job)).toBe('Hello.\n')
  })

  it('counts bytes up to the whole size', async () => {
    const counts: number[] = []
    await upload(client, await source(), options({ onProgress: (bytes) => counts.push(bytes) }))
    expect(counts[0]).toBe(0)
    expect(counts.at(-1)).toBe(SIZE)
    expect(Math.max(...counts)).toBe(SIZE)
  })

  it('is the same transcription when it is repeated with the same key', async () => {
    const file = await source()
    const same = options()
    const first = await upload(client, file, same)
    expect((await upload(client, file, same)).id).toBe(first.id)
  })

  it('sends only what is missing after an interruption', async () => {
    const file = await source()
    const controller = new AbortController()
    const key = crypto.randomUUID()
    let id = ''
    const first = upload(
      client,
      file,
      options({
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: async () => {
          if (id === '' || controller.signal.aborted) return
          const { received_chunks } = await client.uploadProgress(id, signal)
          if (received_chunks.length > 0) controller.abort(new Error('enough'))
        },
        onCreated: async (job) => {
          id = job.id
        },
      }),
    )
    await expect(first).rejects.toThrow('enough')
    const { uploaded_bytes } = await client.uploadProgress(id, signal)
    const counts: number[] = []
    await upload(
      client,
      file,
      options({ idempotencyKey: key, onProgress: (bytes) => counts.push(bytes) }),
    )
    expect(uploaded_bytes).toBeGreaterThan(0)
    // A chunk that was under way at the abort may have arrived whole after all.
    expect(counts[0]).toBeGreaterThanOrEqual(uploaded_bytes)
    expect(counts.at(-1)).toBe(SIZE)
  })

  it('goes on with a fresh token when its own is replaced on the way', async () => {
    const file = await source()
    const key = crypto.randomUUID()
    let replaced = false
    const job = await upload(
      client,
      file,
      options({
        idempotencyKey: key,
        async onCreated() {
          if (replaced) return
          replaced = true
          const request = { upload: { filename: file.name, size: file.sizeBytes } }
          await client.create(request, key, signal)
        },
      }),
    )
    expect(await textOf(job)).toBe('Hello.\n')
  })

  it('notices that the file has become shorter', async () => {
    const file = await source()
    const sending = upload(
      client,
      file,
      options({ onCreated: async () => truncateSync(join(folder, 'talk.wav'), 1000) }),
    )
    await expect(sending).rejects.toThrow(FileChanged)
  })

  it('notices that the file was written to', async () => {
    const file = await source()
    const sending = upload(
      client,
      file,
      options({
        onCreated: async () => {
          writeFileSync(join(folder, 'talk.wav'), 'changed', { flag: 'r+' })
        },
      }),
    )
    await expect(sending).rejects.toThrow(FileChanged)
  })

  it('ends with the signal’s reason', async () => {
    const controller = new AbortController()
    const sending = upload(
      client,
      await source(),
      options({
        signal: controller.signal,
        onProgress: () => controller.abort(new Error('enough')),
      }),
    )
    await expect(sending).rejects.toThrow('enough')
  })
})

describe('waitUntilFinal', () => {
  it('answers at the change, and shows progress on the way', async () => {
    const { id } = await daemon.submit({ duration: 100, holdMs: 600, segments: [] })
    const seen: (number | null)[] = []
    await waitUntilFinal(client, id, {
      signal,
      timeoutSeconds: 20,
      onProgress: (report) => seen.push(report.processed_seconds),
    })
    expect(seen).toContain(50)
  })

  it('gives up when the time has run out', async () => {
    const { id } = await daemon.submit({ duration: 100, holdMs: 5000 })
    const waiting = waitUntilFinal(client, id, { signal, timeoutSeconds: 0, onProgress: undefined })
    await expect(waiting).rejects.toThrow(/is still/)
    await client.delete(id, signal)
  })
})
