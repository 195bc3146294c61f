// The signature header as people hand it over, and what is wrong with one that cannot be read.
import { SIGNATURE_HEADER } from '../api/signature.ts'

/** The value of `t=…,v1=…`, also when the header's name stands before it. */
export function headerValue(text: string): string {
  const named = /^\s*([\w-]+)\s*:(.*)$/s.exec(text)
  const ours = named?.[1]?.toLowerCase() === SIGNATURE_HEADER.toLowerCase()
  return (ours ? (named[2] ?? '') : text).trim()
}

/** Why a header has no time or no digest, a sentence with what to do. */
export function headerFault(value: string): string {
  const right = 'it has the form t=<unix seconds>,v1=<hex digest>'
  const found = FAULTS.find(([pattern]) => pattern.test(value))
  return found === undefined ? `It lacks a time or a digest; ${right}.` : `${found[1]}; ${right}.`
}

/** The first that fits. */
const FAULTS: [RegExp, string][] = [
  [/^$/, 'It is empty or was not sent'],
  [/^["']|["']$/, 'It has quotes around it'],
  [/^[\w-]+\s*:/, `It has the name of another header than ${SIGNATURE_HEADER}`],
  [/^([0-9a-f]{2})+$|^[\w+/]{40,}=*$/i, 'It is a digest alone'],
  [/^sha\d+=/i, 'It is the header of another scheme'],
  [/;/, 'Its parts stand apart by a semicolon instead of a comma'],
  [/\b(T|V1)=/, 'Its names are in capitals'],
  [/\bt\s+=|\bt=\s|\bv1\s+=/, 'It has blanks around an equals sign'],
  [/\bt=\d+\.\d/, 'Its time has a fraction'],
  [/\bt=.*\bt=/, 'It has two times'],
  [/\bt=\d{4}-/, 'Its time is a date'],
  [/^(?!.*\bt=)/s, 'It has no t'],
  [/^(?!.*\bv1=)/s, 'It has no v1'],
]
