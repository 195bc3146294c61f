// One file of a model from the web, resumable: what has come stays in a part file, with the
// server's mark of the file's state beside it, and the next try asks for the rest of that very
// state. A broken connection is tried again as long as something comes; a server that says no is
// not asked again.
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Download, type Web, WebError } from '../tools/web.ts'

/** Tries in a row that bring nothing. */
const TRIES = 3
const PAUSE_MS = 250
/** A file of unknown size is given up beyond this. */
const LARGEST_BYTES = 8_000_000_000

export interface WebFileRequest {
  web: Web
  url: string
  /** The part file; it may hold the beginning already. */
  path: string
  /** Size of the file, when it is known. */
  bytes: number | undefined
  /** Called with the size of the part file whenever it has grown, or begins anew. */
  onSize(bytes: number): void
  signal: AbortSignal
}

/**
 * Resolves when the server says that the part file is whole; nothing is checked.
 *
 * @throws WebError, undici's and Node's errors, the signal's reason; the part stays for the next try
 */
export async function fetchWebFile(request: WebFileRequest): Promise<void> {
  for (let failed = 0; ; ) {
    const before = await sizeOf(request.path)
    try {
      return await fetchRest(request, before)
    } catch (error) {
      request.signal.throwIfAborted()
      if (!isPassing(error)) throw error
      failed = (await sizeOf(request.path)) > before ? 0 : failed + 1
      if (failed >= TRIES) throw error
      await wait(PAUSE_MS * 2 ** failed, undefined, { signal: request.signal })
    }
  }
}

async function fetchRest(request: WebFileRequest, have: number): Promise<void> {
  const { web, url, path, bytes, signal } = request
  if (bytes !== undefined && have === bytes) return request.onSize(have)
  const mark = await readMark(path)
  const resumes = have > 0 && mark !== null && (bytes === undefined || have < bytes)
  const headers = resumes ? { range: `bytes=${have}-`, 'if-range': mark } : undefined
  const download = await web.get(url, signal, headers).catch(async (error) => {
    // There is no rest to be had: what is here is not of this file.
    if (error instanceof WebError && error.code === 'E416') await rm(path, { force: true })
    throw error
  })
  const from = download.startByte
  if (from !== 0 && from !== have) throw brokenOff(`asked for byte ${have}, got ${from}`)
  await writeMark(path, download.etag)
  await append(request, download)
}

async function append(request: WebFileRequest, download: Download): Promise<void> {
  const { path, bytes, onSize } = request
  const { body, startByte, totalBytes } = download
  const told = totalBytes === null ? undefined : startByte + totalBytes
  if (bytes !== undefined && told !== undefined && told !== bytes) throw otherSize(told, bytes)
  const file = await open(path, startByte === 0 ? 'w' : 'a')
  let size = startByte
  try {
    onSize(size)
    for await (const chunk of body) {
      size += chunk.length
      if (size > (bytes ?? LARGEST_BYTES)) throw otherSize(size, bytes ?? LARGEST_BYTES)
      await file.write(chunk)
      onSize(size)
    }
  } finally {
    await file.close()
  }
  const wanted = bytes ?? told ?? size
  if (size < wanted) throw brokenOff(`${size} of ${wanted} bytes came`)
}

/** The size of a file, 0 when there is none. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

const markPath = (path: string) => `${path}.etag`

async function readMark(path: string): Promise<string | null> {
  return readFile(markPath(path), 'utf8').catch(() => null)
}

/** Only a strong mark promises the same bytes. */
async function writeMark(path: string, etag: string | null): Promise<void> {
  if (etag?.startsWith('"')) await writeFile(markPath(path), etag)
  else await rm(markPath(path), { force: true })
}

function brokenOff(detail: string): Error {
  return Object.assign(new Error(`the connection ended early: ${detail}`), { code: 'ECONNRESET' })
}

function otherSize(found: number, wanted: number): Error {
  const message = `${found} bytes came of a file that has ${wanted}`
  return Object.assign(new Error(message), { code: 'EMODELFILE' })
}

/** Server errors and broken connections may pass; refusals, disks and certificates do not. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(E5\d\d|E429|E416|E408|ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR)/.test(code)
}
