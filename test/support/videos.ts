// Asking a daemon for videos; the stand-in for yt-dlp plays what a video's id says (see
// fixtures/ytdlp/videos.json).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Created } from '../../src/api/types.ts'
import type { TestDaemon } from './daemon.ts'

export const urlOf = (id: string) => `https://www.youtube.com/watch?v=${id}`

export interface Asked {
  query?: string
  headers?: Record<string, string>
  /** Who asks; the daemon's own team when absent. */
  by?: TestDaemon
}

/** @param daemon asked for at each call, as tests start theirs late */
export function videosOf(daemon: () => TestDaemon) {
  const post = (id: string, fields: object = {}, { query = '', headers = {}, by }: Asked = {}) => {
    const json = { platform: 'youtube', url: urlOf(id), ...fields }
    return (by ?? daemon()).request('POST', `/transcriptions${query}`, { json, headers })
  }
  const create = async (id: string, fields: object = {}, asked: Asked = {}) =>
    (await (await post(id, fields, asked)).json()) as Created
  return {
    post,
    create,
    finish: (id: string, fields: object = {}, asked: Asked = {}) =>
      create(id, fields, { query: '?wait=60', ...asked }),
    /** A team of its own: nothing that other tests did is recent for it, or paid by it. */
    newTeam: async (input: object = {}) => daemon().as((await daemon().newTeam(input)).key),
    minutesOf: async (by: TestDaemon) =>
      ((await (await by.request('GET', '/account')).json()) as Account).minutes.remaining,
    /** The arguments of every call of yt-dlp for a video so far. */
    async callsFor(id: string): Promise<string[][]> {
      const notes = await readFile(join(daemon().dataDir, 'ytdlp-calls.jsonl'), 'utf8')
      const calls = notes.split('\n').filter((text) => text !== '')
      return calls.map((text) => JSON.parse(text)).filter((args) => args.at(-1) === urlOf(id))
    },
  }
}
