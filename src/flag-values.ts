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
