// Pulling a model with something to look at: one line that fills up on a terminal, a line every
// few seconds elsewhere.
import type { Io } from '../io.ts'
import { loadPull, type PullProgress } from '../local.ts'
import { bar, megabytes } from './progress-text.ts'
import { openSpinner } from './spinner.ts'

export interface PullRequest {
  model: string
  cacheDir: string
  /** Read what is there through and replace it when it is damaged. */
  verify: boolean
  signal: AbortSignal
}

const BAR_WIDTH = 20
const PLAIN_INTERVAL_MS = 3000

/** Makes sure that the model is there; says nothing when it already is. */
export async function pullModel(io: Io, { model, ...options }: PullRequest) {
  const { ensureModel } = await loadPull()
  const display = await openDisplay(io)
  try {
    const files = await ensureModel(model, { ...options, onProgress: display.show })
    display.end(true)
    return files
  } catch (error) {
    display.end(false)
    throw error
  }
}

interface Display {
  show(progress: PullProgress): void
  end(succeeded: boolean): void
}

async function openDisplay(io: Io): Promise<Display> {
  if (io.progress === 'live') return openLine(io)
  let shown = { model: '', atMs: 0 }
  return {
    show(progress) {
      const nowMs = performance.now()
      if (progress.model === shown.model && nowMs - shown.atMs < PLAIN_INTERVAL_MS) return
      shown = { model: progress.model, atMs: nowMs }
      io.note(`Pulling ${describe(progress)}`)
    },
    end() {},
  }
}

async function openLine(io: Io): Promise<Display> {
  const line = await openSpinner(io)
  return {
    show(progress) {
      const fraction = Math.min(1, progress.receivedBytes / progress.totalBytes)
      line.text = `Pulling ${describe(progress)} ${bar(fraction, BAR_WIDTH)}`
      if (!line.isSpinning) line.start()
    },
    end(succeeded) {
      if (line.isSpinning) line[succeeded ? 'succeed' : 'fail']()
    },
  }
}

function describe({ model, receivedBytes, totalBytes }: PullProgress): string {
  const percent = Math.min(100, Math.floor((receivedBytes / totalBytes) * 100))
  return `model ${model}: ${percent} %, ${megabytes(receivedBytes)} of ${megabytes(totalBytes)} MB`
}
