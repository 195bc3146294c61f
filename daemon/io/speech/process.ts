// The bare process of a speech child: how it is started, spoken to and ended. It dies with the
// daemon (its IPC channel closes even when the daemon is killed), reads no input, and what it
// prints, which it only does when something goes wrong, is kept for the log.
import { on } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'
import { SpeechCrash } from '../../ports.ts'
import type { EngineConfig } from '../../speech/engines/config.ts'
import type { ChildConfig, Ready, SpeechRole } from '../../speech/protocol.ts'

export interface SpeechProcess<Command, Event> {
  readonly engine: EngineConfig
  readonly pid: number | undefined
  readonly alive: boolean
  /** Its first word; resolves with it when everything is loaded. @throws SpeechCrash */
  ready(): Promise<Ready>
  send(command: Command): void
  /** The child's events up to and with the first that `isLast`, or to its death. */
  events(isLast: (event: Event) => boolean): AsyncGenerator<Event>
  /**
   * While a word of it is due, a child that is silent for too long is killed.
   *
   * @param patienceSeconds how long is too long; absent: PATIENCE_SECONDS
   */
  due(isDue: boolean, patienceSeconds?: number): void
  /** Calls back, once, when it has ended. */
  onEnd(ended: () => void): void
  /** Kills it; resolves when it has ended. */
  kill(): Promise<void>
  /** Why it ended, for the user and the log. */
  crash(): Promise<SpeechCrash>
}

export interface ProcessOptions {
  /** Absolute path of the built daemon/speech/worker.js. */
  workerPath: string
  role: SpeechRole
  config: ChildConfig
  /** In the place of every other patience with a child that says nothing. */
  silenceSeconds?: number | undefined
}

const KEPT_OUTPUT_CHARACTERS = 2_000
/** With reading a file, and with loading a large model from a slow disk. */
const PATIENCE_SECONDS = 180
/** For a recogniser to end a program of the user's own that it has started. */
const LAST_ACT_MS = 300

export function startProcess<Command extends object, Event>(
  options: ProcessOptions,
): SpeechProcess<Command, Event> {
  const child = execa(options.workerPath, [options.role, JSON.stringify(options.config)], {
    node: true,
    nodeOptions: [],
    ipc: true,
    serialization: 'advanced',
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
  const kill = async () => {
    if (options.config.engine.family === 'command' && child.connected) {
      child.disconnect()
      await Promise.race([child, wait(LAST_ACT_MS, undefined, { ref: false })])
    }
    child.kill('SIGKILL')
    await child
  }
  const watchdog = createWatchdog(options.silenceSeconds, () => void kill())
  child.on('message', watchdog.refresh).once('exit', watchdog.stop)

  async function* events(isLast: (event: Event) => boolean): AsyncGenerator<Event> {
    if (!alive) return
    for await (const [event] of on(child, 'message', { close: ['exit'] })) {
      yield event
      if (isLast(event)) return
    }
  }

  /** When it cannot be sent, which may be thrown at once, the child is dying: its events tell. */
  async function send(command: Command): Promise<void> {
    await child.sendMessage({ ...command })
  }

  async function crash(): Promise<SpeechCrash> {
    const { exitCode, signal, originalMessage } = await child
    const how = signal ?? originalMessage ?? `exit code ${exitCode}`
    return new SpeechCrash(`The speech process ended unexpectedly (${how}).`, {
      cause: printed.trim() === '' ? undefined : new Error(printed.trim()),
    })
  }

  return {
    engine: options.config.engine,
    get pid() {
      return child.pid
    },
    get alive() {
      return alive
    },
    async ready() {
      watchdog.due(true)
      for await (const event of on(child, 'message', { close: ['exit'] })) {
        watchdog.due(false)
        return event[0]
      }
      throw await crash()
    },
    send: (command) => void send(command).catch(() => {}),
    events,
    due: watchdog.due,
    onEnd: (ended) => void child.once('exit', ended),
    kill,
    crash,
  }
}

function createWatchdog(silenceSeconds: number | undefined, bite: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    refresh: () => void timer?.refresh(),
    due(isDue: boolean, patienceSeconds = PATIENCE_SECONDS) {
      clearTimeout(timer)
      const seconds = silenceSeconds ?? patienceSeconds
      timer = isDue ? setTimeout(bite, seconds * 1000) : undefined
    },
    stop: () => clearTimeout(timer),
  }
}
