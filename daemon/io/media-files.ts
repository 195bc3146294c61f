// Media files on disk. The chunks of an upload are written straight into the file at their
// offsets, so that an upload is assembled the moment its last chunk is there; which chunks
// arrived is told by empty marker files, so progress is what lies in the folder and survives
// any crash. A chunk that is sent again goes to a side file first: a broken second sending must
// not cost the first one.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import type { Chunk } from '../../src/api/types.ts'
import type { MediaFiles } from '../ports.ts'
import { fsyncDir } from './durable.ts'
import { writeStream } from './write-stream.ts'

/** Opens the media folder below the data folder, making it when it is missing. */
export async function openMediaFiles(dataDir: string): Promise<MediaFiles> {
  const mediaDir = join(dataDir, 'media')
  const uploadsDir = join(dataDir, 'uploads')
  await mkdir(mediaDir, { recursive: true, mode: 0o700 })
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(mediaDir, name)
  const markers = (name: string) => join(uploadsDir, name)
  /** Where a whole file is written before it takes its place. */
  const beside = (name: string) => `${path(name)}.copy`

  /** A marker must never outlive the file that it speaks of, so the file's name comes first. */
  async function prepareUpload(name: string): Promise<void> {
    await (await open(path(name), 'a', 0o600)).close()
    await fsyncDir(mediaDir)
    await mkdir(markers(name), { recursive: true, mode: 0o700 })
    await fsyncDir(uploadsDir)
  }

  return {
    path,
    async receive(name, body, maxBytes) {
      try {
        return await receiveFile(path(name), body, maxBytes)
      } catch (error) {
        await rm(path(name), { force: true })
        throw error
      } finally {
        await fsyncDir(mediaDir)
      }
    },
    async putChunk(name, chunk, body) {
      const folder = markers(name)
      if (!(await exists(folder))) await prepareUpload(name)
      await placeChunk(path(name), join(folder, String(chunk.index)), chunk, body)
      await fsyncDir(folder)
    },
    async putWhole(name, chunks, write) {
      const folder = markers(name)
      if (!(await exists(folder))) await prepareUpload(name)
      try {
        await write(beside(name))
        await rename(beside(name), path(name))
      } catch (error) {
        await rm(beside(name), { force: true })
        throw error
      }
      await fsyncDir(mediaDir)
      for (const { index } of chunks) await mark(join(folder, String(index)))
      await fsyncDir(folder)
    },
    async writtenBytes(name) {
      return stat(beside(name)).then(
        ({ size }) => size,
        () => 0,
      )
    },
    async receivedChunks(name) {
      const files = await list(markers(name))
      return files
        .filter((file) => /^\d+$/.test(file))
        .map(Number)
        .sort((a, b) => a - b)
    },
    async finishUpload(name) {
      await rm(markers(name), { recursive: true, force: true })
      await fsyncDir(mediaDir)
    },
    async remove(name) {
      await rm(markers(name), { recursive: true, force: true })
      await rm(beside(name), { force: true })
      await rm(path(name), { force: true })
    },
    async list() {
      return [...new Set([...(await list(mediaDir)), ...(await list(uploadsDir))])]
    },
  }
}

async function receiveFile(
  path: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    const size = await writeStream(file, body, 0, (bytes, before) => {
      if (before + bytes.length > maxBytes) throw tooLarge(maxBytes)
      hash.update(bytes)
    })
    await file.datasync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

async function placeChunk(
  path: string,
  marker: string,
  chunk: Chunk,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (!(await exists(marker))) {
    await writeChunk(path, chunk.offset, chunk, body)
  } else {
    const side = `${marker}.again`
    try {
      await writeChunk(side, 0, chunk, body)
      await unlink(marker)
      await writeChunk(path, chunk.offset, chunk, await readChunks(side))
    } finally {
      await rm(side, { force: true })
    }
  }
  await mark(marker)
}

/** Says that a chunk is there. */
async function mark(marker: string): Promise<void> {
  await (await open(marker, 'w', 0o600)).close()
}

async function writeChunk(
  path: string,
  offset: number,
  chunk: Chunk,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const written = await writeStream(file, body, offset, (bytes, before) => {
      if (before + bytes.length > chunk.size) throw wrongSize(chunk)
    })
    if (written !== chunk.size) throw wrongSize(chunk)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function readChunks(path: string): Promise<AsyncIterable<Uint8Array>> {
  return (await open(path)).createReadStream()
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function list(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'media_too_large',
    `The file is larger than ${counted(maxBytes, 'byte')}. Send it as a chunked upload or send a smaller file.`,
    { max_bytes: maxBytes },
  )
}

function wrongSize(chunk: Chunk): ApiError {
  return new ApiError(
    'invalid_request',
    `Chunk ${chunk.index} must have exactly ${counted(chunk.size, 'byte')}. Send it again, whole.`,
    { params: { body: `must have ${counted(chunk.size, 'byte')}` } },
  )
}
