// The recogniser: holds the loaded engine and turns piece after piece into words. It remembers
// nothing from one piece to the next, so any recogniser can take any piece, again if need be. What
// is not a failure of the job is a fault of ours, or of native code, and ends the process.
import { JobError } from '../../src/api/errors.ts'
import { connect } from './child.ts'
import type { Engine } from './engines/engine.ts'
import { loadEngine } from './engines/load.ts'
import type { RecognizerCommand, RecognizerEvent } from './protocol.ts'
import { recognizeSurely } from './second-try.ts'
import { readSpooled } from './spool.ts'

type RecognizeCommand = Extract<RecognizerCommand, { type: 'recognize' }>

/** Runs until the daemon ends. */
export async function runRecognizer(configText: string | undefined): Promise<void> {
  const parent = connect<RecognizerCommand, RecognizerEvent>(configText)
  const ready = { type: 'ready', model: parent.config.engine.model } as const
  const engine = await loadEngine(parent.config.engine).catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error)
    parent.send({ ...ready, rss_bytes: process.memoryUsage.rss(), problem })
  })
  if (engine === undefined) return
  let canceler = new AbortController()
  let current = -1
  const start = async (command: RecognizeCommand) => {
    canceler = new AbortController()
    current = command.piece
    parent.send(await answer(engine, command, canceler.signal))
  }
  parent.listen((command) => {
    if (command.type === 'recognize') void start(command)
    if (command.type === 'cancel' && command.piece === current) canceler.abort()
  })
  parent.send({ ...ready, rss_bytes: process.memoryUsage.rss() })
}

async function answer(
  engine: Engine,
  { piece, audio, language }: RecognizeCommand,
  signal: AbortSignal,
): Promise<RecognizerEvent> {
  try {
    const recognition = await recognizeSurely(engine, readSpooled(audio), { language, signal })
    return { type: 'recognized', piece, recognition, rss_bytes: process.memoryUsage.rss() }
  } catch (error) {
    const rss_bytes = process.memoryUsage.rss()
    if (signal.aborted) return { type: 'canceled', piece, rss_bytes }
    if (error instanceof JobError) {
      return { type: 'failed', piece, code: error.code, message: error.message, rss_bytes }
    }
    throw error
  }
}
