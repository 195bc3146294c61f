// /admin: the daemon's administration, for whoever holds the local key (scope admin). The command
// line's `scribe daemon team|key|token|secret|deliveries` speaks to these.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { ApiError } from '../../src/api/errors.ts'
import { SCOPES } from '../../src/api/scopes.ts'
import { callerOf } from '../hooks/auth.ts'
import { createCredential, listCredentials, revokeCredential } from '../service/credentials.ts'
import { listDeliveries, retryDelivery } from '../service/deliveries.ts'
import type { Service } from '../service/parts.ts'
import { rotateSigningSecret, signingSecret } from '../service/secrets.ts'
import { createTeam, listTeams, updateTeam } from '../service/teams.ts'

const closed = { additionalProperties: false }
const Count = Type.Integer({ minimum: 0 })
/** About a century: a date must come of it. */
const EXPIRES_MAX_SECONDS = 3_000_000_000

const TeamBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
    verified: Type.Optional(Type.Boolean()),
    plan: Type.Optional(Type.Boolean()),
    minutes: Type.Optional(Count),
    topup_minutes: Type.Optional(Count),
    requests_per_minute: Type.Optional(Type.Integer({ minimum: 1 })),
    max_active_jobs: Type.Optional(Count),
    max_file_bytes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
)

const KeyBody = Type.Object(
  { team_id: Type.Optional(Type.String()), name: Type.Optional(Type.String({ maxLength: 200 })) },
  closed,
)

const TokenBody = Type.Object(
  {
    team_id: Type.Optional(Type.String()),
    scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1, uniqueItems: true }),
    expires_in: Type.Optional(Type.Integer({ minimum: 1, maximum: EXPIRES_MAX_SECONDS })),
  },
  closed,
)

const DeliveryQuery = Type.Object({ transcription_id: Type.Optional(Type.String()) }, closed)
const TeamQuery = Type.Object({ team_id: Type.Optional(Type.String()) }, closed)

type Id = { Params: { id: string } }
const config = { scope: 'admin' } as const

export function registerAdmin(app: FastifyInstance, service: Service): void {
  registerTeams(app, service)
  registerCredentials(app, service)
  registerSecrets(app, service)
  registerDeliveries(app, service)
}

function registerTeams(app: FastifyInstance, service: Service): void {
  app.get('/admin/teams', { config }, () => listOf(listTeams(service)))

  app.post<{ Body: Static<typeof TeamBody> }>(
    '/admin/teams',
    { schema: { body: TeamBody }, config },
    async (request, reply) => {
      const { team_id, user_id } = await createTeam(service, request.body)
      return reply.code(201).send({ team_id, user_id })
    },
  )

  app.patch<Id & { Body: Static<typeof TeamBody> }>(
    '/admin/teams/:id',
    { schema: { body: TeamBody }, config },
    (request) => updateTeam(service, request.params.id, request.body),
  )
}

function registerCredentials(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Static<typeof TeamQuery> }>(
    '/admin/keys',
    { schema: { querystring: TeamQuery }, config },
    (request) => listOf(listCredentials(service, request.query.team_id)),
  )

  app.post<{ Body: Static<typeof KeyBody> }>(
    '/admin/keys',
    { schema: { body: KeyBody }, config },
    async (request, reply) => {
      const { team_id = callerOf(request).team.id, name } = request.body
      const named = name === undefined ? {} : { name }
      const made = await createCredential(service, team_id, {
        kind: 'key',
        scopes: SCOPES,
        ...named,
      })
      return reply.code(201).send({ id: made.id, key: made.secret })
    },
  )

  app.post<{ Body: Static<typeof TokenBody> }>(
    '/admin/tokens',
    { schema: { body: TokenBody }, config },
    async (request, reply) => {
      const { team_id = callerOf(request).team.id, scopes, expires_in } = request.body
      const expiring = expires_in === undefined ? {} : { expiresInSeconds: expires_in }
      const made = await createCredential(service, team_id, { kind: 'token', scopes, ...expiring })
      return reply.code(201).send({ id: made.id, token: made.secret })
    },
  )

  for (const kind of ['key', 'token'] as const) {
    app.delete<Id>(`/admin/${kind}s/:id`, { config }, async (request, reply) => {
      refuseOwnKey(request)
      await revokeCredential(service, request.params.id, kind)
      return reply.code(204).send()
    })
  }
}

function registerSecrets(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Static<typeof TeamQuery> }>(
    '/admin/secret',
    { schema: { querystring: TeamQuery }, config },
    (request) => {
      const teamId = request.query.team_id ?? callerOf(request).team.id
      return { signing_secret: signingSecret(service, teamId) }
    },
  )

  app.post<{ Querystring: Static<typeof TeamQuery> }>(
    '/admin/secret/rotate',
    { schema: { querystring: TeamQuery }, config },
    async (request) => {
      const teamId = request.query.team_id ?? callerOf(request).team.id
      return { signing_secret: await rotateSigningSecret(service, teamId) }
    },
  )
}

function registerDeliveries(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Static<typeof DeliveryQuery> }>(
    '/admin/deliveries',
    { schema: { querystring: DeliveryQuery }, config },
    ({ query: { transcription_id: transcriptionId } }) =>
      listOf(
        listDeliveries(service, null, transcriptionId === undefined ? {} : { transcriptionId }),
      ),
  )

  app.post<Id>('/admin/deliveries/:id/retry', { config }, (request) =>
    retryDelivery(service, null, request.params.id),
  )
}

function listOf<T>(data: T[]): { object: 'list'; data: T[] } {
  return { object: 'list', data }
}

/** Without its key this machine's own commands could not even stop the daemon. */
function refuseOwnKey(request: FastifyRequest<Id>): void {
  if (request.params.id !== callerOf(request).credential_id) return
  throw new ApiError(
    'invalid_state',
    "This is the key of this machine's own commands. To replace it, stop the daemon, delete the " +
      'file api-key in its data folder, start it again, and revoke this one then.',
  )
}
