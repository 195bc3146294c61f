// Guards against text that only looks like a transcript. A model of one language writes fluent
// nonsense when it hears another one, and gives itself away: it is not sure of what it writes, it
// says the same over and over, or it finds nothing to write where somebody clearly speaks. Judged
// is the whole file, never a part of it. It cannot tell a foreign language from English that
// drowns in noise: neither can be made out.
import { JobError } from '../../src/api/errors.ts'
import { modelForLanguage, modelForMany } from '../models/catalogue.ts'
import type { EngineConfig } from './engines/config.ts'
import type { Recognition } from './engines/engine.ts'

export type KnownModel = Pick<EngineConfig, 'model' | 'languages'>

/**
 * Mean log probabilities of a token, measured on synthetic and recorded speech. English: -0.05 to
 * -0.45, also over the telephone, in an echo or in a hurry. Other languages: -0.55 to -1.5.
 */
const TRUSTED = -0.45
const MADE_UP = -0.65
/** So much speech proves it; less has to be the worse for it. */
const PROVING_SECONDS = 30
const UNCERTAIN = -0.5
/** Who says the same again and again and means it is heard with more certainty. */
const MEANT = -0.25
/** Part of the speech that makes a file worth keeping when it can be trusted. */
const WORTH_KEEPING = 0.2
/** Voice without a word worth the name: a sigh, a tune, a chirp are shorter. */
const SHORTEST_WORDLESS_SECONDS = 10

/**
 * @param requested `auto` or a BCP 47 tag; its region does not matter
 * @returns `auto`, or the primary tag as the model knows it
 * @throws JobError unsupported_language when the model does not know the language
 */
export function requireLanguage(requested: string, { model, languages }: KnownModel): string {
  const primary = requested.toLowerCase().split(/[-_]/)[0] ?? ''
  if (primary === 'auto' || languages.length === 0) return primary
  const wanted = today(primary)
  const known = languages.find((language) => today(language) === wanted)
  if (known !== undefined) return known
  throw new JobError(
    'unsupported_language',
    `The model ${model} cannot transcribe the language "${requested}", only ${languages.join(', ')} (or auto); ${modelHint(wanted)}.`,
  )
}

/** Norwegian, as it is nearly always written, goes by two tags. */
const SAME: Record<string, string> = { nb: 'no' }

/** The tag that a language goes by today: `he` for `iw`, `zh` for `cmn`. */
function today(tag: string): string {
  try {
    const { language } = new Intl.Locale(tag)
    return SAME[language] ?? language
  } catch {
    return tag
  }
}

function modelHint(language: string): string {
  const name = modelForLanguage(language)?.name
  if (name === undefined) return '`scribe models list` shows the models and their languages'
  return `\`scribe models pull ${name}\` and \`scribe daemon run --model ${name}\` can`
}

export interface Reliability {
  /**
   * Takes one piece.
   *
   * @param seconds its length
   */
  add(seconds: number, heard: Pick<Recognition, 'text' | 'meanLogProbability'>): void
  /** @throws JobError no_speech, unsupported_language when there is no text to trust */
  require(): void
}

/** @param model what wrote the text; only one that knows a single language is suspected */
export function createReliability({ model, languages }: KnownModel): Reliability {
  let speechSeconds = 0
  let writtenSeconds = 0
  let trustedSeconds = 0
  let weighted = 0
  let hasText = false
  const isMadeUp = () => {
    if (speechSeconds === 0) return false
    if (trustedSeconds >= WORTH_KEEPING * speechSeconds) return false
    if (writtenSeconds === 0) return speechSeconds >= SHORTEST_WORDLESS_SECONDS
    return weighted / writtenSeconds < limitFor(speechSeconds)
  }
  return {
    add(seconds, { text, meanLogProbability: certainty }) {
      speechSeconds += seconds
      if (text === '') return
      hasText = true
      // Whoever does not tell how sure it was is taken at its word.
      if (certainty === null) trustedSeconds += seconds
      if (certainty === null || (certainty < MEANT && isRepetitive(text))) return
      if (certainty >= TRUSTED) trustedSeconds += seconds
      writtenSeconds += seconds
      weighted += seconds * certainty
    },
    require() {
      const [only, ...others] = languages
      if (only !== undefined && others.length === 0 && isMadeUp()) throw notUnderstood(model, only)
      if (!hasText) throw noSpeech()
    },
  }
}

/** Speech of this length is made up when the mean is below. */
function limitFor(seconds: number): number {
  const spread = (UNCERTAIN - MADE_UP) * PROVING_SECONDS
  return Math.min(MADE_UP, UNCERTAIN - spread / seconds)
}

const PHRASE_WORDS = 5
/** Measured: English that is heard at all repeats 0 to 0.2 of its phrases, loops 0.45 to 0.9. */
const REPEATED_SHARE = 0.4

/** Whether a good part of it has been said before. */
export function isRepetitive(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  const count = words.length - PHRASE_WORDS + 1
  const phrases = new Set<string>()
  for (let at = 0; at < count; at += 1) phrases.add(words.slice(at, at + PHRASE_WORDS).join(' '))
  return count > PHRASE_WORDS && 1 - phrases.size / count >= REPEATED_SHARE
}

function noSpeech(): JobError {
  return new JobError(
    'no_speech',
    'Nobody speaks in this file, or too quietly to be heard; check that it is the right one.',
  )
}

function notUnderstood(model: string, language: string): JobError {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  const other = modelForMany()?.name
  const hint =
    other === undefined ? '' : `; \`scribe models pull ${other}\` gets a model for other languages`
  return new JobError(
    'unsupported_language',
    `The speech does not sound like ${name}, the only language of the model ${model}, or it drowns in noise${hint}.`,
  )
}
