// At start: removes files that belong to no record, left by a crash between a file and its commit.

import { isFinal } from '../rules/state.ts'
import type { Parts } from './parts.ts'

/** Media are kept for jobs that have not ended, transcripts for completed ones. */
export async function sweepOrphans({ store, media, transcripts, log }: Parts): Promise<void> {
  for (const name of await media.list()) {
    const job = store.get('transcriptions', name.split('.')[0] ?? '')
    if (job !== undefined && !isFinal(job.status)) continue
    log.info({ name }, 'orphaned media removed')
    await media.remove(name)
  }
  for (const id of await transcripts.list()) {
    const job = store.get('transcriptions', id)
    if (job?.status === 'completed' && job.deleted_at === null) continue
    log.info({ transcription: id }, 'orphaned transcript removed')
    await transcripts.remove(id)
  }
}
