// Fetching the video of one job: its description first, then captions if they serve, and else
// the audio for speech-to-text. What cannot succeed is refused before anything large is fetched.
import { JobError } from '../../src/api/errors.ts'
import { MEDIA_MAX_SECONDS } from '../../src/api/limits.ts'
import type { Options } from '../../src/api/types.ts'
import { FetchCrash } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { usableTracks } from '../rules/caption-track.ts'
import { captionSegments } from '../rules/captions.ts'
import type { CaptionTrack, VideoInfo } from '../rules/video-info.ts'
import { advance } from './lifecycle.ts'
import { measure, type Outcome, transcriptOf } from './outcome.ts'
import { commit, now, type Work } from './work.ts'

/**
 * Reads what the video is and, where the job's options ask for them, its captions; the record
 * follows (media, charge).
 *
 * @param isLastTry captions that cannot be fetched are then given up for the audio
 * @returns the finished outcome, or null when speech-to-text has to follow
 * @throws JobError, FetchCrash, and the signal's reason
 */
export async function readVideo(
  work: Work,
  job: TranscriptionRecord,
  isLastTry: boolean,
): Promise<Outcome | null> {
  const video = await describe(work, job)
  if (wantsCaptions(job.options)) {
    const outcome = await readCaptions(work, job, video, isLastTry)
    if (outcome !== null) return outcome
    if (job.options.source === 'captions') throw noCaptions(job.options.language)
  }
  refuseTooLong(video)
  return null
}

/**
 * Fetches the audio of a video that was read; the record follows (status).
 *
 * @returns path of the audio
 * @throws JobError, FetchCrash, and the signal's reason
 */
export async function fetchAudio(work: Work, job: TranscriptionRecord): Promise<string> {
  const path = await work.fetcher.audio(job.id, work.stop)
  await commit(work, (tx) => advance(tx, job.id, 'start'))
  work.changes.publish(job.id)
  return path
}

/** Asks what the video is, and charges it when its duration is known. */
async function describe(work: Work, job: TranscriptionRecord): Promise<VideoInfo> {
  const asked = sourceOf(job)
  const video = await work.fetcher.info(job.id, asked, work.stop)
  if (video.videoId !== asked.id) {
    throw new JobError('media_unavailable', 'The site offers another video in its place.')
  }
  if (video.isLive) {
    throw new JobError('live_stream', 'This is a live stream. Transcribe it after it has ended.')
  }
  const { media } = video
  const { duration_seconds } = media
  await commit(work, (tx) => {
    if (duration_seconds !== null) {
      return measure(tx, job.id, { duration_seconds, media }, now(work))
    }
    const current = tx.get('transcriptions', job.id)
    if (current?.status === 'fetching') tx.put('transcriptions', { ...current, media })
  })
  work.changes.publish(job.id)
  return video
}

/** Telling speakers apart needs to hear them. */
function wantsCaptions({ source, diarize }: Options): boolean {
  return source === 'captions' || (source === 'auto' && !diarize)
}

/** The first track with text in it; null when there is none. */
async function readCaptions(
  work: Work,
  job: TranscriptionRecord,
  video: VideoInfo,
  isLastTry: boolean,
): Promise<Outcome | null> {
  for (const track of usableTracks(video, job.options.language)) {
    try {
      const document = await work.fetcher.captions(job.id, track, work.stop)
      const segments = captionSegments(document, track)
      if (segments.length > 0) return captionOutcome(video, track, segments)
    } catch (error) {
      const speechServes = isLastTry && job.options.source === 'auto'
      if (!(error instanceof FetchCrash) || !speechServes) throw error
      work.log.warn({ err: error, transcription: job.id }, 'captions given up')
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

function sourceOf({ id, source }: TranscriptionRecord): { id: string; url: string } {
  if (source.platform === 'youtube' && source.url !== null && source.media_id !== null) {
    return { id: source.media_id, url: source.url }
  }
  throw new Error(`${id} has no video to fetch`)
}
