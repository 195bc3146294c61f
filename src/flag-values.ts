// What flags take: numbers and choices, each refused with a message that names the flag. Stricter
// than Number(): no exponents, no hexadecimal, no blanks, as those are mistakes on a command line.
import { UsageError } from './errors.ts'

/** @throws UsageError unless `text` is a whole number from `least` to `most` */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`)
}

/** @throws UsageError unless `text` is a number, 0 or more */
export function plainNumber(flag: string, text: string): number {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text)
  throw new UsageError(`${flag} takes a number, 0 or more, not "${text}"`)
}

/** @throws UsageError unless `text` is one of `choices` */
export function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new UsageError(`${flag} takes one of ${choices.join(', ')}, not "${text}"`)
}

/** @throws UsageError unless `text` says yes or no in one of the usual ways */
export function yesOrNo(flag: string, text: string): boolean {
  if (/^(true|yes|on|1)$/i.test(text)) return true
  if (/^(false|no|off|0)$/i.test(text)) return false
  throw new UsageError(`${flag} takes true or false, not "${text}"`)
}

/** @throws UsageError unless `text` could be a language tag; which ones count, the server knows */
export function languageTag(flag: string, text: string): string {
  if (/^[a-z]{2,8}([-_][a-z\d]{1,8}){0,3}$/i.test(text)) return text
  throw new UsageError(`${flag} takes a language tag such as en or pt-BR, not "${text}"`)
}

/** @throws UsageError unless `text` is the address of something on the web */
export function webAddress(flag: string, text: string): string {
  if (/^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)) return text
  throw new UsageError(`${flag} takes an http(s) address, not "${text}"`)
}

/** @throws UsageError unless `text` can travel in a header: 1 to `most` printable ASCII characters */
export function headerText(flag: string, text: string, most: number): string {
  if (/^[\x20-\x7e]+$/.test(text) && text.trim() === text && text.length <= most) return text
  throw new UsageError(`${flag} takes 1 to ${most} letters, digits and signs of ASCII`)
}
