// When two jobs of a video have the same transcript: the same video and the same options.
import type { Options, Transcription } from '../../src/api/types.ts'

/** One text for each video and set of options; null for uploads. */
export function videoKey(source: Transcription['source'], options: Options): string | null {
  if (source.platform !== 'youtube' || source.media_id === null) return null
  const { source: mode, diarize, language } = options
  // The language comes last: it is the only part that a client words freely.
  return [source.media_id, mode, diarize, language].join(' ')
}
