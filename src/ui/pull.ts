// Pulling a model or a program with something to look at: one line that fills up on a terminal, a
// line every few seconds elsewhere.
import type { Io } from '../io.ts'
import { loadPull, type PullProgress } from '../local.ts'
import { bar, fitting, megabytes } from './progress-text.ts'
import { openSpinner } from './spinner.ts'

export interface PullRequest {
  model: string
  cacheDir: string
  /** Read what is there through and replace it when it is damaged. */
  verify: boolean
  /** The setting models_mirror. */
  mirror: string | undefined
  signal: AbortSignal
}

const BAR_WIDTH = 20
/** The spinner itself, and a blank. */
const SPINNER_COLUMNS = 2
const PLAIN_INTERVAL_MS = 3000

/** Makes sure that the model is there; says nothing when it already is. */
export async function pullModel(io: Io, { model, ...options }: PullRequest) {
  const { ensureModel } = await loadPull()
  const notices: string[] = []
  const onNotice = (text: string) => void notices.push(text)
  const files = await showPull(io, (show) => {
    const onProgress = ({ model, ...bytes }: PullProgress) =>
      show({ what: `model ${model}`, ...bytes })
    return ensureModel(model, { ...options, onProgress, onNotice })
  })
  for (const notice of notices) io.note(notice)
  return files
}

export interface ShownPull {
  what: string
  receivedBytes: number
  /** Null when it is not known. */
  totalBytes: number | null
}

/** Resolves or rejects with `work`, which tells how far it is. */
export async function showPull<T>(
  io: Io,
  work: (show: (progress: ShownPull) => void) => Promise<T>,
): Promise<T> {
  const display = await openDisplay(io)
  try {
    const result = await work(display.show)
    display.end(true)
    return result
  } catch (error) {
    display.end(false)
    throw error
  }
}

interface Display {
  show(progress: ShownPull): void
  end(succeeded: boolean): void
}

async function openDisplay(io: Io): Promise<Display> {
  if (io.progress === 'live') return openLine(io)
  let shown = { what: '', atMs: 0 }
  return {
    show(progress) {
      const nowMs = performance.now()
      if (progress.what === shown.what && nowMs - shown.atMs < PLAIN_INTERVAL_MS) return
      shown = { what: progress.what, atMs: nowMs }
      io.note(`Pulling ${describe(progress)}`)
    },
    end() {},
  }
}

async function openLine(io: Io): Promise<Display> {
  const line = await openSpinner(io)
  return {
    show(progress) {
      const words = `Pulling ${describe(progress)}`
      const withBar = `${words} ${bar(fractionOf(progress), BAR_WIDTH)}`
      line.text = fitting([withBar, words, briefly(progress)], io.stderr.columns - SPINNER_COLUMNS)
      if (!line.isSpinning) line.start()
    },
    end(succeeded) {
      if (line.isSpinning) line[succeeded ? 'succeed' : 'fail']()
    },
  }
}

function describe(progress: ShownPull): string {
  const { what, receivedBytes, totalBytes } = progress
  if (totalBytes === null) return `${what}: ${megabytes(receivedBytes)} MB`
  return `${what}: ${briefly(progress)}, ${megabytes(receivedBytes)} of ${megabytes(totalBytes)} MB`
}

function briefly(progress: ShownPull): string {
  const { receivedBytes, totalBytes } = progress
  if (totalBytes === null) return `${megabytes(receivedBytes)} MB`
  return `${Math.floor(fractionOf(progress) * 100)} %`
}

function fractionOf({ receivedBytes, totalBytes }: ShownPull): number {
  return totalBytes === null ? 0 : Math.min(1, receivedBytes / totalBytes)
}
