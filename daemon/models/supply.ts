// The daemon's supply of models: pulls what a transcription lacks. Whoever needs the same at the
// same time waits for the one pull, and how far it is can be told to those who look on.
import type { Logger } from 'pino'
import type { SpeechConfig } from '../speech/protocol.ts'
import { VAD_MODEL } from './catalogue.ts'
import { commandEngine, ensureEngine } from './engine.ts'
import { ensureModel, type PullOptions, type PullProgress } from './pull.ts'

export interface SupplyOptions extends Pick<PullOptions, 'cacheDir' | 'mirror' | 'signal'> {
  model: string
  /** A program in the place of the model. */
  speechCommand?: string | undefined
  /** Told of every part that comes, and null at the end. */
  onPull(progress: PullProgress | null): void
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * @returns gives the models' files
 * @throws (from what is returned) ModelPullError
 */
export function createSupply(options: SupplyOptions): () => Promise<SpeechConfig> {
  let underWay: Promise<SpeechConfig> | undefined
  return () => {
    underWay ??= resolve(options).finally(() => {
      underWay = undefined
      options.onPull(null)
    })
    return underWay
  }
}

async function resolve(options: SupplyOptions): Promise<SpeechConfig> {
  const { model, speechCommand, cacheDir, mirror, signal } = options
  const tell = logEveryTenth(options.log)
  const onProgress = (progress: PullProgress) => {
    options.onPull(progress)
    tell(progress)
  }
  const onNotice = (text: string) => options.log.warn(text)
  const pull = { cacheDir, mirror, signal, onProgress, onNotice }
  const engine =
    speechCommand === undefined ? await ensureEngine(model, pull) : commandEngine(speechCommand)
  const vad = await ensureModel(VAD_MODEL, pull)
  return { engine, vadModelPath: vad.files.model ?? '' }
}

function logEveryTenth(log: Pick<Logger, 'info'>): (progress: PullProgress) => void {
  let reported = 0
  return ({ model, receivedBytes, totalBytes }) => {
    if (receivedBytes >= reported && receivedBytes - reported < (totalBytes ?? 1e9) / 10) return
    reported = receivedBytes
    log.info({ model, received_bytes: receivedBytes, total_bytes: totalBytes }, 'pulling model')
  }
}
