// Random identifiers and secrets, and the hash under which secrets are kept.
import { createHash, randomBytes } from 'node:crypto'

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
  return createHash('sha256').update(text).digest('hex')
}
