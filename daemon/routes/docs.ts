// What the API says about itself, open to everyone: /openapi.json for programs and /docs for
// people. The page and its viewer come from this server alone and may load nothing else.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { describeApi, type Route } from '../openapi/document.ts'

// Styles may be inline: the viewer sets them on its elements. Scripts may not.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Notes the routes that are registered from now on, for the description. */
export function collectRoutes(app: FastifyInstance): Route[] {
  const routes: Route[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  return routes
}

/**
 * @param prefix of the API, where the routes lie
 * @param docsDir folder of the page
 */
export async function registerDocs(
  app: FastifyInstance,
  { routes, prefix, docsDir }: { routes: readonly Route[]; prefix: string; docsDir: string },
): Promise<void> {
  const document = JSON.stringify(describeApi(routes, prefix))
  const send = (_request: unknown, reply: FastifyReply) =>
    reply.type('application/json; charset=utf-8').send(document)
  app.get(`${prefix}/openapi.json`, { config: { public: true } }, send)
  app.get(`${prefix}/docs`, (_request, reply) => reply.redirect(`${prefix}/docs/`))
  await app.register(fastifyStatic, {
    root: [docsDir, join(docsDir, 'viewer')],
    prefix: `${prefix}/docs/`,
    decorateReply: false,
    wildcard: false,
    setHeaders(reply) {
      reply.header('content-security-policy', PAGE_POLICY)
      reply.header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'no-referrer')
    },
  })
}
