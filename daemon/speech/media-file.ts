// Opens one media file for reading its speech: container, best audio stream and decoder, through
// FFmpeg in process (node-av, its synchronous calls). The file comes from a stranger, so only
// formats that hold their own audio are let in: playlists, manifests, concat scripts and image
// lists name other files and are refused, and no protocol but `file` is available to any of them.
import { statSync } from 'node:fs'
import {
  AV_LOG_QUIET,
  AVDISCARD_ALL,
  AVERROR_EOF,
  AVFMT_TS_DISCONT,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants'
import { CodecContext, Dictionary, FormatContext, Log, Packet, type Stream } from 'node-av/lib'
import { JobError } from '../../src/api/errors.ts'

const FORMATS = [
  'aac,ac3,aiff,amr,amrnb,amrwb,asf,au,avi,caf,eac3,flac,flv,loas,matroska,mov,mp3,mp4,mpeg',
  'mpegts,ogg,w64,wav,webm',
].join(',')
/** Unreadable packets in a row after which the rest counts as lost. */
const MAX_READ_ERRORS = 100
const NO_TIMESTAMP = -(2n ** 63n)

export interface MediaFile {
  /** FFmpeg's short name of the container, e.g. `mov`. */
  format: string
  sizeBytes: number
  /** What the header says, in seconds; null when it says nothing. */
  headerSeconds: number | null
  /** Timestamp, in seconds, at which the media begins. */
  originSeconds: number
  /** The container's clock may be reset halfway without anything missing. */
  resettable: boolean
  decoder: CodecContext
  /** The audio packets; each is only valid until the next is asked for. */
  packets(): Generator<Packet>
  /** A time of the audio stream in seconds; null for "no timestamp". */
  seconds(timestamp: bigint): number | null
  close(): void
}

/** @throws JobError unsupported_media, with what is wrong and what to do */
export function openMediaFile(path: string): MediaFile {
  Log.setLevel(AV_LOG_QUIET)
  const sizeBytes = fileSize(path)
  const context = openContainer(path)
  try {
    const { stream, decoder } = openAudio(context)
    return describe(context, stream, decoder, sizeBytes)
  } catch (error) {
    context.closeInputSync()
    throw error
  }
}

function fileSize(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw unsupported('The media file is not there any more; send it again.')
  if (!stat.isFile())
    throw unsupported('This is not a file but a folder or device; send a media file.')
  if (stat.size === 0) throw unsupported('The file is empty; check the recording or the upload.')
  return stat.size
}

function openContainer(path: string): FormatContext {
  const context = new FormatContext()
  const options = Dictionary.fromObject({
    format_whitelist: FORMATS,
    protocol_whitelist: 'file',
  })
  if (context.openInputSync(`file:${path}`, null, options) < 0) {
    throw unsupported(
      'The file is not audio or video that can be read, or it is damaged; play it on your machine to check, or convert it to MP3 or WAV.',
    )
  }
  if (context.findStreamInfoSync(null) >= 0) return context
  context.closeInputSync()
  throw unsupported('The file is damaged: no audio can be found in it; convert or record it again.')
}

function openAudio(context: FormatContext): { stream: Stream; decoder: CodecContext } {
  const best = context.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1, true)
  const stream = context.streams.find((candidate) => candidate.index === best.streamIndex)
  if (stream === undefined || best.decoder === null) throw unsupported(whyNoAudio(context))
  for (const other of context.streams) {
    if (other.index !== stream.index) other.discard = AVDISCARD_ALL
  }
  const decoder = new CodecContext()
  decoder.allocContext3(best.decoder)
  stream.codecpar.toContext(decoder)
  decoder.pktTimebase = stream.timeBase
  decoder.threadCount = 1
  if (decoder.open2Sync(best.decoder, null) >= 0) return { stream, decoder }
  decoder.freeContext()
  throw unsupported('The audio track is damaged or in an unusual form; convert it to MP3 or WAV.')
}

function whyNoAudio(context: FormatContext): string {
  const silent = context.streams.every((stream) => stream.codecpar.codecType !== AVMEDIA_TYPE_AUDIO)
  return silent
    ? 'The file has no audio track; send one with sound.'
    : 'The audio track is in a codec that cannot be decoded; convert it to MP3 or WAV.'
}

function describe(
  context: FormatContext,
  stream: Stream,
  decoder: CodecContext,
  sizeBytes: number,
): MediaFile {
  const { num, den } = stream.timeBase
  const resettable = ((context.iformat?.flags ?? 0) & AVFMT_TS_DISCONT) !== 0
  const startSeconds = micros(context.startTime) ?? 0
  return {
    format: context.iformat?.name?.split(',')[0] ?? 'unknown',
    sizeBytes,
    headerSeconds: micros(context.duration),
    originSeconds: resettable ? startSeconds : Math.min(0, startSeconds),
    resettable,
    decoder,
    packets: () => readPackets(context, stream.index),
    seconds: (time) => (time === NO_TIMESTAMP ? null : (Number(time) * num) / den),
    close() {
      decoder.freeContext()
      context.closeInputSync()
    },
  }
}

function* readPackets(context: FormatContext, streamIndex: number): Generator<Packet> {
  const packet = new Packet()
  packet.alloc()
  try {
    for (let errors = 0; errors < MAX_READ_ERRORS; ) {
      const result = context.readFrameSync(packet)
      if (result === AVERROR_EOF) return
      errors = result < 0 ? errors + 1 : 0
      if (result >= 0 && packet.streamIndex === streamIndex) yield packet
      packet.unref()
    }
  } finally {
    packet.free()
  }
}

function micros(time: bigint): number | null {
  return time === NO_TIMESTAMP ? null : Number(time) / 1_000_000
}

/** The job failure for a file that cannot be used as it is. */
export function unsupported(message: string): JobError {
  return new JobError('unsupported_media', message)
}
