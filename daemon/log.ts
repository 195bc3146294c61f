// The daemon's log: JSON lines on stderr. Lines leave together and in the background, so that a
// slow terminal or disk does not hold up answers; the last ones are written when the process ends.
import { destination, type Logger, pino } from 'pino'

/** Lines leave when there are so many bytes of them, or after so many ms. */
const BATCH = { minLength: 4096, periodicFlush: 100 }

/** Nothing logs headers; if anything ever does, these stay out. */
const SECRETS = ['authorization', 'cookie', '["x-upload-token"]', '["idempotency-key"]']

export function createLog(level: string): Logger {
  const redact = SECRETS.map((name) => `req.headers${name.startsWith('[') ? '' : '.'}${name}`)
  const base = { pid: process.pid }
  return pino({ level, redact, base }, destination({ fd: 2, sync: false, ...BATCH }))
}
