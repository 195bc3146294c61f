// The leads: started when one is wanted and none is idle, kept for the next job, replaced when they
// died, ended when nobody has needed them for a while. Whoever gives up while a lead starts leaves it to the next.
import { orAborted } from '../../or-aborted.ts'
import type { LeadCommand, LeadEvent } from '../../speech/protocol.ts'
import type { Children } from './children.ts'
import { createIdle } from './idle.ts'
import type { SpeechProcess } from './process.ts'

export type Lead = SpeechProcess<LeadCommand, LeadEvent>

export interface Leads {
  /**
   * A lead that is ready, for the caller alone; give it back with `put`.
   *
   * @throws SpeechCrash when none can be started
   * @throws the signal's reason
   */
  get(signal: AbortSignal): Promise<Lead>
  put(lead: Lead): void
}

/** @param idleSeconds how long one is kept that nobody needs */
export function createLeads(children: Children, idleSeconds: number): Leads {
  const idle = createIdle<Promise<Lead>>(idleSeconds, (lead) => void end(lead))

  async function start(): Promise<Lead> {
    return (await children.start<LeadCommand, LeadEvent>('lead')).child
  }

  /** Lets a start that nobody waits for any more fail quietly. */
  function park(starting: Promise<Lead>): void {
    idle.put(starting)
    starting.catch(() => idle.remove(starting))
  }

  return {
    async get(signal) {
      signal.throwIfAborted()
      const starting = idle.take() ?? start()
      const lead = await orAborted(starting, signal).catch((error: unknown) => {
        if (signal.aborted) park(starting)
        throw error
      })
      return lead.alive ? lead : this.get(signal)
    },
    put(lead) {
      if (lead.alive) idle.put(Promise.resolve(lead))
    },
  }
}

async function end(starting: Promise<Lead>): Promise<void> {
  const lead = await starting.catch(() => null)
  await lead?.kill()
}
