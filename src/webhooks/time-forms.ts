// Usual mistakes with the time that is signed before the body: missing, in milliseconds, with
// another separator, or of another attempt of the same delivery.
import { type Form, form, type Signing } from './signing.ts'

const MS = 1000
/** From here on a number of seconds is taken for milliseconds: the year 5138. */
export const MILLISECONDS_FROM = 100_000_000_000
/** A little more than the attempts of one delivery take. */
const ATTEMPTS_SECONDS = 4000
const HALF_HOUR_SECONDS = 1800
const HALF_HOURS = 28

/** @param timestamp `t` of the header */
export function times(timestamp: number): (signing: Signing) => Iterable<Form> {
  return function* (signing) {
    for (const [prefix, code, advice] of prefixes(timestamp)) {
      yield form({ ...signing, prefix }, code, advice)
    }
    const body = Buffer.concat([signing.body, Buffer.from(`.${timestamp}`)])
    const advice = 'The time was signed behind the body; sign `<t>.<body>`.'
    yield form({ ...signing, prefix: '', body }, 'time_behind_body', advice)
  }
}

function* prefixes(timestamp: number): Iterable<[string, string, string]> {
  const sign = 'sign `<t>.<body>`'
  yield ['', 'time_not_signed', `The body was signed without the time before it; ${sign}.`]
  if (timestamp >= MILLISECONDS_FROM) {
    const advice =
      't is in milliseconds, but seconds were signed; put Unix seconds into the header.'
    yield [`${Math.floor(timestamp / MS)}.`, 'header_in_milliseconds', advice]
  } else {
    yield [`${timestamp * MS}.`, 'signed_in_milliseconds', SIGNED_MS]
  }
  for (const separator of ['', ':', ',', ' ', '\n', '-', '|']) {
    const advice = `There was no dot between time and body when it was signed; ${sign}.`
    yield [`${timestamp}${separator}`, 'dot_missing', advice]
  }
  const named = `\`t=\` was signed with the time; ${sign}, the bare number.`
  yield [`t=${timestamp}.`, 'time_with_name', named]
}

const SIGNED_MS = 'Milliseconds were signed, but t is in seconds; sign the seconds of the header.'

/** The same body signed at another time; a long list, for when nothing else fits. */
export function otherTimes(timestamp: number): (signing: Signing) => Iterable<Form> {
  return function* (signing) {
    for (const [time, code, advice] of around(timestamp)) {
      if (time >= 0) yield form({ ...signing, prefix: `${time}.` }, code, advice)
    }
  }
}

function* around(timestamp: number): Iterable<[number, string, string]> {
  for (let ms = 1; ms < MS; ms += 1) {
    yield [timestamp * MS + ms, 'signed_in_milliseconds', SIGNED_MS]
  }
  for (let off = 1; off <= ATTEMPTS_SECONDS; off += 1) {
    yield [timestamp + off, 'time_of_another', otherTime(off)]
    yield [timestamp - off, 'time_of_another', otherTime(-off)]
  }
  for (let half = 1; half <= HALF_HOURS; half += 1) {
    for (const off of [half * HALF_HOUR_SECONDS, -half * HALF_HOUR_SECONDS]) {
      yield [timestamp + off, 'time_of_another', otherTime(off)]
    }
  }
}

function otherTime(offSeconds: number): string {
  const when = `${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'later' : 'earlier'} than t`
  return `v1 was made for a time ${when}; take t and v1 from the same header.`
}
