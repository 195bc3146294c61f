// The daemon's log: JSON lines on stderr. Lines leave in the background, so that a slow terminal
// or disk does not hold up answers, and the last ones are written when the process ends.
import { destination, type Logger, pino } from 'pino'

/** Nothing logs headers; if anything ever does, these stay out. */
const SECRETS = ['authorization', 'cookie', '["x-upload-token"]', '["idempotency-key"]']

export function createLog(level: string): Logger {
  const redact = SECRETS.map((name) => `req.headers${name.startsWith('[') ? '' : '.'}${name}`)
  return pino({ level, redact, base: { pid: process.pid } }, destination({ fd: 2, sync: false }))
}
