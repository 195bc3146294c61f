// One piece in one recogniser, as the daemon sees it.
import { JobError } from '../../../src/api/errors.ts'
import type { Recognition } from '../../speech/engines/engine.ts'
import { pieceSilenceSeconds } from '../../speech/engines/patience.ts'
import type { PieceToHear, RecognizerCommand, RecognizerEvent } from '../../speech/protocol.ts'
import type { SpeechProcess } from './process.ts'
import { createStopper } from './stopper.ts'

export type RecognizerProcess = SpeechProcess<RecognizerCommand, RecognizerEvent>

const SAMPLE_RATE = 16_000

type Answer = Exclude<RecognizerEvent, { type: 'ready' }>

/**
 * Has the piece recognised; the child must be ready and idle, and is so again afterwards.
 *
 * @param piece any number that tells it from the child's other pieces
 * @param answered gets the resident memory of the child
 * @throws SpeechCrash when the child died of it, JobError, and the signal's reason
 */
export async function hearPiece(
  child: RecognizerProcess,
  piece: number,
  { audio, language }: PieceToHear,
  answered: (rssBytes: number) => void,
  signal: AbortSignal,
): Promise<Recognition> {
  signal.throwIfAborted()
  const stopper = createStopper<RecognizerCommand>(child, { type: 'cancel', piece }, signal)
  try {
    child.due(true, pieceSilenceSeconds(child.engine.family, audio.sampleCount / SAMPLE_RATE))
    const answers = child.events(isAnswer)
    child.send({ type: 'recognize', piece, audio, language })
    const answer = await lastOf(answers)
    stopper.signal.throwIfAborted()
    if (answer === undefined || !isAnswer(answer)) throw await child.crash()
    answered(answer.rss_bytes)
    if (answer.type === 'recognized') return answer.recognition
    if (answer.type === 'failed') throw new JobError(answer.code, answer.message)
    throw new Error('A recogniser broke off a piece unasked.')
  } finally {
    child.due(false)
    stopper.finish()
  }
}

function isAnswer(event: RecognizerEvent): event is Answer {
  return event.type !== 'ready'
}

async function lastOf<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  let last: T | undefined
  for await (const event of events) last = event
  return last
}
