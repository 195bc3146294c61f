// One point that the doctor looks at.

export interface CheckResult {
  status: 'ok' | 'warn' | 'fail'
  /** What was found. */
  message: string
  /** What to do about it; null when there is nothing to do. */
  fix: string | null
}

export const ok = (message: string): CheckResult => ({ status: 'ok', message, fix: null })
export const warn = (message: string, fix: string): CheckResult => ({
  status: 'warn',
  message,
  fix,
})
export const fail = (message: string, fix: string): CheckResult => ({
  status: 'fail',
  message,
  fix,
})
