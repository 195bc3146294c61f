// Fetching the video of one job: its description first, then captions if they serve, and else
// the audio for speech-to-text. What cannot succeed is refused before anything large is fetched.
import { JobError } from '../../src/api/errors.ts'
import { CHUNKED_MAX_BYTES, MEDIA_MAX_SECONDS } from '../../src/api/limits.ts'
import type { Options } from '../../src/api/types.ts'
import { FetchCrash } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { usableTracks } from '../rules/caption-track.ts'
import { captionSegments } from '../rules/captions.ts'
import type { CaptionTrack, VideoInfo } from '../rules/video-info.ts'
import { commitPatiently } from './commit.ts'
import { advance } from './lifecycle.ts'
import { measure, type Outcome, transcriptOf } from './outcome.ts'
import type { Parts } from './parts.ts'

export interface FetchSignals {
  /** Stops the fetching. */
  stop: AbortSignal
  /** Stops commits that wait for the disk. */
  closing: AbortSignal
}

/**
 * Fetches what the job's options ask for; the record follows (media, charge, status).
 *
 * @param isLastTry captions that cannot be fetched are then given up for the audio
 * @returns the finished outcome, or the path of the audio when speech-to-text has to follow
 * @throws JobError, FetchCrash, and the signal's reason
 */
export async function fetchVideo(
  parts: Parts,
  job: TranscriptionRecord,
  isLastTry: boolean,
  signals: FetchSignals,
): Promise<Outcome | string> {
  const video = await describe(parts, job, signals)
  if (wantsCaptions(job.options)) {
    const outcome = await readCaptions(parts, job, video, isLastTry, signals.stop)
    if (outcome !== null) return outcome
    if (job.options.source === 'captions') throw noCaptions(job.options.language)
  }
  refuseTooLong(video)
  const path = await parts.fetcher.audio(job.id, CHUNKED_MAX_BYTES, signals.stop)
  await commitPatiently(parts, signals.closing, (tx) => advance(tx, job.id, 'start'))
  parts.changes.publish(job.id)
  return path
}

/** Asks what the video is, and charges it when its duration is known. */
async function describe(
  parts: Parts,
  job: TranscriptionRecord,
  { stop, closing }: FetchSignals,
): Promise<VideoInfo> {
  const { url, media_id } = sourceOf(job)
  const video = await parts.fetcher.info(job.id, url, stop)
  if (video.videoId !== media_id) {
    throw new JobError('media_unavailable', 'The site offers another video in its place.')
  }
  if (video.isLive) {
    throw new JobError('live_stream', 'This is a live stream. Transcribe it after it has ended.')
  }
  const { media } = video
  const { duration_seconds } = media
  await commitPatiently(parts, closing, (tx) => {
    if (duration_seconds !== null) {
      return measure(tx, job.id, { duration_seconds, media }, now(parts))
    }
    const current = tx.get('transcriptions', job.id)
    if (current?.status === 'fetching') tx.put('transcriptions', { ...current, media })
  })
  parts.changes.publish(job.id)
  return video
}

/** Telling speakers apart needs to hear them. */
function wantsCaptions({ source, diarize }: Options): boolean {
  return source === 'captions' || (source === 'auto' && !diarize)
}

/** The first track with text in it; null when there is none. */
async function readCaptions(
  parts: Parts,
  job: TranscriptionRecord,
  video: VideoInfo,
  isLastTry: boolean,
  signal: AbortSignal,
): Promise<Outcome | null> {
  for (const track of usableTracks(video, job.options.language)) {
    try {
      const document = await parts.fetcher.captions(job.id, track, signal)
      const segments = captionSegments(document, track)
      if (segments.length > 0) return captionOutcome(video, track, segments)
    } catch (error) {
      const speechServes = isLastTry && job.options.source === 'auto'
      if (!(error instanceof FetchCrash) || !speechServes) throw error
      parts.log.warn({ err: error, transcription: job.id }, 'captions given up')
    }
  }
  return null
}

function captionOutcome(
  { media }: VideoInfo,
  track: CaptionTrack,
  segments: ReturnType<typeof captionSegments>,
): Outcome {
  return {
    transcript: transcriptOf(segments),
    duration_seconds: media.duration_seconds ?? segments.at(-1)?.end ?? 0,
    transcript_source: 'youtube_captions',
    caption_kind: track.kind,
    language: track.language,
    cached: false,
  }
}

function refuseTooLong({ media }: VideoInfo): void {
  if ((media.duration_seconds ?? 0) <= MEDIA_MAX_SECONDS) return
  throw new JobError(
    'media_too_long',
    `Speech-to-text takes media of up to ${MEDIA_MAX_SECONDS / 3600} hours.`,
  )
}

function noCaptions(language: string): JobError {
  const which = language === 'auto' ? '' : ` in the language ${language}`
  return new JobError(
    'no_captions',
    `The video has no usable captions${which}. Use source auto or stt for speech-to-text.`,
  )
}

function sourceOf({ id, source }: TranscriptionRecord): { url: string; media_id: string } {
  if (source.platform === 'youtube' && source.url !== null && source.media_id !== null) {
    return { url: source.url, media_id: source.media_id }
  }
  throw new Error(`${id} has no video to fetch`)
}

function now({ clock }: Parts): string {
  return new Date(clock.now()).toISOString()
}
