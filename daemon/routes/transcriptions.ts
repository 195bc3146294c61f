// /transcriptions: each route is its schema and one call into service/.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { CreateQuery, CreateUpload, CreateUrl, GetQuery, ListQuery } from '../../src/api/schemas.ts'
import type {
  CreateQuery as CreateQueryType,
  GetQuery as GetQueryType,
  ListQuery as ListQueryType,
} from '../../src/api/types.ts'
import { callerOf } from '../hooks/auth.ts'
import { isFinal } from '../rules/state.ts'
import { AnswerCache } from '../service/answer-cache.ts'
import {
  type Creation,
  createFromFile,
  dropFile,
  presentCreation,
  reserveUpload,
} from '../service/create.ts'
import { createFromUrl } from '../service/create-url.ts'
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
  waitForEnd,
} from '../service/transcriptions.ts'
import { idempotencyKey, matching, whileConnected } from './input.ts'
import { receiveForm } from './multipart.ts'

/** Room for answers that are asked for again and again, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

type Id = { Params: { id: string } }

export function registerTranscriptions(app: FastifyInstance, service: Service): void {
  const answers = new AnswerCache(CACHE_BYTES)
  app.post<{ Querystring: CreateQueryType }>(
    '/transcriptions',
    { schema: { querystring: CreateQuery }, config: { scope: 'transcriptions:write' } },
    async (request, reply) => {
      const creation = request.isMultipart()
        ? await createFromForm(service, request)
        : await createFromJson(service, request)
      return answerCreation(service, request, reply, creation)
    },
  )

  app.get<{ Querystring: ListQueryType }>(
    '/transcriptions',
    { schema: { querystring: ListQuery }, config: { scope: 'transcriptions:read' } },
    (request) => listTranscriptions(service, callerOf(request), request.query),
  )

  app.get<Id & { Querystring: GetQueryType }>(
    '/transcriptions/:id',
    { schema: { querystring: GetQuery }, config: { scope: 'transcriptions:read' } },
    async (request, reply) => {
      const { format = 'json', timestamps, include, wait, include_deleted } = request.query
      const options = {
        waitSeconds: Number(wait ?? 0),
        includeDeleted: include_deleted === 'true',
      }
      const connected = () => whileConnected(reply)
      const { id } = request.params
      const job = await getTranscription(service, callerOf(request), id, options, connected)
      if (format === 'json' && include === 'words') {
        const json = await transcriptionJson(service, job, true)
        return reply.type(JSON_TYPE).send(json)
      }
      if (format === 'json') {
        const json = answers.get(job) ?? (await transcriptionJson(service, job, false))
        answers.set(job, json)
        return reply.type(JSON_TYPE).send(json)
      }
      if (job.deleted_at !== null) throw new ApiError('not_found', 'The transcript was deleted.')
      if (!hasTranscript(job)) return reply.code(isFinal(job.status) ? 200 : 202).send(present(job))
      const transcript = await readTranscript(service, job)
      const { contentType, body } = render(transcript, format, timestamps === 'true')
      return reply.type(contentType).send(body)
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

type CreateRequest = FastifyRequest<{ Querystring: CreateQueryType }>

async function createFromJson(service: Service, request: CreateRequest): Promise<Creation> {
  const fields: { platform?: unknown; url?: unknown } =
    typeof request.body === 'object' ? { ...request.body } : {}
  if ('platform' in fields || 'url' in fields) return createFromPlatform(service, request, fields)
  refuseReuse(request)
  const { body } = request
  const upload = matching(request, CreateUpload, body)
  return reserveUpload(service, callerOf(request), upload, idempotencyKey(request))
}

/** Another platform is told before anything else about the request is looked at. */
function createFromPlatform(
  service: Service,
  request: CreateRequest,
  { platform }: { platform?: unknown },
): Promise<Creation> {
  if (typeof platform === 'string' && platform !== 'youtube') throw unsupported(platform)
  const body = matching(request, CreateUrl, request.body)
  return createFromUrl(service, callerOf(request), {
    body,
    reuseRecent: request.query.reuse_recent === 'true',
    idempotencyKey: idempotencyKey(request),
  })
}

async function createFromForm(service: Service, request: CreateRequest): Promise<Creation> {
  refuseReuse(request)
  const caller = callerOf(request)
  const key = idempotencyKey(request)
  const { file, ...asked } = await receiveForm(service, request)
  try {
    const creation = await createFromFile(service, caller, file, asked, key)
    if (!creation.created) await dropFile(service, file)
    return creation
  } catch (error) {
    await dropFile(service, file)
    throw error
  }
}

async function answerCreation(
  service: Service,
  request: FastifyRequest<{ Querystring: CreateQueryType }>,
  reply: FastifyReply,
  creation: Creation,
) {
  if (creation.upload !== null) {
    return reply.code(201).send(presentCreation(creation, baseUrl(request)))
  }
  const waitSeconds = Number(request.query.wait ?? 0)
  const job = await waitForEnd(service, creation.job, waitSeconds, whileConnected(reply))
  const answer = presentCreation({ ...creation, job }, baseUrl(request))
  return reply.code(isFinal(job.status) ? 200 : 202).send(answer)
}

/** Base address as this client sees it. */
function baseUrl(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}/v1`
}

function refuseReuse(request: CreateRequest): void {
  if (request.query.reuse_recent !== 'true') return
  throw new ApiError('invalid_request', 'reuse_recent is for video URLs, not for uploads.', {
    params: { reuse_recent: 'cannot be used with an upload' },
  })
}

function unsupported(platform: string): ApiError {
  return new ApiError(
    'unsupported_platform',
    `This server transcribes videos of youtube, not of ${platform.slice(0, 50)}. Download the media and upload the file.`,
    { supported_platforms: ['youtube'] },
  )
}
