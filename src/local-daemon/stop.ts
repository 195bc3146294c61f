// Ends a daemon with SIGTERM, which it answers with a graceful shutdown, and waits until it is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf, isRunning } from '../process-identity.ts'

const LOOK_AGAIN_MS = 50
/** The daemon's own limit is 10 s; a little more for what the system needs. */
const PATIENCE_MS = 20_000

/** @throws Error when it has not ended in time */
export async function stopDaemon(pid: number, signal: AbortSignal): Promise<void> {
  const identity = identityOf(pid)
  process.kill(pid, 'SIGTERM')
  // A process that is not our child gives no event when it ends, so its number is looked at.
  const deadline = performance.now() + PATIENCE_MS
  while (isRunning(identity)) {
    if (performance.now() > deadline) throw new Error(`The daemon (pid ${pid}) does not end`)
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
