// What stands behind `v1=`, read as leniently as it can be: which bytes it means, by which
// algorithm, and which mistakes that takes. A right digest is 64 lower-case hexadecimal digits.
import type { Mistake } from './signing.ts'

export interface GivenDigest {
  /** The whole digest, or its beginning. */
  bytes: Buffer
  algorithm: string
  mistakes: Mistake[]
}

const ALGORITHMS: Record<number, string> = { 20: 'sha1', 48: 'sha384', 64: 'sha512' }
const SHA256_BYTES = 32
/** Fewer could be there by chance. */
const LEAST_BYTES = 8

/** All that the text may mean, the likeliest first. */
export function* givenDigests(text: string): Iterable<GivenDigest> {
  const bare = text.trim().replace(/^["']|["']$|^(sha\d+|v1)[=:]/gi, '')
  const wrapped = bare === text ? [] : [WRAPPED]
  for (const [bytes, mistakes] of decoded(bare)) {
    if (bytes.length < LEAST_BYTES) continue
    const all = [...wrapped, ...mistakes]
    const algorithm = ALGORITHMS[bytes.length]
    if (bytes.length === SHA256_BYTES) yield { bytes, algorithm: 'sha256', mistakes: all }
    if (algorithm !== undefined) {
      yield { bytes, algorithm, mistakes: [...all, otherAlgorithm(algorithm)] }
    }
    if (bytes.length < SHA256_BYTES) {
      yield { bytes, algorithm: 'sha256', mistakes: [...all, CUT] }
    }
  }
}

function* decoded(text: string): Iterable<[Buffer, Mistake[]]> {
  if (/^([0-9a-f]{2})+$/i.test(text)) {
    yield [Buffer.from(text, 'hex'), text === text.toLowerCase() ? [] : [UPPER_CASE]]
  } else if (/^[\w+/-]+={0,2}$/.test(text)) {
    yield [Buffer.from(text, 'base64'), [BASE64]]
  }
}

const UPPER_CASE: Mistake = {
  code: 'digest_upper_case',
  advice: 'The digest is in capitals; write its hexadecimal digits in lower case.',
}
const BASE64: Mistake = {
  code: 'digest_base64',
  advice: 'The digest is base64; write it as hexadecimal digits in lower case.',
}
const CUT: Mistake = {
  code: 'digest_cut',
  advice: 'The digest was cut off; copy all of its 64 digits.',
}
const WRAPPED: Mistake = {
  code: 'digest_wrapped',
  advice: 'The digest has something around it; nothing but its digits stands behind `v1=`.',
}

function otherAlgorithm(name: string): Mistake {
  return {
    code: `digest_${name}`,
    advice: `It was signed with HMAC-${name.toUpperCase()}; sign with HMAC-SHA256.`,
  }
}
