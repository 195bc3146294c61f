// The recognisers, and the one queue before them. Jobs put their pieces in; whichever recogniser is
// free takes the piece whose job was served least, so the pieces of one file are spread over all
// of them and a short job passes through beside a long one. A recogniser that dies costs no more
// than its piece, which another one takes; one that has grown too large is replaced between two
// pieces. They are started when pieces wait, and stay for a while, with the model loaded.
import { SpeechCrash } from '../../ports.ts'
import type { Recognition } from '../../speech/engines/engine.ts'
import type { PieceToHear, RecognizerCommand, RecognizerEvent } from '../../speech/protocol.ts'
import type { Children, ChildrenOptions } from './children.ts'
import { createFairQueue, type Member } from './fair-queue.ts'
import { createIdle } from './idle.ts'
import { hearPiece, type RecognizerProcess } from './piece.ts'

/** Much longer than the pauses of somebody who sends one file after the other. */
export const IDLE_SECONDS = 300

export interface RecognizersOptions {
  /** Recognisers at most. */
  workers: number
  /** One that holds more is replaced; absent: what a model of its size may be expected to need. */
  memoryLimitMegabytes?: number | undefined
  /** How long one is kept that nobody needs; absent: IDLE_SECONDS. */
  idleSeconds?: number | undefined
  log: ChildrenOptions['log']
}

export interface Recognizers {
  /** A job is about to begin: a model is loaded meanwhile. */
  warmUp(): void
  /**
   * A job's place in the queue, until its signal aborts: then its pieces are dropped and broken off.
   *
   * @returns has a piece recognised; throws SpeechCrash when too many recognisers died of it or
   *   none can be started, JobError, and the signal's reason
   */
  join(signal: AbortSignal): (piece: PieceToHear) => Promise<Recognition>
}

/** A piece that kills so many recognisers ends its job's attempt. */
const MAX_TRIES = 3
/** What work may add to twice the memory of a loaded model; a piece is 15 s at most. */
const WORK_BYTES = 512e6

interface Task {
  piece: PieceToHear
  owner: Member<Task>
  signal: AbortSignal
  tries: number
  resolve(recognition: Recognition): void
  reject(error: unknown): void
}

interface Recognizer {
  child: RecognizerProcess
  rssBytes: number
  limitBytes: number
}

/** Never so little that a recogniser would be too large as soon as it has loaded its model. */
function limitBytes({ memoryLimitMegabytes }: RecognizersOptions, loadedBytes: number): number {
  if (memoryLimitMegabytes === undefined) return 2 * loadedBytes + WORK_BYTES
  return Math.max(memoryLimitMegabytes * 1e6, 1.25 * loadedBytes)
}

export function createRecognizers(children: Children, options: RecognizersOptions): Recognizers {
  const { workers, log, idleSeconds = IDLE_SECONDS } = options
  const queue = createFairQueue<Task>()
  const all = new Set<Recognizer>()
  const idle = createIdle<Recognizer>(idleSeconds, ({ child }) => void child.kill())
  let starting = 0
  let count = 0

  function assign(): void {
    while (idle.size > 0 && queue.size > 0) {
      const recognizer = idle.take()
      const task = recognizer?.child.alive ? queue.next() : undefined
      if (recognizer && task) void serve(recognizer, task)
    }
  }

  /** Call it when pieces wait, or one that should take them is gone. */
  function staff(): void {
    assign()
    while (starting < queue.size && all.size + starting < workers) void start()
  }

  async function start(): Promise<void> {
    starting += 1
    try {
      const started = await children.start<RecognizerCommand, RecognizerEvent>('recognizer')
      const recognizer = { ...started, limitBytes: limitBytes(options, started.rssBytes) }
      all.add(recognizer)
      idle.put(recognizer)
      recognizer.child.onEnd(() => {
        idle.remove(recognizer)
        all.delete(recognizer)
        staff()
      })
    } catch (error) {
      log.warn({ err: error }, 'no recogniser could be started')
      if (all.size === 0 && starting === 1) rejectAll(error)
    } finally {
      starting -= 1
      assign()
    }
  }

  function rejectAll(error: unknown): void {
    for (let task = queue.next(); task !== undefined; task = queue.next()) task.reject(error)
  }

  async function serve(recognizer: Recognizer, task: Task): Promise<void> {
    const { child } = recognizer
    const answered = (rssBytes: number) => {
      recognizer.rssBytes = rssBytes
    }
    try {
      count += 1
      task.resolve(await hearPiece(child, count, task.piece, answered, task.signal))
    } catch (error) {
      failed(task, error)
    }
    if (child.alive && recognizer.rssBytes > recognizer.limitBytes) {
      const { pid } = child
      log.info({ child_pid: pid, rss_mb: Math.round(recognizer.rssBytes / 1e6) }, 'replaced')
      await child.kill()
    }
    if (child.alive) idle.put(recognizer)
    staff()
  }

  function failed(task: Task, error: unknown): void {
    task.tries += 1
    const again = error instanceof SpeechCrash && !task.signal.aborted && task.tries < MAX_TRIES
    if (again) {
      log.warn({ err: error, tries: task.tries }, 'recogniser lost, its piece is done again')
      task.owner.putBack(task)
    } else task.reject(error)
  }

  return {
    warmUp() {
      if (all.size + starting === 0) void start()
    },
    join(signal) {
      const owner = queue.join()
      const leave = () => {
        for (const task of owner.clear()) task.reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      return (piece) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason)
          const task = { piece, owner, signal, tries: 0, resolve, reject }
          owner.put(task, piece.audio.sampleCount)
          staff()
        })
    },
  }
}
