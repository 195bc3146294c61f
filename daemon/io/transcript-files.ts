// Finished transcripts: one JSON file each, always with words. They stay out of the store, so
// that records remain small and a list never reads a transcript.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcript } from '../../src/api/types.ts'
import type { TranscriptFiles } from '../ports.ts'
import { writeFileDurably } from './durable.ts'

/** Opens the transcripts folder below the data folder, making it when it is missing. */
export async function openTranscriptFiles(dataDir: string): Promise<TranscriptFiles> {
  const dir = join(dataDir, 'transcripts')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = (id: string) => join(dir, `${id}.json`)
  return {
    write: (id, transcript) => writeFileDurably(path(id), JSON.stringify(transcript)),
    read: async (id) => JSON.parse(await readFile(path(id), 'utf8')) as Transcript,
    remove: (id) => rm(path(id), { force: true }),
    list: async () =>
      (await readdir(dir)).filter((f) => f.endsWith('.json')).map((f) => f.slice(0, -5)),
  }
}
