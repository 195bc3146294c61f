// Random identifiers and secrets, and the hash under which secrets are kept.
import { hash, randomBytes } from 'node:crypto'

/** `<prefix>_` and 24 hex digits (96 random bits). */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** `<prefix>_` and 43 base64url characters (256 random bits). */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** Lower-case hex SHA-256. Enough for secrets of 256 random bits: there is nothing to guess. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** Names for what only the log tells apart: cheap, unique, and no secret. */
function newCounter(prefix: string): () => string {
  const run = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${prefix}_${run}${count.toString(36)}`
  }
}

/** Of one request, see the header X-Request-Id. */
export const newRequestId = newCounter('req')
