// Reads the file that whisper.cpp's whisper-cli writes with --output-json-full: the language,
// segments, and in them tokens with times (in ms) and probabilities. Tokens in brackets are signs
// of the model, not text.
import { readFile, stat } from 'node:fs/promises'
import { failed } from './command-process.ts'
import type { Recognition } from './engine.ts'
import { type TimedToken, wordsOfTokens } from './timed-words.ts'

const LARGEST_BYTES = 16_000_000
const SAMPLE_RATE = 16_000
const SIGN = /^\[_.*\]$|^<\|.*\|>$/
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

/** @throws JobError when there is no such file, or it holds something else */
export async function readWhisperOutput(path: string, samples: Float32Array): Promise<Recognition> {
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) throw failed('whisper-cli wrote no output; an older one lacks -ojf')
  if (size > LARGEST_BYTES) throw failed(`whisper-cli wrote ${size} bytes for one piece`)
  const { result, transcription = [] } = parsed(await readFile(path, 'utf8'))
  const raw = transcription.flatMap(({ tokens = [] }) => tokens)
  const said = raw.filter(({ text = '' }) => !SIGN.test(text.trim()))
  const text = said
    .map((token) => token.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const tokens = said.map(timed)
  const sum = tokens.reduce((total, { logProbability }) => total + (logProbability ?? 0), 0)
  return {
    text,
    words: wordsOfTokens(text, tokens, samples.length / SAMPLE_RATE),
    meanLogProbability: tokens.length === 0 ? null : sum / tokens.length,
    language: result?.language ?? null,
  }
}

function parsed(text: string): Output {
  try {
    return JSON.parse(text.replace(CONTROL, ' ')) as Output
  } catch {
    throw failed('the output of whisper-cli is no JSON')
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
