// One job as the daemon sees it: a lead reads the file, its pieces go to the recognisers and the
// words back to it, the listener hears what it tells. A job that is to stop early, because it was
// canceled, refused or lost a piece, takes its pieces out of the queue at once.
import type { Logger } from 'pino'
import { JobError } from '../../../src/api/errors.ts'
import type { SpeechListener, SpeechRequest, SpeechResult } from '../../ports.ts'
import type { LeadCommand, LeadEvent } from '../../speech/protocol.ts'
import type { SpeakerModelFiles } from '../../speech/speakers/speakers.ts'
import type { Lead } from './leads.ts'
import type { Recognizers } from './recognizers.ts'
import { createStopper, type Stopper } from './stopper.ts'

type FinalEvent = Extract<LeadEvent, { type: 'done' | 'failed' | 'canceled' }>
type PieceEvent = Extract<LeadEvent, { type: 'piece' }>

export interface JobParts {
  /** Ready and idle, and so again afterwards unless it died. */
  lead: Lead
  recognizers: Recognizers
  /** Pieces that may be on their way at once. */
  piecesAhead: number
  speakerModels: SpeakerModelFiles | null
  log: Pick<Logger, 'info' | 'warn'>
}

/** As the port's `transcribe`. */
export async function runJob(
  { lead, recognizers, piecesAhead, speakerModels, log }: JobParts,
  request: SpeechRequest,
  listener: SpeechListener,
  signal: AbortSignal,
): Promise<SpeechResult> {
  signal.throwIfAborted()
  const { id: job, path, language, diarize } = request
  const over = new AbortController()
  const stopper = createStopper<LeadCommand>(lead, { type: 'cancel', job }, signal)
  const hear = createHearer(lead, recognizers, stopper, over.signal)
  try {
    lead.due(true)
    const events = lead.events(isFinal)
    lead.send({ type: 'transcribe', job, path, language, diarize, speakerModels, piecesAhead })
    const final = await follow(events, hear, listener, stopper, log)
    stopper.signal.throwIfAborted()
    if (final?.type === 'failed') throw new JobError(final.code, final.message)
    if (final?.type !== 'done') throw await lead.crash()
    return { language: final.language, duration_seconds: final.duration_seconds }
  } finally {
    stopper.finish()
    over.abort()
    lead.due(false)
  }
}

/** @returns the last event, or null when the lead died before */
async function follow(
  events: AsyncIterable<LeadEvent>,
  hear: (piece: PieceEvent) => void,
  listener: SpeechListener,
  stopper: Stopper,
  log: JobParts['log'],
): Promise<FinalEvent | null> {
  for await (const event of events) {
    if (isFinal(event)) return event
    if (stopper.signal.aborted) continue
    if (event.type === 'piece') hear(event)
    else if (event.type === 'speakers') tellMethod(event, log)
    else await tell(listener, event).catch(stopper.stop)
  }
  return null
}

function isFinal(event: LeadEvent): event is FinalEvent {
  return event.type === 'done' || event.type === 'failed' || event.type === 'canceled'
}

async function tell(listener: SpeechListener, event: LeadEvent): Promise<void> {
  if (event.type === 'media') {
    await listener.media({ duration_seconds: event.duration_seconds, format: event.format })
  }
  if (event.type === 'progress') listener.progress(event.processed_seconds)
  if (event.type === 'segment') listener.segment(event.segment)
}

function tellMethod(
  { job, method, problem }: Extract<LeadEvent, { type: 'speakers' }>,
  log: JobParts['log'],
): void {
  if (problem !== null) {
    log.warn({ job, problem }, 'the speaker models could not be used')
  }
  const limits = method === 'classical' ? ', dependable on turns of 3 s and more' : ''
  log.info({ job, method }, `speakers told apart by the ${method} method${limits}`)
}

/** A lead whose pieces are out may be waiting for them; otherwise a word of it is due. */
function createHearer(
  lead: Lead,
  recognizers: Recognizers,
  stopper: Stopper,
  over: AbortSignal,
): (piece: PieceEvent) => void {
  const recognize = recognizers.join(AbortSignal.any([stopper.signal, over]))
  let out = 0
  const hear = async ({ job, index, audio, language }: PieceEvent) => {
    out += 1
    lead.due(false)
    const recognition = await recognize({ audio, language })
    if (over.aborted) return
    lead.send({ type: 'recognized', job, index, recognition })
    out -= 1
    lead.due(out === 0)
  }
  return (piece) => void hear(piece).catch(stopper.stop)
}
