// Guards against text that only looks like a transcript. A model for other languages than the one
// spoken writes fluent nonsense, and gives itself away by its low certainty over the whole file.
import { JobError } from '../../src/api/errors.ts'

/** Below this mean log probability, over this much speech, the text is made up (measured). */
const MIN_MEAN_LOG_PROBABILITY = -0.65
const MIN_SPEECH_SECONDS = 30
const HOW_TO_CHOOSE = '`scribe models list` shows the models and their languages.'

/**
 * @param requested `auto` or a BCP 47 tag; its region does not matter
 * @throws JobError unsupported_language when the model does not know the language
 */
export function requireLanguage(
  requested: string,
  model: string,
  languages: readonly string[],
): void {
  const primary = requested.toLowerCase().split(/[-_]/)[0] ?? ''
  if (primary === 'auto' || languages.includes(primary)) return
  throw new JobError(
    'unsupported_language',
    `The model ${model} cannot transcribe the language "${requested}", only ${languages.join(', ')} (or auto). ${HOW_TO_CHOOSE}`,
  )
}

export interface Reliability {
  /**
   * Takes one piece.
   *
   * @param seconds its length
   * @param meanLogProbability of its tokens; null when the engine wrote none
   */
  add(seconds: number, meanLogProbability: number | null): void
  /** @throws JobError unsupported_language when the text so far cannot be trusted */
  require(): void
}

export function createReliability(): Reliability {
  let speechSeconds = 0
  let writtenSeconds = 0
  let weighted = 0
  return {
    add(seconds, meanLogProbability) {
      speechSeconds += seconds
      if (meanLogProbability === null) return
      writtenSeconds += seconds
      weighted += seconds * meanLogProbability
    },
    require() {
      if (speechSeconds < MIN_SPEECH_SECONDS) return
      if (weighted / writtenSeconds >= MIN_MEAN_LOG_PROBABILITY) return
      throw new JobError(
        'unsupported_language',
        `The speech does not sound like a language that the installed model knows. ${HOW_TO_CHOOSE}`,
      )
    },
  }
}
