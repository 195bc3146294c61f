// The upload of a reserved file: chunks, progress, completion.
import type { FastifyInstance } from 'fastify'
import { callerOf, tellLimit } from '../hooks/auth.ts'
import type { Service } from '../service/parts.ts'
import type { RateLimits } from '../service/rate-limits.ts'
import { openUpload, plannedChunk } from '../service/upload-token.ts'
import { completeUpload, putChunk, uploadProgress } from '../service/uploads.ts'
import { chunkSourceOf } from './chunk-source.ts'

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
      const token = request.headers['x-upload-token']
      const upload = openUpload(service, id, typeof token === 'string' ? token : undefined)
      // Told as in every answer, but a file of many chunks does not use the team's requests up.
      const team = service.store.get('teams', upload.team_id)
      if (team !== undefined) tellLimit(reply, limits.look(team))
      const chunk = plannedChunk(upload, index)
      const { body, sender } = chunkSourceOf(service, request, reply, chunk)
      return putChunk(service, id, chunk, body, sender)
    },
  )
}
