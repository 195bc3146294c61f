// The lead: reads media files for the daemon, one after the other, and makes transcripts of the
// words that come back for the pieces it cuts (job.ts). FFmpeg is called synchronously, so a lead
// that is stuck in a file hears nothing; the daemon then kills it.
import { connect } from './child.ts'
import { runJob, type TranscribeCommand } from './job.ts'
import { openVoiceDetector } from './open-vad.ts'
import type { LeadCommand, LeadEvent } from './protocol.ts'
import { createReturns, type Returns } from './returns.ts'
import { openSpool } from './spool.ts'

interface Current {
  job: string
  canceler: AbortController
  returns: Returns
}

/** Runs until the daemon ends. */
export async function runLead(configText: string | undefined): Promise<void> {
  const parent = connect<LeadCommand, LeadEvent>(configText)
  const { engine, vadModelPath, spoolFolder } = parent.config
  const detector = await openVoiceDetector(vadModelPath)
  const parts = { model: engine, detector, spool: openSpool(spoolFolder) }
  let current: Current | undefined
  const start = async (command: TranscribeCommand) => {
    const canceler = new AbortController()
    const returns = createReturns(command.piecesAhead, canceler.signal)
    current = { job: command.job, canceler, returns }
    const last = await runJob(command, { ...parts, returns }, parent.send, canceler.signal)
    parts.spool.clear()
    parent.send(last)
  }
  parent.listen((command) => {
    if (command.type === 'transcribe') void start(command)
    if (command.job !== current?.job) return
    if (command.type === 'recognized') current.returns.take(command.index, command.recognition)
    if (command.type === 'cancel') current.canceler.abort()
  })
  parent.send({ type: 'ready', model: engine.model, rss_bytes: process.memoryUsage.rss() })
}
