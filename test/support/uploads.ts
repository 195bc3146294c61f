// The chunked upload flow, step by step, for tests of the daemon.
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { Created } from '../../src/api/types.ts'
import type { Script, TestDaemon } from './daemon.ts'
import { validatedFetch } from './validate.ts'

/** A script padded with spaces to a size that takes several chunks. */
export function paddedScript(script: Script, bytes: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(script).padEnd(bytes))
}

export async function reserve(
  daemon: TestDaemon,
  size: number,
  headers: Record<string, string> = {},
): Promise<Created> {
  const json = { upload: { filename: 'talk.wav', size } }
  const response = await daemon.request('POST', '/transcriptions', { json, headers })
  return (await response.json()) as Created
}

export function putChunk(
  created: Created,
  index: number,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  token = created.upload?.headers['X-Upload-Token'] ?? '',
): Promise<Response> {
  const url = created.upload?.chunk_url_template.replace('{index}', String(index)) ?? ''
  const headers = { 'x-upload-token': token, 'content-type': 'application/octet-stream' }
  const half = body instanceof ReadableStream ? { duplex: 'half' as const } : {}
  const baseUrl = url.slice(0, url.indexOf('/transcriptions/'))
  return validatedFetch(baseUrl, url, { method: 'PUT', headers, body, ...half })
}

/** Sends the first half of chunk 0 and then nothing more; the connection stays open. */
export async function putHalf(created: Created, file: Uint8Array): Promise<ClientRequest> {
  const url = created.upload?.chunk_url_template.replace('{index}', '0') ?? ''
  const length = { 'content-length': file.length, expect: '100-continue' }
  const sending = request(url, {
    method: 'PUT',
    headers: { ...created.upload?.headers, ...length },
  })
  sending.on('error', () => undefined)
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(file.slice(0, file.length / 2))
  return sending
}

/** Sends every chunk of the plan, last one first: order does not matter. */
export async function putAll(created: Created, file: Uint8Array<ArrayBuffer>): Promise<void> {
  for (const { index, offset, size } of [...(created.upload?.chunks ?? [])].reverse()) {
    const response = await putChunk(created, index, file.slice(offset, offset + size))
    if (response.status !== 200) throw new Error(await response.text())
  }
}

export function complete(daemon: TestDaemon, id: string): Promise<Response> {
  return daemon.request('POST', `/transcriptions/${id}/upload/complete`)
}
