// Whisper's own names for languages that BCP 47 calls otherwise.

const CODES: Record<string, string> = { jv: 'jw', fil: 'tl', nb: 'no' }

/** @param language BCP 47 primary tag, `auto` or empty */
export function whisperLanguage(language: string): string {
  return CODES[language] ?? language
}

/** BCP 47 primary tag of what Whisper calls a language (`en`, `<|en|>`, `jw`); null for none. */
export function heardLanguage(name: string): string | null {
  const code = /^(?:<\|)?([a-z]{2,3})(?:\|>)?$/.exec(name)?.[1]
  if (code === undefined) return null
  return code === 'jw' ? 'jv' : code
}
