// Verifies a delivery; the code that explains a failure is loaded when there is one.
import { type SignedDelivery, verifySignature } from '../api/signature.ts'
import type { NotVerified } from '../errors.ts'

export interface Judged extends SignedDelivery {
  body: Buffer
  /** Where the secret came from, in words. */
  secretSource: string
}

/** @returns null when the delivery is genuine and recent */
export async function judge(delivery: Judged): Promise<NotVerified | null> {
  const fault = verifySignature(delivery)
  if (fault === null) return null
  const { explain } = await import('./explain.ts')
  return explain({ ...delivery, fault })
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
