// Sends a file in one request: quick for small ones, but what breaks off begins anew. Only within
// one run: a repeated attempt carries the same key, so it never makes a second transcription.
import { randomUUID } from 'node:crypto'
import type { Created } from '../api/types.ts'
import type { CreateOptions } from '../client/client.ts'
import { formBody } from '../client/multipart.ts'
import { READ_BYTES, UploadSource } from '../client/source.ts'
import type { Connection, Context } from '../context.ts'
import type { UploadRequest } from './parameters.ts'

export interface OneShot {
  path: string
  /** What the server is told: a base name. */
  name: string
  request: UploadRequest
  query: CreateOptions
  /** The user's own; undefined makes one. */
  idempotencyKey: string | undefined
  onProgress(sentBytes: number, totalBytes: number): void
}

/** @throws FileChanged, ApiError, ServerUnreachable, the signal's reason */
export async function sendInOne(
  { signal }: Pick<Context, 'signal'>,
  { client }: Connection,
  { path, name, request, query, idempotencyKey, onProgress }: OneShot,
): Promise<Created> {
  const source = await UploadSource.open(path, name)
  try {
    const file = { name: 'file', filename: name, ...bodyOf(source, onProgress) }
    const form = formBody(fieldsOf(request), file)
    return await client.createFromForm(form, idempotencyKey ?? randomUUID(), signal, query)
  } finally {
    await source.close()
  }
}

function fieldsOf(request: UploadRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]))
}

function bodyOf(source: UploadSource, onProgress: OneShot['onProgress']) {
  const { sizeBytes } = source
  return {
    sizeBytes,
    async *open() {
      let sentBytes = 0
      onProgress(sentBytes, sizeBytes)
      for await (const bytes of source.read(0, sizeBytes, Buffer.allocUnsafe(READ_BYTES))) {
        sentBytes += bytes.length
        onProgress(sentBytes, sizeBytes)
        yield bytes
      }
      await source.assertUnchanged()
    },
  }
}
