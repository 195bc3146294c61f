// What the daemon counts for Prometheus. What the store knows is read when it is asked for;
// only what leaves no trace there (requests, ended work) is counted as it happens.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { Status } from '../src/api/schemas.ts'
import { isFinal } from './rules/state.ts'
import type { Service } from './service/parts.ts'

export interface Metrics {
  /** Counts one answer. @param route as it was registered, so that there are few */
  request(method: string, route: string, status: number, seconds: number): void
  contentType: string
  /** All figures in Prometheus' text format. */
  render(): Promise<string>
}

type Count = () => number
type Series = { count: Counter.Internal; seconds: Histogram.Internal<'method' | 'route'> }

/** Held requests last up to a minute. */
const DURATION_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30, 60]

export function createMetrics(service: Service): Metrics {
  const registry = new Registry()
  countState(registry, service)
  countWork(registry, service)
  countProcess(registry)
  return {
    request: countRequests(registry),
    contentType: registry.contentType,
    render: () => registry.metrics(),
  }
}

function countRequests(registry: Registry): Metrics['request'] {
  const registers = [registry]
  const requests = new Counter({
    ...{ name: 'scribe_http_requests_total', help: 'Requests by route and status.', registers },
    labelNames: ['method', 'route', 'status'],
  })
  const durations = new Histogram({
    ...{ name: 'scribe_http_request_duration_seconds', help: 'Time to answer.', registers },
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
  })
  const known = new Map<string, Series>()
  return (method, route, status, seconds) => {
    const key = `${method} ${route} ${status}`
    const series = known.get(key) ?? {
      count: requests.labels(method, route, String(status)),
      seconds: durations.labels(method, route),
    }
    known.set(key, series)
    series.count.inc()
    series.seconds.observe(seconds)
  }
}

/** What the store and the queue hold right now. */
function countState(registry: Registry, { store, runner, deliverer }: Service): void {
  new Gauge({
    name: 'scribe_transcriptions',
    help: 'Transcriptions that are kept, by status.',
    registers: [registry],
    labelNames: ['status'],
    collect() {
      const teams = store.find('teams', 'all', 'all')
      for (const status of Status.enum) {
        const counts = teams.map(({ id }) =>
          store.count('transcriptions', 'list_status', `${id} ${status}`),
        )
        this.set({ status }, sum(counts))
      }
    },
  })
  const gauge = (name: string, help: string, count: Count) => addGauge(registry, name, help, count)
  gauge('scribe_jobs_active', 'Jobs being worked on.', () => runner.counts().active)
  gauge('scribe_jobs_queued', 'Jobs waiting for a worker.', () => runner.counts().queued)
  gauge('scribe_webhook_deliveries_pending', 'Deliveries to be attempted.', () =>
    deliverer.pending(),
  )
}

/** Work that came to its end while this daemon ran. */
function countWork(registry: Registry, { store, changes }: Service): void {
  const registers = [registry]
  const ended = new Counter({
    ...{ name: 'scribe_jobs_ended_total', help: 'Jobs that were begun and ended.', registers },
    labelNames: ['status'],
  })
  const seconds = new Counter({
    name: 'scribe_transcribed_seconds_total',
    help: 'Seconds of media that were transcribed.',
    registers,
  })
  const begun = new Set<string>()
  changes.onPublish((id) => {
    const job = store.get('transcriptions', id)
    if (job === undefined) return
    if (!isFinal(job.status)) {
      begun.add(id)
    } else if (begun.delete(id)) {
      ended.inc({ status: job.status })
      const heard = job.status === 'completed' && job.transcript_source === 'speech_to_text'
      if (heard && !job.cached) seconds.inc(job.media?.duration_seconds ?? 0)
    }
  })
}

function countProcess(registry: Registry): void {
  const gauge = (name: string, help: string, count: Count) => addGauge(registry, name, help, count)
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())
  gauge('process_start_time_seconds', 'Unix time of the start.', () => startedAt)
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds_total', 'CPU time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

function addGauge(registry: Registry, name: string, help: string, count: Count): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(count())
    },
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
