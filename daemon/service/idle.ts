// Ends a daemon that was started by itself once nobody needs it any more.
import type { Server } from 'node:http'
import type { Service } from './parts.ts'

/**
 * Calls `onIdle` once no request, no job and no webhook was under way for so many minutes.
 *
 * @param minutes null never does
 */
export function watchIdle(
  server: Server,
  { runner, deliverer }: Pick<Service, 'runner' | 'deliverer'>,
  minutes: number | null,
  onIdle: () => void,
): void {
  if (minutes === null) return
  const idleMs = minutes * 60_000
  let openRequests = 0
  let idleSince = performance.now()

  server.on('request', (_request, response) => {
    openRequests += 1
    response.once('close', () => {
      openRequests -= 1
      idleSince = performance.now()
    })
  })
  const check = () => {
    const { active, queued } = runner.counts()
    if (openRequests + active + queued + deliverer.pending() > 0) idleSince = performance.now()
    const leftMs = idleSince + idleMs - performance.now()
    if (leftMs <= 0) onIdle()
    else setTimeout(check, leftMs).unref()
  }
  setTimeout(check, idleMs).unref()
}
