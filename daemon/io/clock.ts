// The real clock.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
}
