// The decoder thread of the speech child: reads a media file, finds the speech in it and hands the
// pieces to the main thread, where the engine works meanwhile. A thread of its own because FFmpeg
// is called synchronously; on a second core the decoding costs no time. One file after the other.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { JobError, type JobFailureCode } from '../../src/api/errors.ts'
import { decode } from './decode.ts'
import { mediaSeconds } from './duration.ts'
import { createLookAhead, type LookAhead } from './look-ahead.ts'
import { openMediaFile } from './media-file.ts'
import { findPieces } from './pieces.ts'
import { openVoiceDetector, type VoiceDetector } from './vad.ts'

export interface DecoderData {
  vadModelPath: string
}

/** To the thread: decode this file, answers go to `port`. */
export interface DecodeCommand {
  path: string
  maxPieceSeconds: number
  port: MessagePort
  lookAhead: SharedArrayBuffer
}

/** From the thread; after `end`, `failed` or `stopped` the port closes. */
export type DecodeEvent =
  | { type: 'media'; durationSeconds: number; format: string }
  | { type: 'piece'; samples: Float32Array<ArrayBuffer>; startSeconds: number }
  | { type: 'position'; seconds: number }
  | { type: 'end'; durationSeconds: number }
  | { type: 'failed'; code: JobFailureCode; message: string }
  | { type: 'stopped' }

const POSITION_EVERY_MS = 500

class Stopped extends Error {}

async function run(): Promise<void> {
  const { vadModelPath }: DecoderData = workerData
  const detector = await openVoiceDetector(vadModelPath)
  let last = Promise.resolve()
  parentPort?.on('message', (command: DecodeCommand) => {
    last = last.then(() => answer(command, detector))
  })
  parentPort?.postMessage('ready')
}

async function answer(command: DecodeCommand, detector: VoiceDetector): Promise<void> {
  const lookAhead = createLookAhead(command.lookAhead)
  const send = (event: DecodeEvent, transfer: ArrayBuffer[] = []) =>
    command.port.postMessage(event, transfer)
  try {
    await decodeFile(command, detector, lookAhead, send)
  } catch (error) {
    if (error instanceof Stopped) send({ type: 'stopped' })
    else if (error instanceof JobError) {
      send({ type: 'failed', code: error.code, message: error.message })
    } else throw error
  } finally {
    command.port.close()
  }
}

async function decodeFile(
  { path, maxPieceSeconds }: DecodeCommand,
  detector: VoiceDetector,
  lookAhead: LookAhead,
  send: (event: DecodeEvent, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  const heartbeat = createHeartbeat(lookAhead, send)
  const media = openMediaFile(path)
  try {
    const durationSeconds = mediaSeconds(path, media, () => heartbeat(0))
    send({ type: 'media', durationSeconds, format: media.format })
    let endSeconds = 0
    for await (const found of findPieces(decode(media), detector, maxPieceSeconds)) {
      if ('samples' in found) {
        lookAhead.put(found.samples.length)
        send({ type: 'piece', ...found }, [found.samples.buffer])
      } else {
        endSeconds = found.endSeconds
        heartbeat(found.doneSeconds)
      }
    }
    send({ type: 'end', durationSeconds: endSeconds })
  } finally {
    media.close()
  }
}

/** Stops when told to; else says now and then how far the audio has been looked through. */
function createHeartbeat(lookAhead: LookAhead, send: (event: DecodeEvent) => void) {
  let due = 0
  return (seconds: number): void => {
    if (lookAhead.stopped) throw new Stopped()
    if (performance.now() < due) return
    due = performance.now() + POSITION_EVERY_MS
    send({ type: 'position', seconds })
  }
}

await run()
