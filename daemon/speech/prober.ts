// How long media files are, without a daemon: measured in child processes (probe.ts) exactly as
// the daemon measures before it charges. A child answers one file at a time and is kept for the
// next one; how many run is up to how many files are asked for at once.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { JobError } from '../../src/api/errors.ts'
import { minutesFor } from '../rules/charge.ts'
import type { ProbeAnswer, ProbeCommand } from './probe.ts'

const PROGRAM = fileURLToPath(new URL('./probe.js', import.meta.url))

export interface Probe {
  /** Null when it cannot be told. */
  durationSeconds: number | null
  /** What a transcription would be charged; null when the duration is unknown. */
  minutesNeeded: number | null
  /** What a transcription would fail with. */
  failure: JobError | null
}

export interface Prober {
  /** @throws the signal's reason */
  probe(path: string, signal: AbortSignal): Promise<Probe>
  close(): void
}

export function openProber(): Prober {
  const running = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const start = () => {
    const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    running.add(child)
    // Its end is noticed as such; without a listener the error would end this process.
    return child.on('error', () => undefined).on('exit', () => running.delete(child))
  }
  return {
    async probe(path, signal) {
      signal.throwIfAborted()
      const child = idle.pop() ?? start()
      const answer = await ask(child, { path }, signal)
      if (child.connected) idle.push(child)
      return present(answer)
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** @returns null when the child died of the file */
function ask(
  child: ChildProcess,
  command: ProbeCommand,
  signal: AbortSignal,
): Promise<ProbeAnswer | null> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.kill('SIGKILL')
      settle(() => reject(signal.reason))
    }
    const answered = (answer: ProbeAnswer) => settle(() => resolve(answer))
    const died = () => settle(() => (signal.aborted ? reject(signal.reason) : resolve(null)))
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', stop)
      child.off('message', answered).off('exit', died).off('error', died)
      end()
    }
    signal.addEventListener('abort', stop, { once: true })
    child.on('message', answered).on('exit', died).on('error', died)
    child.send(command, () => undefined)
  })
}

function present(answer: ProbeAnswer | null): Probe {
  const { durationSeconds = null, failure = null } = answer ?? {}
  return {
    durationSeconds,
    minutesNeeded: durationSeconds === null ? null : minutesFor(durationSeconds),
    failure: failure === null ? null : new JobError(failure.code, failure.message),
  }
}
