// Uploads that nobody went on with: long after their token expired they are canceled, so that
// they neither count as active for ever nor keep their bytes on disk. What is due stands in the
// rows; a timer only looks now and then.
import { ABANDONED_AFTER_SECONDS } from '../config.ts'
import { endWithoutTranscript, mediaName } from './lifecycle.ts'
import type { Parts } from './parts.ts'

const LOOK_EVERY_MS = 60 * 60 * 1000

type Needs = Pick<Parts, 'store' | 'media' | 'clock' | 'changes' | 'log'>

/** Looks at once and then every hour. @returns stops it */
export function watchAbandoned(parts: Needs): () => void {
  const look = () => {
    cancelAbandoned(parts).catch((error) => parts.log.error({ err: error }, 'uploads not swept'))
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Cancels the uploads whose token expired long ago. @returns their ids */
export async function cancelAbandoned({
  store,
  media,
  clock,
  changes,
  log,
}: Needs): Promise<string[]> {
  const now = clock.now()
  const due = store.find('transcriptions', 'awaiting', 'all').filter(({ id }) => {
    const expired = Date.parse(store.get('uploads', id)?.expires_at ?? '')
    return now >= expired + ABANDONED_AFTER_SECONDS * 1000
  })
  const ids: string[] = []
  for (const { id } of due) {
    const at = new Date(now).toISOString()
    const job = await store.tx((tx) => endWithoutTranscript(tx, id, { event: 'cancel' }, at))
    const name = job && mediaName(job)
    if (!name) continue
    await media.remove(name)
    changes.publish(id)
    log.info({ transcription: id }, 'abandoned upload canceled')
    ids.push(id)
  }
  return ids
}
