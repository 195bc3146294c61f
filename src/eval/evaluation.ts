// The result of an evaluation, as `--json` prints it; the other forms are made of it. Pure.
import type { Memory } from './memory.ts'
import { NORMALISER } from './normalise.ts'
import { errorRate, median, rounded, type Score, type Total, totalsOf } from './score.ts'

/** One file; times in seconds. */
export interface FileResult extends Score {
  path: string
  transcription_id: string
  language: string | null
  error_rate: number | null
  /** Of the audio. */
  duration_seconds: number | null
  /** From the last byte sent to the transcript. */
  took_seconds: number
  real_time_factor: number | null
}

export interface FileFailure {
  path: string
  error: { code: string; message: string }
}

/** What the local daemon tells of itself; of a server elsewhere it is unknown. */
export interface LocalFacts {
  model: string
  /** Processor and number of its cores. */
  machine: string
}

export interface Evaluation {
  object: 'evaluation'
  base_url: string
  model: string | null
  machine: string | null
  normaliser: string
  files: (FileResult | FileFailure)[]
  totals: Total[]
  speed: Speed
  memory: Memory | null
}

/** Sums over the files that were measured; `real_time_factor` is the time they took over theirs. */
export interface Speed {
  concurrency: number
  audio_seconds: number
  took_seconds: number
  /** The whole run by the clock, failures and uploads included. */
  elapsed_seconds: number
  real_time_factor: number | null
  median_real_time_factor: number | null
}

export interface Run {
  baseUrl: string
  local: LocalFacts | null
  files: (FileResult | FileFailure)[]
  concurrency: number
  elapsedSeconds: number
  memory: Memory | null
}

export function fileResult(facts: Omit<FileResult, 'error_rate' | 'real_time_factor'>): FileResult {
  const { duration_seconds, took_seconds } = facts
  return {
    ...facts,
    took_seconds: rounded(took_seconds),
    error_rate: errorRate(facts),
    real_time_factor: factorOf(took_seconds, duration_seconds),
  }
}

export function isMeasured(file: FileResult | FileFailure): file is FileResult {
  return !('error' in file)
}

export function evaluationOf(run: Run): Evaluation {
  const measured = run.files.filter(isMeasured)
  const timed = measured.filter(({ duration_seconds }) => duration_seconds !== null)
  const audio = timed.reduce((sum, { duration_seconds }) => sum + (duration_seconds ?? 0), 0)
  const took = timed.reduce((sum, { took_seconds }) => sum + took_seconds, 0)
  return {
    object: 'evaluation',
    base_url: run.baseUrl,
    model: run.local?.model ?? null,
    machine: run.local?.machine ?? null,
    normaliser: NORMALISER,
    files: run.files,
    totals: totalsOf(measured),
    speed: {
      concurrency: run.concurrency,
      audio_seconds: rounded(audio),
      took_seconds: rounded(took),
      elapsed_seconds: rounded(run.elapsedSeconds),
      real_time_factor: factorOf(took, audio),
      median_real_time_factor: median(measured.flatMap((file) => file.real_time_factor ?? [])),
    },
    memory: run.memory,
  }
}

function factorOf(tookSeconds: number, audioSeconds: number | null): number | null {
  return audioSeconds === null || audioSeconds === 0 ? null : rounded(tookSeconds / audioSeconds)
}
