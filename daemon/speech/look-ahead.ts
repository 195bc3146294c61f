// How far the decoder thread may run ahead of the engine, and how it is told to stop. A counter in
// shared memory, because the decoder works synchronously and hears no message meanwhile: it sleeps
// on the counter while enough audio lies ready, and wakes when the engine has taken some.
import { SAMPLE_RATE } from './timeline.ts'

const MAX_SAMPLES_AHEAD = 60 * SAMPLE_RATE
const AHEAD = 0
const STOPPED = 1

export interface LookAhead {
  readonly memory: SharedArrayBuffer
  /** The decoder hands over so many samples; sleeps first while too many lie ready. */
  put(samples: number): void
  /** The engine is done with so many samples. */
  take(samples: number): void
  stop(): void
  readonly stopped: boolean
}

/** @param memory that of the other thread's LookAhead; absent for a new one */
export function createLookAhead(memory = new SharedArrayBuffer(8)): LookAhead {
  const cells = new Int32Array(memory)
  return {
    memory,
    put(samples) {
      for (;;) {
        const ahead = Atomics.load(cells, AHEAD)
        if (ahead < MAX_SAMPLES_AHEAD || Atomics.load(cells, STOPPED) === 1) break
        Atomics.wait(cells, AHEAD, ahead)
      }
      Atomics.add(cells, AHEAD, samples)
    },
    take(samples) {
      Atomics.sub(cells, AHEAD, samples)
      Atomics.notify(cells, AHEAD)
    },
    stop() {
      Atomics.store(cells, STOPPED, 1)
      // Moves the counter too, so that a sleep which is just beginning does not begin.
      Atomics.store(cells, AHEAD, 0)
      Atomics.notify(cells, AHEAD)
    },
    get stopped() {
      return Atomics.load(cells, STOPPED) === 1
    },
  }
}
