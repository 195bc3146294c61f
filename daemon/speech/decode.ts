// Decodes a media file to 16 kHz mono float samples as a stream: block after block, on the clock
// of the media (see timeline.ts), so that the n-th sample is at n / 16000 seconds. Damage costs
// only the packets it hit; a file of which nothing decodes is refused.
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLT,
} from 'node-av/constants'
import { Frame, type Packet, SoftwareResampleContext } from 'node-av/lib'
import { refuseTooLong } from './duration.ts'
import { type MediaFile, unsupported } from './media-file.ts'
import { createMixer } from './mix.ts'
import { createTimeline, SAMPLE_RATE, type Timeline } from './timeline.ts'

const MAX_SILENCE_BLOCK = 10 * SAMPLE_RATE

/**
 * The audio as blocks of any length; each is only valid until the next is asked for.
 *
 * @throws JobError unsupported_media when nothing decodes, media_too_long past the limit
 */
export function* decode(media: MediaFile): Generator<Float32Array> {
  const timeline = createTimeline(media.originSeconds, media.resettable)
  const resampler = createResampler()
  try {
    for (const frame of frames(media)) {
      const samples = resampler.convert(frame)
      yield* placed(samples, media.seconds(frame.bestEffortTimestamp), timeline)
      refuseTooLong(timeline.position / SAMPLE_RATE)
    }
    if (timeline.position === 0) throw nothingDecoded()
    yield* placed(resampler.rest(), null, timeline)
  } finally {
    resampler.free()
  }
}

function nothingDecoded() {
  return unsupported(
    'No audio in the file can be decoded; check that it plays, or convert it to MP3 or WAV.',
  )
}

function* placed(
  samples: Float32Array,
  startSeconds: number | null,
  timeline: Timeline,
): Generator<Float32Array> {
  const { silence, skip } = timeline.place(startSeconds, samples.length)
  for (let left = silence; left > 0; left -= MAX_SILENCE_BLOCK) {
    yield new Float32Array(Math.min(left, MAX_SILENCE_BLOCK))
  }
  if (skip < samples.length) yield samples.subarray(skip)
}

function* frames(media: MediaFile): Generator<Frame> {
  const frame = new Frame()
  frame.alloc()
  try {
    for (const packet of media.packets()) yield* decodePacket(media, packet, frame)
    yield* decodePacket(media, null, frame)
  } finally {
    frame.free()
  }
}

/** Sending may fail on a damaged packet: what the decoder still gives is taken, and on we go. */
function* decodePacket(media: MediaFile, packet: Packet | null, frame: Frame): Generator<Frame> {
  media.decoder.sendPacketSync(packet)
  while (media.decoder.receiveFrameSync(frame) >= 0) {
    if (frame.nbSamples > 0 && frame.sampleRate > 0) yield frame
    frame.unref()
  }
}

interface Resampler {
  convert(frame: Frame): Float32Array
  /** What the filter still holds. */
  rest(): Float32Array
  free(): void
}

/** One filter for the whole stream, made anew when the stream changes its form halfway. */
function createResampler(): Resampler {
  let context: SoftwareResampleContext | undefined
  let form = ''
  let channels = 1
  let buffer = Buffer.alloc(0)
  const mix = createMixer()
  const drain = (planes: Buffer[] | null, samples: number): Float32Array => {
    if (context === undefined) return new Float32Array(0)
    const room = context.getOutSamples(samples)
    const bytes = room * channels * Float32Array.BYTES_PER_ELEMENT
    if (buffer.length < bytes) buffer = Buffer.from(new ArrayBuffer(bytes))
    const count = Math.max(0, context.convertSync([buffer], room, planes, samples))
    const converted = new Float32Array(buffer.buffer, buffer.byteOffset, count * channels)
    return channels === 2 ? mix(converted) : converted
  }
  return {
    convert(frame) {
      const { nbChannels, mask } = frame.channelLayout
      const next = `${frame.sampleRate} ${frame.format} ${nbChannels} ${mask}`
      if (next !== form) {
        context?.free()
        channels = nbChannels === 2 ? 2 : 1
        context = openContext(frame, channels)
        form = next
      }
      return drain(frame.extendedData, frame.nbSamples)
    },
    rest: () => drain(null, 0),
    free: () => context?.free(),
  }
}

/** @param channels of the output: two of two are mixed by ourselves (mix.ts) */
function openContext(frame: Frame, channels: number): SoftwareResampleContext {
  const context = new SoftwareResampleContext()
  const { channelLayout, sampleRate } = frame
  // A decoder's frame carries a sample format here; the type also covers pictures.
  const format = frame.format as typeof AV_SAMPLE_FMT_FLT
  context.allocSetOpts2(
    channels === 2 ? AV_CHANNEL_LAYOUT_STEREO : AV_CHANNEL_LAYOUT_MONO,
    AV_SAMPLE_FMT_FLT,
    SAMPLE_RATE,
    channelLayout,
    format,
    sampleRate,
  )
  // Mixing must not push the sum of the channels above full scale.
  context.setOption('rematrix_maxval', '1.0')
  if (context.init() >= 0) return context
  context.free()
  throw unsupported(
    `Audio with ${channelLayout.nbChannels} channels cannot be mixed; convert it to mono or stereo.`,
  )
}
