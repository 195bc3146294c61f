// The children that are there: started when one is wanted and none is idle, kept with their model
// loaded, replaced when they died. Whoever gives up while a child starts leaves it to the next.
import type { Logger } from 'pino'
import { SpeechCrash } from '../../ports.ts'
import type { WorkerConfig } from '../../speech/worker.ts'
import { type SpeechProcess, startProcess } from './process.ts'

export interface PoolOptions {
  /** Absolute path of the built daemon/speech/worker.js. */
  workerPath: string
  /** The model's files; called whenever a child is to be started, may pull them first. */
  resolveModel(): Promise<WorkerConfig>
  /** A child that has something to do and says nothing for so long is killed. */
  silenceSeconds: number
  log: Pick<Logger, 'info' | 'warn'>
}

export interface Pool {
  /**
   * A child that is ready, for the caller alone; give it back with `put`.
   *
   * @throws SpeechCrash when none can be started
   * @throws the signal's reason
   */
  get(signal: AbortSignal): Promise<SpeechProcess>
  put(child: SpeechProcess): void
  /** Kills all children; resolves when they have ended. */
  close(): Promise<void>
}

export function createPool(options: PoolOptions): Pool {
  const all = new Set<SpeechProcess>()
  let idle: Promise<SpeechProcess>[] = []
  let closed = false

  async function start(): Promise<SpeechProcess> {
    const config = await modelConfig(options)
    if (closed) throw new SpeechCrash('The daemon is closing.')
    const child = startProcess(options.workerPath, config, options.silenceSeconds)
    all.add(child)
    for await (const event of child.events(() => true)) {
      if (event.type !== 'ready') continue
      options.log.info({ child_pid: child.pid, model: event.model }, 'speech process ready')
      return child
    }
    all.delete(child)
    throw await child.crash()
  }

  /** Lets a start that nobody waits for any more fail quietly. */
  function park(starting: Promise<SpeechProcess>): void {
    idle.push(starting)
    starting.catch(() => {
      idle = idle.filter((other) => other !== starting)
    })
  }

  return {
    async get(signal) {
      const starting = idle.pop() ?? start()
      const child = await unlessAborted(starting, signal).catch((error: unknown) => {
        if (signal.aborted) park(starting)
        throw error
      })
      if (child.alive) return child
      all.delete(child)
      return this.get(signal)
    },
    put(child) {
      if (child.alive) idle.push(Promise.resolve(child))
      else all.delete(child)
    },
    async close() {
      closed = true
      await Promise.all([...all].map((child) => child.kill()))
    },
  }
}

async function modelConfig({ resolveModel }: PoolOptions): Promise<WorkerConfig> {
  try {
    return await resolveModel()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SpeechCrash(`The speech model is not available: ${why}`, { cause })
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
