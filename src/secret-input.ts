// An API key as a person or a script hands it over, and as it may be shown. Never part of the
// command line by our doing: that can be read in process lists and shell histories.
import { addAbortSignal } from 'node:stream'
import { UsageError } from './errors.ts'
import type { Io } from './io.ts'
import { checkedKey } from './target.ts'
import { canAsk, Prompt } from './ui/prompt.ts'

const LONGEST_BYTES = 4096

/**
 * From a person, not echoed, or all of stdin.
 *
 * @throws UsageError for what cannot be a key
 */
export async function readKey(io: Io, signal: AbortSignal): Promise<string> {
  if (!canAsk(io)) return checkedKey(await readStdin(io, signal))
  const prompt = new Prompt(io, signal)
  try {
    return checkedKey(await askForKey(prompt))
  } finally {
    prompt.close()
  }
}

export function askForKey(prompt: Prompt): Promise<string> {
  return prompt.ask('API key (not shown): ', { hidden: true })
}

/** Enough to tell two keys apart, and no more. */
export function masked(key: string): string {
  const prefix = /^[a-z]{2,8}_/.exec(key)?.[0] ?? ''
  const known = key.length - prefix.length >= 12
  return known ? `${prefix}…${key.slice(-4)}` : '…'
}

async function readStdin({ stdin }: Io, signal: AbortSignal): Promise<string> {
  let text = ''
  try {
    for await (const chunk of addAbortSignal(signal, stdin)) {
      text += chunk
      if (text.length > LONGEST_BYTES) throw new UsageError('That is no API key: it is too long')
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
  return text
}
