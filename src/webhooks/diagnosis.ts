// Finds out why a signature does not match: undoes the usual mistakes one by one, then two at a
// time, until the digest fits. The caller holds the secret, so there is nothing to give away; the
// digest that would be right is still never shown. The work is bounded, whatever was sent.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ParsedSignature } from '../api/signature.ts'
import { edges, encodings } from './body-forms.ts'
import { type GivenDigest, givenDigests } from './digest-forms.ts'
import { jsonForms } from './json-forms.ts'
import { secrets } from './secret-forms.ts'
import type { Form, Forms, Mistake, Signing } from './signing.ts'
import { otherTimes, times } from './time-forms.ts'

/** What is digested at most, in bytes; about half a second. */
const WORK_MAX_BYTES = 128_000_000
/** What one attempt costs beside its body, in bytes. */
const ATTEMPT_BYTES = 2000
/** A header may name any number of digests; a genuine one has a few. */
const DIGESTS_MAX = 6

export interface Mismatch {
  secret: string
  body: Buffer
  signature: ParsedSignature
}

/**
 * @returns the mistakes that, undone, make the signature match: one to three; empty when none of
 *   the usual ones fits
 */
export function findMistakes({ secret, body, signature }: Mismatch): Mistake[] {
  const { timestamp } = signature
  const given = signature.digests.slice(0, DIGESTS_MAX).flatMap((text) => [...givenDigests(text)])
  const asGiven = { secret, prefix: `${timestamp}.`, body }
  let workBytes = 0
  for (const { signing, mistakes } of attempts(asGiven, timestamp)) {
    const fitting = given.find((digest) => fits(digest, signing))
    if (fitting !== undefined) return [...mistakes, ...fitting.mistakes]
    workBytes += given.length * (signing.body.length + ATTEMPT_BYTES)
    if (given.length === 0 || workBytes > WORK_MAX_BYTES) break
  }
  return []
}

/** The simplest and likeliest first: the digest's writing alone, one mistake, two, other times. */
function* attempts(asGiven: Signing, timestamp: number): Iterable<Form> {
  const start: Form = { signing: asGiven, mistakes: [] }
  const time = times(timestamp)
  yield start
  yield* mistaken(start, [edges, encodings, jsonForms, secrets, time], 1)
  yield* mistaken(start, [encodings, edges, secrets, time], 2)
  // JSON that is written anew has lost what was at its edges, so these come after it.
  yield* mistaken(start, [encodings, jsonForms, edges, secrets, time], 2)
  yield* mistaken(start, [otherTimes(timestamp)], 1)
}

/** `count` mistakes of different kinds, in the order of the kinds. */
function* mistaken(start: Form, kinds: Forms[], count: number): Iterable<Form> {
  for (const [index, forms] of kinds.entries()) {
    for (const { signing, mistakes } of forms(start.signing)) {
      const next = { signing, mistakes: [...start.mistakes, ...mistakes] }
      if (count === 1) yield next
      else yield* mistaken(next, kinds.slice(index + 1), count - 1)
    }
  }
}

function fits({ bytes, algorithm }: GivenDigest, { secret, prefix, body }: Signing): boolean {
  const right = createHmac(algorithm, secret).update(prefix).update(body).digest()
  return timingSafeEqual(right.subarray(0, bytes.length), bytes)
}
