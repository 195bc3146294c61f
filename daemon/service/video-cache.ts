// Transcripts that exist already: the same video with the same options was transcribed before,
// by whichever team. Only its content is taken over; whose it was stays unknown to the new owner.
import type { Options } from '../../src/api/types.ts'
import type { TranscriptionRecord } from '../records.ts'
import { videoKey } from '../rules/video-key.ts'
import type { Outcome } from './outcome.ts'
import type { Parts } from './parts.ts'

/** The newest transcript of this video and these options; null when there is none. */
export async function findCached(
  { store, transcripts }: Pick<Parts, 'store' | 'transcripts'>,
  { source, options }: { source: TranscriptionRecord['source']; options: Options },
): Promise<Outcome | null> {
  const key = videoKey(source, options)
  const [earlier] = key === null ? [] : store.find('transcriptions', 'video', key, { limit: 1 })
  const duration_seconds = earlier?.media?.duration_seconds ?? null
  if (!earlier?.media || duration_seconds === null) return null
  try {
    const transcript = await transcripts.read(earlier.id)
    const { media, transcript_source, caption_kind, language } = earlier
    return {
      ...{ transcript, media, duration_seconds },
      ...{ transcript_source, caption_kind, language, cached: true },
    }
  } catch (error) {
    // It was deleted while it was being read.
    if (store.get('transcriptions', earlier.id)?.deleted_at !== null) return null
    throw error
  }
}
