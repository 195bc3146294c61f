// One log line and one observation for every answer. Headers and bodies are never logged, so no
// credential, upload token or Idempotency-Key can get into a log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'

export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000
    metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, seconds)
    logAnswer(request, reply)
    done()
  })
}

/**
 * The one line of a request, its query left out. Reading what is there is told at level debug
 * only: clients that poll would fill the log with it.
 */
export function logAnswer({ id, method, url, log }: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode
  const level = (method === 'GET' || method === 'HEAD') && status < 400 ? 'debug' : 'info'
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  const ms = Math.round(reply.elapsedTime * 10) / 10
  log[level]({ request_id: id, method, path, status, ms }, 'answered')
}
