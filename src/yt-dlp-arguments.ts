// The further arguments of yt-dlp that a setting may hold; what they are, the daemon knows.
import { UsageError } from './errors.ts'
import { loadYtDlpArguments } from './local.ts'

/** @throws UsageError for what the daemon would not take; else the same text */
export async function ytDlpArguments(flag: string, text: string): Promise<string> {
  await splitYtDlpArguments(flag, text)
  return text
}

/** @throws UsageError for what the daemon would not take */
export async function splitYtDlpArguments(flag: string, text: string): Promise<string[]> {
  const { ArgumentRefused, readYtDlpArguments } = await loadYtDlpArguments()
  try {
    return readYtDlpArguments(text)
  } catch (error) {
    if (error instanceof ArgumentRefused) throw new UsageError(`${flag}: ${error.message}`)
    throw error
  }
}
