// What a transcription is called: its title, else the name of its file, else its address. Pure.
import type { Transcription } from '../api/types.ts'
import { oneLine } from './tokens.ts'

export function titleOf({ id, media, source }: Transcription): string {
  const from = source.platform === 'youtube' ? source.url : source.filename
  return (
    [media?.title, media?.filename, from].map((name) => oneLine(name ?? '')).find(Boolean) ?? id
  )
}
