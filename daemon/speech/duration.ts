// How long the media is, before it is decoded. The header is believed when its format carries a
// length and the file is big enough for it; otherwise the packets are counted, which reads the
// file but decodes nothing (an hour of MP3: 0.2 s). Where both agree the header's figure stands:
// it knows the encoder's padding. What is over the limit is refused here.
import { JobError } from '../../src/api/errors.ts'
import { MEDIA_MAX_SECONDS } from '../../src/api/limits.ts'
import { type MediaFile, openMediaFile } from './media-file.ts'
import { createTimeline, SAMPLE_RATE } from './timeline.ts'

/** Formats without a length in their header, or (Ogg) with several, one after the other. */
const COUNTED = new Set(['aac', 'ac3', 'amr', 'amrnb', 'amrwb', 'eac3', 'loas', 'mp3', 'ogg'])
/** Less than this and a header's length cannot be true; the thriftiest speech codecs need 600. */
const MIN_BITS_PER_SECOND = 200
/** A file of exactly the limit may be a little longer through its encoder's padding. */
const SLACK_SECONDS = 1
const AGREEMENT_SECONDS = 0.15

/**
 * Duration of the media in seconds, leading silence and gaps included.
 *
 * @param alive called now and then while counting; throws to stop
 * @throws JobError media_too_long, unsupported_media
 */
export function mediaSeconds(path: string, media: MediaFile, alive: () => void): number {
  const seconds = measuredSeconds(path, media, alive)
  refuseTooLong(seconds)
  return seconds
}

/** As mediaSeconds, but however long the media is. */
export function measuredSeconds(path: string, media: MediaFile, alive: () => void): number {
  return believable(media) ?? confirmed(media, countPackets(path, alive))
}

/** @throws JobError media_too_long when the media is longer than the limit */
export function refuseTooLong(seconds: number): void {
  if (seconds <= MEDIA_MAX_SECONDS + SLACK_SECONDS) return
  const minutes = Math.round(seconds / 60)
  throw new JobError(
    'media_too_long',
    `The media is at least ${Math.floor(minutes / 60)} h ${minutes % 60} min long and the limit is ${MEDIA_MAX_SECONDS / 3600} hours; split it into shorter parts.`,
  )
}

function believable(media: MediaFile): number | null {
  const seconds = media.headerSeconds
  if (seconds === null || seconds <= 0 || COUNTED.has(media.format)) return null
  if (media.resettable && seconds > MEDIA_MAX_SECONDS) return null
  return (media.sizeBytes * 8) / seconds < MIN_BITS_PER_SECOND ? null : seconds
}

function confirmed(media: MediaFile, counted: number): number {
  const header = media.headerSeconds
  return header !== null && Math.abs(header - counted) <= AGREEMENT_SECONDS ? header : counted
}

function countPackets(path: string, alive: () => void): number {
  const media = openMediaFile(path)
  try {
    const timeline = createTimeline(media.originSeconds, media.resettable)
    for (const packet of media.packets()) {
      const seconds = media.seconds(packet.duration) ?? 0
      timeline.place(media.seconds(packet.pts), Math.round(seconds * SAMPLE_RATE))
      alive()
    }
    return timeline.position / SAMPLE_RATE
  } finally {
    media.close()
  }
}
