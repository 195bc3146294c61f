// The upload of a reserved file: chunks, progress, completion.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import type { Chunk } from '../../src/api/types.ts'
import { callerOf, tellLimit } from '../hooks/auth.ts'
import type { ChunkSender } from '../service/chunk-turns.ts'
import type { Service } from '../service/parts.ts'
import type { RateLimits } from '../service/rate-limits.ts'
import { openUpload, plannedChunk } from '../service/upload-token.ts'
import { completeUpload, putChunk, uploadProgress } from '../service/uploads.ts'
import { uploadTokenOf } from './input.ts'

type Id = { Params: { id: string } }

export function registerUploads(app: FastifyInstance, service: Service, limits: RateLimits): void {
  app.get<Id>(
    '/transcriptions/:id/upload',
    { config: { scope: 'transcriptions:read' } },
    (request) => uploadProgress(service, callerOf(request), request.params.id),
  )

  app.post<Id>(
    '/transcriptions/:id/upload/complete',
    { config: { scope: 'transcriptions:write' } },
    async (request, reply) => {
      const queued = await completeUpload(service, callerOf(request), request.params.id)
      return reply.code(202).send(queued)
    },
  )

  app.register(async (chunks) => registerChunks(chunks, service, limits))
}

/** Bytes are bytes whatever type they come with, or without one, as from `curl -T`. */
function registerChunks(app: FastifyInstance, service: Service, limits: RateLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.put<{ Params: { id: string; index: string } }>(
    '/transcriptions/:id/upload/chunks/:index',
    { config: { public: true } },
    async (request, reply) => {
      const { id, index } = request.params
      const upload = openUpload(service, id, uploadTokenOf(request))
      // Told as in every answer, but a file of many chunks does not use the team's requests up.
      const team = service.store.get('teams', upload.team_id)
      if (team !== undefined) tellLimit(reply, limits.look(team))
      const chunk = plannedChunk(upload, index)
      refuseByLength(chunk, request.headers['content-length'])
      // A body that is refused half read must not take the connection with it, or the answer is lost.
      const body = request.raw.iterator({ destroyOnReturn: false })
      return putChunk(service, id, chunk, body, senderOf(request.raw))
    },
  )
}

function senderOf(request: IncomingMessage): ChunkSender {
  return {
    receivedBytes: () => request.socket.bytesRead,
    drop: (reason) => request.destroy(reason),
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
