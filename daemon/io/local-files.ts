// Reads files where they lie on this machine, for who came through the local socket and could read
// them as well: a copy within the kernel's reach instead of a gigabyte through two processes and a
// socket. The path alone is not trusted: it may mean another file here (a container, another mount)
// or by now, so the open file must be the one that the client has open, before and after it is read.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ApiError } from '../../src/api/errors.ts'
import { type LocalFile, stampOf } from '../../src/api/local-file.ts'
import type { Chunk } from '../../src/api/types.ts'
import type { LocalFiles } from '../ports.ts'
import { isLocal } from './local-socket.ts'
import { GATHERED_BYTES } from './write-stream.ts'

/** Buffers that are not in use now. */
const spare: Buffer[] = []
const SPARE_MAX = 8

export const localFiles: LocalFiles = { mayName: isLocal, read }

async function* read(
  { path, stamp }: LocalFile,
  { offset, size }: Chunk,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(GATHERED_BYTES)
  let file: FileHandle | undefined
  try {
    // Without waiting for whoever writes into a pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    await assertStamp(file, stamp)
    for (let done = 0; done < size; done += buffer.length) {
      signal.throwIfAborted()
      const piece = buffer.subarray(0, Math.min(buffer.length, size - done))
      await fill(file, piece, offset + done)
      yield piece
    }
    await assertStamp(file, stamp)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : unreadable(error)
  } finally {
    if (spare.length < SPARE_MAX) spare.push(buffer)
    await file?.close()
  }
}

/** A file system may give less than was asked for. */
async function fill(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, position + done)
    if (bytesRead === 0) throw anotherFile()
    done += bytesRead
  }
}

async function assertStamp(file: FileHandle, stamp: string): Promise<void> {
  const stats = await file.stat({ bigint: true })
  if (!stats.isFile() || stampOf(stats) !== stamp) throw anotherFile()
}

function anotherFile(): ApiError {
  return new ApiError('invalid_request', 'The file here is another one. Send the bytes.')
}

function unreadable(error: unknown): ApiError {
  const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return new ApiError('invalid_request', `The file cannot be read here${reason}. Send the bytes.`)
}
