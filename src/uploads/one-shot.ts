// Sends a file in one request: quick for small ones. What breaks off is sent again from the start,
// but while it is the same file, as the same request: it never makes a second transcription.
import type { Created } from '../api/types.ts'
import type { CreateOptions } from '../client/client.ts'
import { formBody } from '../client/multipart.ts'
import { type RequestToSend, sendOnce } from '../client/send-once.ts'
import { READ_BYTES, UploadSource } from '../client/source.ts'
import type { Connection, Context } from '../context.ts'
import type { UploadRequest } from './parameters.ts'

export interface OneShot extends Pick<RequestToSend, 'onSession'> {
  /** Absolute. */
  path: string
  /** What the server is told: a base name. */
  name: string
  request: UploadRequest
  query: CreateOptions
  /** The user's own; undefined makes one. */
  idempotencyKey: string | undefined
  onProgress(sentBytes: number, totalBytes: number): void
}

/**
 * @returns the transcription; in any state when the server knew it from an earlier run
 * @throws FileChanged, ApiError, ServerUnreachable, the signal's reason
 */
export async function sendInOne(
  { folders, signal }: Pick<Context, 'folders' | 'signal'>,
  { client, identity: target }: Connection,
  { path, name, request, query, idempotencyKey: key, onProgress, onSession }: OneShot,
): Promise<Created> {
  const source = await UploadSource.open(path, name)
  const wish = { path, filename: name, ...source.stamp, ...request }
  const identity = { target, command: 'create' as const, request: wish, key }
  const send = (idempotencyKey: string) => {
    const file = { name: 'file', filename: name, ...bodyOf(source, onProgress) }
    return client.createFromForm(formBody(fieldsOf(request), file), idempotencyKey, signal, query)
  }
  try {
    return await sendOnce({ stateDir: folders.state, identity, client, signal, send, onSession })
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
