// What limits and joins the work on videos. Fetching has turns of its own, so that a slow download
// never holds a speech process; audio that waits for one is limited, so that a long queue of videos
// does not fill the disk; and of jobs with the same video and the same options one works while the
// others wait for its end.
import { JobError } from '../../src/api/errors.ts'
import { orAborted } from '../or-aborted.ts'
import { FetchCrash } from '../ports.ts'
import { createTurns, type Turns } from '../turns.ts'

export interface Lanes {
  /** Reading what a video is, and its captions: seconds of work. */
  read: Turns
  /** Downloads of audio, which may be slow: they must not keep captions waiting. */
  download: Turns
  /** Audio files that are fetched, wait for speech-to-text, or are in it. */
  audio: Turns
  /** The end of the job that works on a video, by videoKey: its failure, or null. */
  working: Map<string, Promise<unknown>>
}

const READS_AT_ONCE = 4
const DOWNLOADS_AT_ONCE = 4
/** Fetched while speech-to-text is busy, so that it never waits for a download later. */
const AUDIO_AHEAD = 4

export function openLanes(jobsAtOnce: number): Lanes {
  return {
    read: createTurns(READS_AT_ONCE),
    download: createTurns(DOWNLOADS_AT_ONCE),
    audio: createTurns(jobsAtOnce + AUDIO_AHEAD),
    working: new Map(),
  }
}

/**
 * Works when no other job of this key does.
 *
 * @param work gets the failure of the job that was waited for, where it would be this one's too;
 *   resolves with its own failure or null; rejects only when nothing came of it
 * @throws the signal's reason while waiting, and what the work rejects with
 */
export async function afterOthers(
  { working }: Lanes,
  key: string,
  signal: AbortSignal,
  work: (failure: unknown) => Promise<unknown>,
): Promise<void> {
  for (let other = working.get(key); other !== undefined; other = working.get(key)) {
    const failure = await orAborted(other, signal)
    if (isOfVideo(failure)) {
      await work(failure)
      return
    }
  }
  const own = work(null).finally(() => working.delete(key))
  working.set(
    key,
    own.catch(() => null),
  )
  await own
}

/** Not what concerns the one job: its minutes, its cancel, a speech process that died. */
function isOfVideo(failure: unknown): boolean {
  if (failure instanceof JobError) return failure.code !== 'insufficient_minutes'
  return failure instanceof FetchCrash
}
