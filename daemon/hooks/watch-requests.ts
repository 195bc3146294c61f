// One log line and one observation for every answer. Headers and bodies are never logged, so no
// credential, upload token or Idempotency-Key can get into a log.
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, routeOptions } = request
    const { statusCode: status, elapsedTime } = reply
    metrics.request(method, routeOptions.url ?? 'none', status, elapsedTime / 1000)
    const query = url.indexOf('?')
    const path = query === -1 ? url : url.slice(0, query)
    request.log.info({ method, path, status, ms: Math.round(elapsedTime * 10) / 10 }, 'answered')
    done()
  })
}
