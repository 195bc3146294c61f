// The flags of `daemon team create|update` as the fields that the daemon sets; pure. A flag that
// is not given is not sent: a new team gets the default, an existing one keeps what it has.
import type { TeamInput } from '../../api/local.ts'
import { UsageError } from '../../errors.ts'
import { wholeNumber } from '../../flag-values.ts'
import type { Flags } from '../../settings.ts'

/** Flags that take a whole number: field, and the least that makes sense. */
const NUMBERS = {
  minutes: { field: 'minutes', least: 0 },
  topupMinutes: { field: 'topup_minutes', least: 0 },
  requestsPerMinute: { field: 'requests_per_minute', least: 1 },
  maxActiveJobs: { field: 'max_active_jobs', least: 0 },
  maxFileBytes: { field: 'max_file_bytes', least: 1 },
} as const satisfies Record<string, { field: keyof TeamInput; least: number }>

const MOST = 999_999_999_999_999

/** @throws UsageError naming the flag */
export function teamInputOf(flags: Flags): TeamInput {
  const input: TeamInput = {}
  for (const name of ['name', 'email'] as const) {
    const text = flags[name]
    if (typeof text !== 'string') continue
    if (text.trim() === '') throw new UsageError(`--${name} must not be empty`)
    input[name] = text
  }
  if (typeof flags.plan === 'boolean') input.plan = flags.plan
  if (flags.verified === true) input.verified = true
  if (flags.unverified === true) input.verified = false
  for (const [name, { field, least }] of Object.entries(NUMBERS)) {
    const text = flags[name]
    if (typeof text === 'string') input[field] = wholeNumber(longFlag(name), text, least, MOST)
  }
  return input
}

/** @throws UsageError when no flag says what to change */
export function teamChangesOf(flags: Flags): TeamInput {
  const input = teamInputOf(flags)
  if (Object.keys(input).length > 0) return input
  throw new UsageError('Nothing to change; name at least one value, such as --minutes 600')
}

function longFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
