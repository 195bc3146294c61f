// Finished transcripts: one JSON file each, always with words. They stay out of the store, so
// that records remain small and a list never reads a transcript.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcript } from '../../src/api/types.ts'
import type { TranscriptFiles } from '../ports.ts'
import { writeFileDurably } from './durable.ts'
import { TextCache } from './text-cache.ts'

/** Characters of transcripts kept in memory: about 500 hours of speech. */
const CACHE_CHARACTERS = 16 * 1024 * 1024

/** Opens the transcripts folder below the data folder, making it when it is missing. */
export async function openTranscriptFiles(dataDir: string): Promise<TranscriptFiles> {
  const dir = join(dataDir, 'transcripts')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = (id: string) => join(dir, `${id}.json`)
  const plain = new TextCache(CACHE_CHARACTERS)
  const read = async (id: string) => JSON.parse(await readFile(path(id), 'utf8')) as Transcript
  return {
    async readPlain(id) {
      const text = plain.get(id) ?? JSON.stringify(withoutWords(await read(id)))
      plain.set(id, text)
      return text
    },
    read,
    write: (id, transcript) => writeFileDurably(path(id), JSON.stringify(transcript)),
    remove(id) {
      plain.delete(id)
      return rm(path(id), { force: true })
    },
    list: async () =>
      (await readdir(dir)).filter((f) => f.endsWith('.json')).map((f) => f.slice(0, -5)),
  }
}

function withoutWords(transcript: Transcript): Transcript {
  const segments = transcript.segments.map(({ words, ...segment }) => segment)
  return { ...transcript, segments }
}
