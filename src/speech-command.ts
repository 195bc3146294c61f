// The setting speech_command: a program that recognises speech in the place of a model.
import { UsageError } from './errors.ts'
import { loadSpeechCommand } from './local.ts'

/** @throws UsageError for what the daemon would not take; else the same text */
export async function speechCommand(flag: string, text: string): Promise<string> {
  const { CommandRefused, readSpeechCommand } = await loadSpeechCommand()
  try {
    readSpeechCommand(text)
    return text
  } catch (error) {
    if (error instanceof CommandRefused) throw new UsageError(`${flag}: ${error.message}`)
    throw error
  }
}
