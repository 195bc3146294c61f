// The leads: started when one is wanted and none is idle, kept for the next job, replaced when they
// died. Whoever gives up while a lead starts leaves it to the next.
import { orAborted } from '../../or-aborted.ts'
import type { LeadCommand, LeadEvent } from '../../speech/protocol.ts'
import type { Children } from './children.ts'
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

export function createLeads(children: Children): Leads {
  let idle: Promise<Lead>[] = []

  async function start(): Promise<Lead> {
    return (await children.start<LeadCommand, LeadEvent>('lead')).child
  }

  /** Lets a start that nobody waits for any more fail quietly. */
  function park(starting: Promise<Lead>): void {
    idle.push(starting)
    starting.catch(() => {
      idle = idle.filter((other) => other !== starting)
    })
  }

  return {
    async get(signal) {
      signal.throwIfAborted()
      const starting = idle.pop() ?? start()
      const lead = await orAborted(starting, signal).catch((error: unknown) => {
        if (signal.aborted) park(starting)
        throw error
      })
      return lead.alive ? lead : this.get(signal)
    },
    put(lead) {
      if (lead.alive) idle.push(Promise.resolve(lead))
    },
  }
}
