// The speech models that a setting may name.
import { oneOf } from './flag-values.ts'
import { loadCatalogue } from './local.ts'

/** @throws UsageError naming those that there are */
export async function speechModel(flag: string, text: string): Promise<string> {
  const { CATALOGUE } = await loadCatalogue()
  const speech = CATALOGUE.filter(({ role }) => role === 'speech')
  return oneOf(
    flag,
    text,
    speech.map(({ name }) => name),
  )
}
