// The store's indexes, one table: every question that the service asks more than once per record
// has its row here, so that no request scans a collection.
import type { CollectionName, Collections } from '../../records.ts'
import { videoKey } from '../../rules/video-key.ts'

export interface IndexDefinition<R> {
  /** The group that the record belongs to; null keeps it out of the index. */
  key(record: R): string | null
  /** The place in the group, never NaN; records of equal order are sorted by id. */
  order(record: R): number
}

type Status = Collections['transcriptions']['status']

/** The key of indexes that have one group only. */
const ALL = 'all'
const ACTIVE = new Set<Status>(['awaiting_upload', 'queued', 'fetching', 'transcribing'])
const UNFINISHED = new Set<Status>(['queued', 'fetching', 'transcribing'])
const COMPLETED = new Set<Status>(['completed'])
const REUSABLE = new Set<Status>([...UNFINISHED, ...COMPLETED])

const unordered = () => 0
const byTeam = { key: (record: { team_id: string }) => record.team_id, order: unordered }

function jobs(
  key: (job: Collections['transcriptions']) => string | null,
): IndexDefinition<Collections['transcriptions']> {
  return { key, order: (job) => job.sequence }
}

function deliveries(
  key: (delivery: Collections['deliveries']) => string | null,
): IndexDefinition<Collections['deliveries']> {
  return { key, order: (delivery) => delivery.sequence }
}

/** Of jobs of one video with the same options, those that may serve again. */
function videos(
  statuses: ReadonlySet<Status>,
  group: (job: Collections['transcriptions']) => string,
): IndexDefinition<Collections['transcriptions']> {
  return jobs((job) => {
    const key = videoKey(job.source, job.options)
    if (key === null || job.deleted_at !== null || !statuses.has(job.status)) return null
    return group(job) + key
  })
}

/**
 * One index for each combination of filters that a list may have, so that a page is a slice of
 * one: `list`, `list_status`, `list_platform`, `list_status_platform`, and the same with deleted
 * records under `all_…`. The key is the team and the filters' values, joined by spaces.
 */
const LISTS = Object.fromEntries(
  ['list', 'all'].flatMap((name) =>
    [[], ['status'], ['platform'], ['status', 'platform']].map((filters) => [
      [name, ...filters].join('_'),
      jobs((job) => {
        if (name === 'list' && job.deleted_at !== null) return null
        const values = { status: job.status, platform: job.source.platform }
        return [job.team_id, ...filters.map((f) => values[f as 'status' | 'platform'])].join(' ')
      }),
    ]),
  ),
)

export const INDEXES: {
  [C in CollectionName]: Record<string, IndexDefinition<Collections[C]>>
} = {
  teams: { all: { key: () => ALL, order: (team) => Date.parse(team.created_at) } },
  users: { by_team: byTeam },
  credentials: { by_hash: { key: (record) => record.hash, order: unordered }, by_team: byTeam },
  transcriptions: {
    by_team: jobs((job) => job.team_id),
    active: jobs((job) => (ACTIVE.has(job.status) ? job.team_id : null)),
    unfinished: jobs((job) => (UNFINISHED.has(job.status) ? ALL : null)),
    video: videos(COMPLETED, () => ''),
    team_video: videos(REUSABLE, (job) => `${job.team_id} `),
    awaiting: jobs((job) => (job.status === 'awaiting_upload' ? ALL : null)),
    ...LISTS,
  },
  uploads: {},
  idempotency: {},
  ledger: {},
  deliveries: {
    all: deliveries(() => ALL),
    by_team: deliveries((delivery) => delivery.team_id),
    by_transcription: deliveries((delivery) => delivery.transcription_id),
    pending: deliveries((delivery) => (delivery.status === 'pending' ? ALL : null)),
    ended: deliveries((delivery) => (delivery.status === 'pending' ? null : delivery.team_id)),
  },
}
