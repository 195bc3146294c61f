// What --now and --tolerance say.
import { SIGNATURE_TOLERANCE_SECONDS } from '../../api/signature.ts'
import { wholeNumber } from '../../flag-values.ts'
import type { Flags } from '../../settings.ts'

export interface Times {
  /** Undefined without --now. */
  nowSeconds: number | undefined
  toleranceSeconds: number
}

/** Larger ones are milliseconds. */
const UNIX_MAX = 99_999_999_999

/** @throws UsageError for what is no number of seconds */
export function timesOf({ now, tolerance }: Flags): Times {
  const toleranceSeconds =
    typeof tolerance === 'string'
      ? wholeNumber('--tolerance', tolerance, 0, UNIX_MAX)
      : SIGNATURE_TOLERANCE_SECONDS
  return {
    nowSeconds: typeof now === 'string' ? wholeNumber('--now', now, 0, UNIX_MAX) : undefined,
    toleranceSeconds: toleranceSeconds === 0 ? Number.POSITIVE_INFINITY : toleranceSeconds,
  }
}
