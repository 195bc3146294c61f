// /dashboard: what a signed-in user does in the browser, for the own team only. Signing in trades
// an API key for a session cookie that scripts cannot read and other sites cannot use.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { SCOPES } from '../../src/api/scopes.ts'
import { callerOf, requireSameOrigin, SESSION_COOKIE } from '../hooks/auth.ts'
import { authenticate } from '../service/access.ts'
import { createCredential, listCredentials, revokeCredential } from '../service/credentials.ts'
import { listDeliveries, retryDelivery } from '../service/deliveries.ts'
import type { Service } from '../service/parts.ts'
import { rotateSigningSecret, signingSecret } from '../service/secrets.ts'
import { buyTopup } from '../service/topups.ts'

const SESSION_SECONDS = 12 * 60 * 60

const closed = { additionalProperties: false }
const SessionBody = Type.Object({ api_key: Type.String({ minLength: 1, maxLength: 200 }) }, closed)
const KeyBody = Type.Object({ name: Type.Optional(Type.String({ maxLength: 200 })) }, closed)
const TopupBody = Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, closed)

export function registerDashboard(app: FastifyInstance, service: Service): void {
  registerSession(app, service)
  registerKeys(app, service)
  const config = { scope: 'transcriptions:write' } as const

  app.get('/dashboard/secret', { config }, (request) => ({
    signing_secret: signingSecret(service, teamOf(request)),
  }))
  app.post('/dashboard/secret/rotate', { config }, async (request) => ({
    signing_secret: await rotateSigningSecret(service, teamOf(request)),
  }))
  app.get('/dashboard/deliveries', { config }, (request) =>
    listDeliveries(service, teamOf(request)),
  )
  app.post<{ Params: { id: string } }>('/dashboard/deliveries/:id/retry', { config }, (request) =>
    retryDelivery(service, teamOf(request), request.params.id),
  )
  app.post<{ Body: Static<typeof TopupBody> }>(
    '/dashboard/topups',
    { schema: { body: TopupBody }, config },
    async (request) => ({
      topup: await buyTopup(service, callerOf(request), request.body.minutes),
    }),
  )
}

function registerSession(app: FastifyInstance, service: Service): void {
  app.post<{ Body: Static<typeof SessionBody> }>(
    '/dashboard/session',
    { schema: { body: SessionBody }, config: { public: true } },
    async (request, reply) => {
      requireSameOrigin(request)
      const { team } = authenticate(service, request.body.api_key)
      const session = {
        kind: 'session',
        scopes: SCOPES,
        expiresInSeconds: SESSION_SECONDS,
      } as const
      const made = await createCredential(service, team.id, session)
      reply.setCookie(SESSION_COOKIE, made.secret, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: request.protocol === 'https',
        maxAge: SESSION_SECONDS,
      })
      return reply.code(201).send({ id: made.id, expires_in: SESSION_SECONDS })
    },
  )

  app.delete<{ Params: { id: string } }>('/dashboard/session/:id', async (request, reply) => {
    await revokeCredential(service, request.params.id, 'session', teamOf(request))
    return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send()
  })
}

function registerKeys(app: FastifyInstance, service: Service): void {
  const config = { scope: 'transcriptions:write' } as const

  app.get('/dashboard/keys', { config }, (request) => listCredentials(service, teamOf(request)))

  app.post<{ Body: Static<typeof KeyBody> }>(
    '/dashboard/keys',
    { schema: { body: KeyBody }, config },
    async (request, reply) => {
      const { name } = request.body
      const named = name === undefined ? {} : { name }
      const key = { kind: 'key', scopes: SCOPES, ...named } as const
      const made = await createCredential(service, teamOf(request), key)
      return reply.code(201).send({ id: made.id, key: made.secret })
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/dashboard/keys/:id',
    { config },
    async (request, reply) => {
      await revokeCredential(service, request.params.id, 'key', teamOf(request))
      return reply.code(204).send()
    },
  )
}

function teamOf(request: FastifyRequest): string {
  return callerOf(request).team.id
}
