// Reads the file that whisper.cpp's whisper-cli writes with --output-json-full: the language,
// segments, and in them tokens with times (in ms) and probabilities. Tokens in brackets are signs
// of the model, not text, and so are segments in brackets, such as `[BLANK_AUDIO]` or `(music)`.
// Tokens are bytes, of which several may make one character, written as they are: so the file is
// read byte by byte, and tokens that hold only a part of a character go together.
import { readFile, stat } from 'node:fs/promises'
import { JobError } from '../../../src/api/errors.ts'
import { type Ended, failed } from './command-process.ts'
import type { Recognition } from './engine.ts'
import { type TimedToken, wordsOfTokens } from './timed-words.ts'
import { heardLanguage } from './whisper-languages.ts'

const LARGEST_BYTES = 16_000_000
const SAMPLE_RATE = 16_000
const SIGN = /^\[_.*\]$|^<\|.*\|>$/
const SOUND = /^(?:[[(*♪][^\])]*[\])*♪]|♪*)$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: whisper-cli does not escape them all
const CONTROL = /[\u0000-\u001f\u007f]+/g

interface Output {
  result?: { language?: string }
  transcription?: { tokens?: Token[] }[]
}

interface Token {
  text?: string
  offsets?: { from?: number; to?: number }
  p?: number
}

/**
 * @returns null when there is no such file
 * @throws JobError when it holds something else
 */
export async function readWhisperOutput(
  path: string,
  samples: Float32Array,
): Promise<Recognition | null> {
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) return null
  if (size > LARGEST_BYTES) throw failed(`whisper-cli wrote ${size} bytes for one piece`)
  const { result, transcription = [] } = parsed(await readFile(path, 'latin1'))
  const tokens = transcription
    .map(({ tokens = [] }) => wholeTokens(tokens))
    .filter((segment) => !SOUND.test(joined(segment)))
    .flat()
  const text = joined(tokens)
  const sum = tokens.reduce((total, { logProbability }) => total + (logProbability ?? 0), 0)
  return {
    text,
    words: wordsOfTokens(text, tokens, samples.length / SAMPLE_RATE),
    meanLogProbability: tokens.length === 0 ? null : sum / tokens.length,
    language: heardLanguage(result?.language ?? ''),
  }
}

/** It ends well whatever it is asked, and tells on stderr what it did not understand. */
export function whisperFailure({ errorLine = '' }: Ended, language: string): JobError {
  if (/unknown language/.test(errorLine)) {
    return new JobError(
      'unsupported_language',
      `The speech program does not know the language ${language}.`,
    )
  }
  return failed(`whisper-cli wrote no output (${errorLine || 'an older one lacks -ojf'})`)
}

/** @param text each character stands for a byte */
function parsed(text: string): Output {
  try {
    return JSON.parse(text.replace(CONTROL, ' ')) as Output
  } catch {
    throw failed('the output of whisper-cli is no JSON')
  }
}

function joined(tokens: TimedToken[]): string {
  const text = tokens.map(({ text }) => text).join('')
  return text.replace(/\s+/g, ' ').trim()
}

/** Leaves signs out, and puts tokens together up to the end of a character. */
function wholeTokens(raw: Token[]): TimedToken[] {
  const whole: TimedToken[] = []
  let open: TimedToken | undefined
  for (const each of raw.filter(({ text = '' }) => !SIGN.test(text.trim()))) {
    const next = timed(each)
    const token = open === undefined ? next : together(open, next)
    const text = Buffer.from(token.text, 'latin1').toString('utf8')
    open = text.endsWith('\ufffd') ? token : undefined
    if (open === undefined) whole.push({ ...token, text: text.replaceAll('\ufffd', '') })
  }
  return whole
}

function together(first: TimedToken, second: TimedToken): TimedToken {
  const sum = (first.logProbability ?? 0) + (second.logProbability ?? 0)
  return {
    text: first.text + second.text,
    startSeconds: first.startSeconds,
    endSeconds: second.endSeconds,
    logProbability: second.logProbability === null ? null : sum,
  }
}

function timed({ text = '', offsets, p }: Token): TimedToken {
  return {
    text,
    startSeconds: (offsets?.from ?? 0) / 1000,
    endSeconds: offsets?.to === undefined ? null : offsets.to / 1000,
    logProbability: p === undefined ? null : Math.log(Math.max(p, 1e-6)),
  }
}
