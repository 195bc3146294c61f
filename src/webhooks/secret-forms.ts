// Usual mistakes with the signing secret. The key of the HMAC is the text of the whole secret,
// prefix included; many libraries of other services take a part of it, or decode it.
import { type Form, form, type Signing } from './signing.ts'

const PREFIX = 'whsec_'
const WHOLE = `sign with the text of the whole secret, ${PREFIX} included`

export function* secrets(signing: Signing): Iterable<Form> {
  const given = String(signing.secret)
  for (const [secret, code, advice] of mistaken(given)) {
    if (secret.length > 0) yield form({ ...signing, secret }, code, advice)
  }
}

function* mistaken(given: string): Iterable<[string | Uint8Array, string, string]> {
  const bare = given.replace(/^[\s'"]+|[\s'"]+$/g, '')
  if (bare !== given) {
    const advice = 'The secret was given with white space or quotes around it; take them off.'
    yield [bare, 'secret_wrapped', advice]
  }
  const newline = `It was signed with a newline at the end of the secret; ${WHOLE}, and no more.`
  yield [`${given}\n`, 'secret_newline', newline]
  const rest = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : null
  if (rest === null) {
    const advice = `The secret was given without its prefix; give all of it, ${PREFIX} included.`
    yield [PREFIX + given, 'secret_lacks_prefix', advice]
  } else {
    const advice = `It was signed with the secret without its prefix; ${WHOLE}.`
    yield [rest, 'secret_without_prefix', advice]
  }
  yield* encoded(given, rest ?? given)
}

function* encoded(given: string, rest: string): Iterable<[string | Uint8Array, string, string]> {
  const decoded = Buffer.from(given, 'base64')
  if (decoded.toString().startsWith(PREFIX)) {
    const advice = 'The secret was given as base64; decode it once.'
    yield [decoded.toString().trimEnd(), 'secret_is_base64', advice]
  }
  const advice = (how: string) => `It was signed with the secret ${how}; ${WHOLE}.`
  yield [Buffer.from(rest, 'base64'), 'secret_base64_decoded', advice('decoded from base64')]
  yield [decoded, 'secret_base64_decoded', advice('decoded from base64, prefix included')]
  if (/^([0-9a-f]{2})+$/i.test(rest)) {
    yield [Buffer.from(rest, 'hex'), 'secret_hex_decoded', advice('decoded from hex')]
  }
}
