// Takes over files where they lie on this machine, for who came through the local socket and could
// read them as well: the system copies, and where it can it just shares the blocks, instead of a
// gigabyte through two processes and a socket. The path alone is not trusted: it may mean another
// file here (a container, another mount) or by now, so it must be the file that the client has
// open, before and after it is copied.
import { constants } from 'node:fs'
import { chmod, copyFile, open, stat } from 'node:fs/promises'
import { ApiError } from '../../src/api/errors.ts'
import { type LocalFile, stampOf } from '../../src/api/local-file.ts'
import type { LocalFiles } from '../ports.ts'
import { isLocal } from './local-socket.ts'

export const localFiles: LocalFiles = { mayName: isLocal, copy }

async function copy(file: LocalFile, sizeBytes: number, target: string): Promise<void> {
  try {
    await assertSame(file, sizeBytes)
    await copyFile(file.path, target, constants.COPYFILE_FICLONE)
    await assertSame(file, sizeBytes)
    await chmod(target, 0o600)
  } catch (error) {
    throw error instanceof ApiError ? error : uncopied(error)
  }
  const copied = await open(target, 'r+')
  try {
    await copied.datasync()
  } finally {
    await copied.close()
  }
}

async function assertSame({ path, stamp }: LocalFile, sizeBytes: number): Promise<void> {
  const stats = await stat(path, { bigint: true })
  const same = stats.isFile() && stampOf(stats) === stamp && stats.size === BigInt(sizeBytes)
  if (!same) throw new ApiError('invalid_request', 'The file here is another one. Send the bytes.')
}

/** If it is the disk here that is full or broken, who sends the bytes is told so. */
function uncopied(error: unknown): ApiError {
  const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return new ApiError('invalid_request', `The file cannot be copied here${reason}. Send the bytes.`)
}
