// POST /transcriptions: tells the three body forms apart and hands each to its service function.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { CreateQuery, CreateUpload, CreateUrl } from '../../src/api/schemas.ts'
import type { CreateQuery as CreateQueryType } from '../../src/api/types.ts'
import { callerOf } from '../hooks/auth.ts'
import { isFinal } from '../rules/state.ts'
import {
  type Creation,
  createFromFile,
  dropFile,
  presentCreation,
  reserveUpload,
} from '../service/create.ts'
import { createFromUrl } from '../service/create-url.ts'
import type { Service } from '../service/parts.ts'
import { waitForEnd } from '../service/transcriptions.ts'
import { idempotencyKey, matching, whileConnected } from './input.ts'
import { receiveForm } from './multipart.ts'

type CreateRequest = FastifyRequest<{ Querystring: CreateQueryType }>

export function registerCreate(app: FastifyInstance, service: Service): void {
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
}

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
  request: CreateRequest,
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
