// The bare process of a speech child: how it is started, spoken to and ended. It dies with the
// daemon (its IPC channel closes even when the daemon is killed), reads no input, and what it
// prints, which it only does when something goes wrong, is kept for the log.
import { on } from 'node:events'
import { execa } from 'execa'
import { SpeechCrash } from '../../ports.ts'
import type { SpeechCommand, SpeechEvent } from '../../speech/protocol.ts'
import type { WorkerConfig } from '../../speech/worker.ts'

export interface SpeechProcess {
  readonly pid: number | undefined
  readonly alive: boolean
  send(command: SpeechCommand): void
  /**
   * The child's events up to and with the first that `isLast`, or to its death; a child that is
   * silent for too long is killed.
   */
  events(isLast: (event: SpeechEvent) => boolean): AsyncGenerator<SpeechEvent>
  /** Kills it; resolves when it has ended. */
  kill(): Promise<void>
  /** Why it ended, for the user and the log. */
  crash(): Promise<SpeechCrash>
}

const KEPT_OUTPUT_CHARACTERS = 2_000

/**
 * @param workerPath absolute path of the built worker
 * @param silenceSeconds how long it may say nothing while something is expected of it
 */
export function startProcess(
  workerPath: string,
  config: WorkerConfig,
  silenceSeconds: number,
): SpeechProcess {
  const child = execa(workerPath, [JSON.stringify(config)], {
    node: true,
    nodeOptions: [],
    ipc: true,
    serialization: 'json',
    stdin: 'ignore',
    stdout: 'ignore',
    buffer: false,
    reject: false,
  })
  let alive = true
  child.once('exit', () => {
    alive = false
  })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-KEPT_OUTPUT_CHARACTERS)
  })
  return {
    get pid() {
      return child.pid
    },
    get alive() {
      return alive
    },
    send(command) {
      // When it cannot be sent the child is dying, which its events tell.
      child.sendMessage({ ...command }).catch(() => {})
    },
    async *events(isLast) {
      const kill = () => child.kill('SIGKILL')
      const watchdog = setTimeout(kill, silenceSeconds * 1000)
      const watch = (event: SpeechEvent) =>
        isLast(event) ? clearTimeout(watchdog) : watchdog.refresh()
      child.on('message', watch)
      try {
        for await (const [event] of on(child, 'message', { close: ['exit'] })) {
          yield event
          if (isLast(event)) return
        }
      } finally {
        clearTimeout(watchdog)
        child.off('message', watch)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await child
    },
    async crash() {
      const { exitCode, signal, originalMessage } = await child
      const how = signal ?? originalMessage ?? `exit code ${exitCode}`
      return new SpeechCrash(`The speech process ended unexpectedly (${how}).`, {
        cause: printed.trim() === '' ? undefined : new Error(printed.trim()),
      })
    },
  }
}
