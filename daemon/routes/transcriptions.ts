// /transcriptions: what there is and what it holds. Making one is in create.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { GetQuery, ListQuery } from '../../src/api/schemas.ts'
import type { GetQuery as GetQueryType, ListQuery as ListQueryType } from '../../src/api/types.ts'
import { callerOf } from '../hooks/auth.ts'
import type { TranscriptionRecord } from '../records.ts'
import { isFinal } from '../rules/state.ts'
import { AnswerCache } from '../service/answer-cache.ts'
import { listTranscriptions } from '../service/list.ts'
import type { Service } from '../service/parts.ts'
import { present } from '../service/present.ts'
import {
  deleteTranscription,
  getTranscription,
  hasTranscript,
  readTranscript,
  render,
  transcriptionJson,
} from '../service/transcriptions.ts'
import { whileConnected } from './input.ts'

/** Room for answers that are asked for again and again, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

type Id = { Params: { id: string } }
type GetOne = Id & { Querystring: GetQueryType }

export function registerTranscriptions(app: FastifyInstance, service: Service): void {
  const answers = new AnswerCache(CACHE_BYTES)

  app.get<{ Querystring: ListQueryType }>(
    '/transcriptions',
    { schema: { querystring: ListQuery }, config: { scope: 'transcriptions:read' } },
    (request) => listTranscriptions(service, callerOf(request), request.query),
  )

  app.get<GetOne>(
    '/transcriptions/:id',
    { schema: { querystring: GetQuery }, config: { scope: 'transcriptions:read' } },
    async (request, reply) => {
      const job = await found(service, request, reply)
      const { format = 'json', include, timestamps } = request.query
      if (format !== 'json') return answerRendered(service, job, format, timestamps, reply)
      const withWords = include === 'words'
      const json = await (withWords
        ? transcriptionJson(service, job, true)
        : plainJson(service, job, answers))
      return reply.type(JSON_TYPE).send(json)
    },
  )

  app.delete<Id>(
    '/transcriptions/:id',
    { config: { scope: 'transcriptions:write' } },
    async (request, reply) => {
      await deleteTranscription(service, callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

function found(
  service: Service,
  request: FastifyRequest<GetOne>,
  reply: FastifyReply,
): Promise<TranscriptionRecord> {
  const { wait, include_deleted } = request.query
  const options = { waitSeconds: Number(wait ?? 0), includeDeleted: include_deleted === 'true' }
  const connected = () => whileConnected(reply)
  return getTranscription(service, callerOf(request), request.params.id, options, connected)
}

async function plainJson(
  service: Service,
  job: TranscriptionRecord,
  answers: AnswerCache,
): Promise<string> {
  const kept = answers.get(job)
  if (kept !== undefined) return kept
  const json = await transcriptionJson(service, job, false)
  answers.set(job, json)
  return json
}

/** As a document; as JSON when there is none, 202 as long as there may be one yet. */
async function answerRendered(
  service: Service,
  job: TranscriptionRecord,
  format: 'text' | 'srt' | 'vtt',
  timestamps: GetQueryType['timestamps'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (job.deleted_at !== null) throw new ApiError('not_found', 'The transcript was deleted.')
  if (!hasTranscript(job)) return reply.code(isFinal(job.status) ? 200 : 202).send(present(job))
  const transcript = await readTranscript(service, job)
  const { contentType, body } = render(transcript, format, timestamps === 'true')
  return reply.type(contentType).send(body)
}
