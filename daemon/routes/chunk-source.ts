// Where the bytes of a chunk come from: the body of its request, or a file of this machine that
// the request names (see src/api/local-file.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { LOCAL_FILE_HEADER, type LocalFile, parseLocalFile } from '../../src/api/local-file.ts'
import type { Chunk } from '../../src/api/types.ts'
import { counted } from '../rules/counted.ts'
import type { ChunkSender } from '../service/chunk-turns.ts'
import type { Parts } from '../service/parts.ts'

export interface ChunkSource {
  body: AsyncIterable<Uint8Array>
  sender: ChunkSender
}

/** @throws ApiError invalid_request for what is known before a byte is read */
export function chunkSourceOf(
  parts: Pick<Parts, 'localFiles'>,
  request: FastifyRequest,
  reply: FastifyReply,
  chunk: Chunk,
): ChunkSource {
  const named = request.headers[LOCAL_FILE_HEADER]
  if (named === undefined) return fromRequest(request, chunk)
  if (!parts.localFiles.mayName(request.socket)) throw notFromHere()
  const file = parseLocalFile(String(named))
  if (file === null) throw notAFile()
  return fromFile(parts, file, reply, chunk)
}

function fromRequest({ raw, headers }: FastifyRequest, chunk: Chunk): ChunkSource {
  refuseByLength(chunk, headers['content-length'])
  return {
    // A body that is refused half read must not take the connection with it, or the answer is lost.
    body: raw.iterator({ destroyOnReturn: false }),
    sender: {
      receivedBytes: () => raw.socket.bytesRead,
      drop: (reason) => raw.destroy(reason),
    },
  }
}

/** Nobody copies for a client that has gone. */
function fromFile(
  { localFiles }: Pick<Parts, 'localFiles'>,
  file: LocalFile,
  reply: FastifyReply,
  chunk: Chunk,
): ChunkSource {
  const stop = new AbortController()
  reply.raw.once('close', () => stop.abort(brokeOff()))
  let readBytes = 0
  const body = async function* () {
    for await (const bytes of localFiles.read(file, chunk, stop.signal)) {
      readBytes += bytes.length
      yield bytes
    }
  }
  return {
    body: body(),
    sender: { receivedBytes: () => readBytes, drop: (reason) => stop.abort(reason) },
  }
}

/** A body that says itself that it has the wrong size is refused before a byte of it is read. */
function refuseByLength(chunk: Chunk, contentLength: string | undefined): void {
  if (contentLength === undefined || Number(contentLength) === chunk.size) return
  throw new ApiError(
    'invalid_request',
    `Chunk ${chunk.index} must have exactly ${counted(chunk.size, 'byte')}; this request has ${contentLength}.`,
    { params: { body: `must have ${counted(chunk.size, 'byte')}` } },
  )
}

function notFromHere(): ApiError {
  return new ApiError(
    'invalid_request',
    `${LOCAL_FILE_HEADER} is taken through the socket in the data folder only. Send the bytes.`,
  )
}

function notAFile(): ApiError {
  return new ApiError(
    'invalid_request',
    `${LOCAL_FILE_HEADER} takes a stamp and an absolute path. Send the bytes.`,
  )
}

function brokeOff(): ApiError {
  return new ApiError('invalid_request', 'The request broke off.', {}, { status: 400 })
}
