// Puts the caller on every request of the API. Routes name the scope they need in their config;
// a chunk PUT names none, because its upload token is its credential. The login cookie of the
// dashboard works too, but only for requests that this server's own pages make.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import { authenticate, bearer, requireScope, type Scope } from '../service/access.ts'
import type { Caller, Parts } from '../service/parts.ts'
import type { RateLimits } from '../service/rate-limits.ts'

export const SESSION_COOKIE = 'scribe_session'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null only where the route's config says `public`. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    scope?: Scope
    public?: boolean
  }
}

/**
 * Authenticates, counts the request against the team's limit, then asks for the route's scope.
 *
 * @param limits absent where requests are not counted
 */
export function registerAuth(app: FastifyInstance, parts: Parts, limits?: RateLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { scope, public: open } = request.routeOptions.config
    if (open) return done()
    const caller = authenticate(parts, credentialOf(request))
    request.caller = caller
    if (limits) count(limits, caller, reply)
    if (scope) requireScope(caller, scope)
    done()
  })
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no caller`)
  return request.caller
}

/** Refuses what another site's page asks with this user's cookie. @throws ApiError forbidden_origin */
export function requireSameOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const own = site === undefined ? isOwn(origin, request.host) : site === 'same-origin'
  if (own) return
  throw new ApiError('forbidden_origin', 'Requests from other sites need a bearer credential.')
}

function credentialOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) return bearer(authorization)
  const session = request.cookies[SESSION_COOKIE]
  if (session !== undefined) requireSameOrigin(request)
  return session
}

function isOwn(origin: string | undefined, host: string): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** What every answer to an authenticated request carries. */
export function tellLimit(
  reply: FastifyReply,
  { limit, remaining }: { limit: number; remaining: number },
): void {
  reply.header('x-ratelimit-limit', limit).header('x-ratelimit-remaining', remaining)
}

function count(limits: RateLimits, { team }: Caller, reply: FastifyReply): void {
  const { limit, remaining, retryAfterSeconds } = limits.take(team)
  tellLimit(reply, { limit, remaining })
  if (retryAfterSeconds === null) return
  throw new ApiError(
    'rate_limited',
    `More than ${counted(limit, 'request')} in a minute. Wait ${retryAfterSeconds} s.`,
    {},
    { retryAfterSeconds },
  )
}
