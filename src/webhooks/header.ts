// What is wrong with a signature header that cannot be read.
import { SIGNATURE_HEADER } from '../api/signature.ts'

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
  [/\bt=(?!\d{1,15}(?!\w))/, 'Its time is no number of seconds'],
  [/^(?!.*\bv1=)/s, 'It has no v1'],
  [/\bv1=\s*(,|$)/, 'Its v1 is empty'],
  [/\bt=\d+\s+v1=/, 'Its parts stand apart by a blank instead of a comma'],
]
