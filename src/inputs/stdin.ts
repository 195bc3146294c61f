// Standard input as a file: the size must be known before the upload, so the stream is spooled to
// disk. The file loses its name as soon as it is open, so that nothing is left behind, whatever
// ends the process.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadStream } from 'node:tty'
import { CHUNKED_MAX_BYTES } from '../api/limits.ts'
import { UploadSource } from '../client/source.ts'
import { UsageError } from '../errors.ts'
import { SNIFF_BYTES, sniffExtension } from './sniff.ts'

export interface Spooled {
  source: UploadSource
  /** Where another process can read it as long as it is open; null where systems have no such place. */
  mediaPath: string | null
}

/**
 * Reads the stream to its end.
 *
 * @throws UsageError when it is a terminal, empty, too large, or no audio or video; Error when
 *   there is no room for it
 */
export async function spoolStdin(stdin: ReadStream, signal: AbortSignal): Promise<Spooled> {
  if (stdin.isTTY === true) throw new UsageError('stdin is a terminal; pipe a file into it')
  const handle = await openNameless()
  try {
    const extension = await spool(stdin, handle, signal)
    const mediaPath = pathOf(handle)
    const source = new UploadSource(`stdin.${extension}`, handle, await handle.stat(), mediaPath)
    return { source, mediaPath }
  } catch (error) {
    await handle.close()
    throw isFull(error) ? noRoom(error) : error
  }
}

function pathOf({ fd }: Spool): string | null {
  return process.platform === 'linux' ? `/proc/${process.pid}/fd/${fd}` : null
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG)$/.test(`${error.code}`)
  )
}

function noRoom(cause: unknown): Error {
  const message = `no room for stdin in ${tmpdir()}; TMPDIR=… names another folder`
  return new Error(message, { cause })
}

async function openNameless() {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-'))
  try {
    return await open(join(folder, 'stdin'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Spool = Awaited<ReturnType<typeof openNameless>>

/** @returns the extension that the first bytes tell */
async function spool(stdin: ReadStream, handle: Spool, signal: AbortSignal): Promise<string> {
  const stop = () => stdin.destroy()
  signal.addEventListener('abort', stop, { once: true })
  let head = Buffer.alloc(0)
  let extension: string | undefined
  let sizeBytes = 0
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > CHUNKED_MAX_BYTES) throw tooLarge()
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk])
      if (extension === undefined && head.length >= SNIFF_BYTES) extension = recognised(head)
      await handle.writeFile(chunk)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
  }
  if (sizeBytes === 0) throw new UsageError('stdin is empty; there is nothing to transcribe')
  return extension ?? recognised(head)
}

function recognised(head: Buffer): string {
  const extension = sniffExtension(head.subarray(0, SNIFF_BYTES))
  if (extension !== undefined) return extension
  throw new UsageError('stdin is no audio or video that scribe knows', 'unsupported_media')
}

function tooLarge(): UsageError {
  const message = `stdin is larger than ${CHUNKED_MAX_BYTES} bytes, the most that is accepted`
  return new UsageError(message, 'media_too_large')
}
