// What the daemon offers beyond the API: how far a transcription is, and its own state, for the
// command line and for monitoring.
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { DaemonStatus, ProgressReport } from '../../src/api/local.ts'
import { GetQuery, Status } from '../../src/api/schemas.ts'
import { callerOf } from '../hooks/auth.ts'
import type { Metrics } from '../metrics.ts'
import { isFinal } from '../rules/state.ts'
import type { Service } from '../service/parts.ts'
import { visible } from '../service/transcriptions.ts'
import { whileConnected } from './input.ts'

/** `status` and `processed_seconds` are what the client knows already. */
const ProgressQuery = Type.Object({
  ...Type.Pick(GetQuery, ['wait']).properties,
  status: Type.Optional(Status),
  processed_seconds: Type.Optional(Type.String()),
})

/**
 * With `wait` it is held until there is something that the client does not know, so that no change
 * is missed between two requests; at once when the transcription has ended.
 */
export function registerProgress(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { id: string }; Querystring: Static<typeof ProgressQuery> }>(
    '/transcriptions/:id/progress',
    { schema: { querystring: ProgressQuery }, config: { scope: 'transcriptions:read' } },
    async (request, reply): Promise<ProgressReport> => {
      const { id } = request.params
      const current = () => visible(service, callerOf(request), id, true)
      const report = (): ProgressReport => {
        const { status } = current()
        const progress = service.changes.progress(id)
        return { object: 'progress', status, ...progress, ...pullingFor(status, service.changes) }
      }
      const { wait = 0, ...known } = request.query
      const isNews = () => {
        const { status, processed_seconds, pulling } = report()
        const same = status === known.status && `${processed_seconds}` === known.processed_seconds
        return !same || pulling !== undefined || isFinal(status)
      }
      await service.changes.until(id, isNews, Number(wait), whileConnected(reply))
      return report()
    },
  )
}

/** What a transcription may be waiting for. */
function pullingFor(
  status: ProgressReport['status'],
  { pulling }: Service['changes'],
): Pick<ProgressReport, 'pulling'> {
  if (status !== 'transcribing' || pulling === null) return {}
  const { model, receivedBytes: received_bytes, totalBytes: total_bytes } = pulling
  return { pulling: { model, received_bytes, total_bytes } }
}

/** The daemon's own state, for whoever holds a key. */
export function registerStatus(app: FastifyInstance, status: () => DaemonStatus): void {
  app.get('/status', { config: { scope: 'transcriptions:read' } }, () => status())
}

/** For Prometheus, with the local key: the figures tell of all teams. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { config: { scope: 'admin' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.render()),
  )
}
