// Puts the caller on every request of the API. Routes name the scope they need in their config;
// a chunk PUT names none, because its upload token is its credential.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, requireScope, type Scope } from '../service/access.ts'
import type { Caller, Parts } from '../service/parts.ts'

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

export function registerAuth(app: FastifyInstance, parts: Parts): void {
  app.addHook('onRequest', async (request) => {
    const { scope, public: open } = request.routeOptions.config
    if (open) return
    request.caller = authenticate(parts, request.headers.authorization)
    if (scope) requireScope(request.caller, scope)
  })
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no caller`)
  return request.caller
}
