// A failed verification in words: what is wrong, which usual mistake explains it, what to do.
// Imported on failure only, as most deliveries are genuine.
import {
  type ParsedSignature,
  parseSignatureHeader,
  SIGNATURE_TOLERANCE_SECONDS,
  type SignatureFault,
  type SignedDelivery,
} from '../api/signature.ts'
import { NotVerified } from '../errors.ts'
import { clockFault, spanOf } from './clock.ts'
import { findMistakes } from './diagnosis.ts'
import { headerFault } from './header.ts'

export interface Failed extends SignedDelivery {
  body: Buffer
  fault: SignatureFault
  /** Where the secret came from, in words. */
  secretSource: string
}

export function explain(failed: Failed): NotVerified {
  const signature = parseSignatureHeader(failed.header ?? '')
  if (signature === null) return malformed(failed)
  return failed.fault === 'no_matching_signature'
    ? unmatched(failed, signature)
    : untimely(failed, signature)
}

function malformed({ header }: Failed): NotVerified {
  const hint = headerFault(header ?? '')
  const details = { reason: 'malformed_header' as const, mistakes: [], hint }
  return new NotVerified('The signature header is malformed', details)
}

function untimely({ fault, nowSeconds, ...rest }: Failed, signature: ParsedSignature): NotVerified {
  const { toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS } = rest
  const { code, off, advice } = clockFault(signature.timestamp, nowSeconds)
  const message = `The signature is right, but ${off}; ${spanOf(toleranceSeconds)} are allowed`
  return new NotVerified(message, { reason: fault, mistakes: [code], hint: advice })
}

function unmatched(failed: Failed, signature: ParsedSignature): NotVerified {
  const { secret, body, nowSeconds, fault } = failed
  const { toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS } = failed
  const mistakes = findMistakes({ secret, body, signature })
  const { off } = clockFault(signature.timestamp, nowSeconds)
  const isLate = Math.abs(nowSeconds - signature.timestamp) > toleranceSeconds
  const hint = mistakes.map(({ advice }) => advice).join(' ') || unexplained(failed)
  const message = `No signature of the header matches the body${isLate ? `, and ${off}` : ''}`
  return new NotVerified(message, {
    reason: fault,
    mistakes: mistakes.map(({ code }) => code),
    hint,
  })
}

function unexplained({ body, secretSource }: Failed): string {
  if (body.length === 0) {
    return 'The body is empty; something read the request before its bytes were kept.'
  }
  return (
    'No usual mistake explains it: the body was changed, the header is of another delivery, or ' +
    `the secret (from ${secretSource}) is of another team or was rotated.`
  )
}
