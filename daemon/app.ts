// Builds the HTTP server from its parts; never listens.
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { DaemonStatus } from '../src/api/local.ts'
import { registerAuth } from './hooks/auth.ts'
import { registerErrors, registerNotFound } from './hooks/errors.ts'
import { watchRequests } from './hooks/watch-requests.ts'
import { createMetrics } from './metrics.ts'
import type { Route } from './openapi/document.ts'
import { registerAccount } from './routes/account.ts'
import { registerAdmin } from './routes/admin.ts'
import { registerCreate } from './routes/create.ts'
import { registerDashboard } from './routes/dashboard.ts'
import { collectRoutes, registerDocs } from './routes/docs.ts'
import { registerHandOver } from './routes/hand-over.ts'
import { registerMetrics, registerProgress, registerStatus } from './routes/local.ts'
import { registerTranscriptions } from './routes/transcriptions.ts'
import { registerUploads } from './routes/uploads.ts'
import { createServer } from './server.ts'
import type { Service } from './service/parts.ts'
import { RateLimits } from './service/rate-limits.ts'

export interface AppOptions {
  service: Service
  status: () => DaemonStatus
  /** Folder of the static start page. */
  publicDir: string
  /** Folder of the API reference's page. */
  docsDir: string
}

export async function buildApp({
  service,
  status,
  publicDir,
  docsDir,
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer(service.log)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  const metrics = createMetrics(service)
  watchRequests(app, metrics)
  registerErrors(app)
  registerBodies(app)
  await app.register(cookie)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 2, fields: 20, fieldSize: 4096 },
  })
  await app.register(fastifyStatic, { root: publicDir, wildcard: false })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.decorateRequest('caller', null)
  const limits = new RateLimits(service.clock)
  await app.register(async (own) => {
    // Not counted: a team's limit must not keep its machine from stopping or raising it.
    registerAuth(own, service)
    registerStatus(own, status)
    registerMetrics(own, metrics)
    registerAdmin(own, service)
    // Asked a few times a second while somebody looks on.
    await own.register(async (v1) => registerProgress(v1, service), { prefix: '/v1' })
    await own.register(async (v1) => registerHandOver(v1, service), { prefix: '/v1' })
  })
  await app.register(async (pages) => {
    registerAuth(pages, service, limits)
    registerDashboard(pages, service)
  })
  let routes: Route[] = []
  await app.register(
    async (v1) => {
      routes = collectRoutes(v1)
      registerAuth(v1, service, limits)
      registerNotFound(v1)
      registerCreate(v1, service)
      registerTranscriptions(v1, service)
      registerUploads(v1, service, limits)
      registerAccount(v1, service)
    },
    { prefix: '/v1' },
  )
  await registerDocs(app, { routes, prefix: '/v1', docsDir })
  return app
}

/** JSON may be empty where a route needs no body. */
function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}
