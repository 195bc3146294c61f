// What a batch would cost and what of it would be refused. Pure: lengths and account are given.

import { isOrAre } from '../api/counted.ts'
import type { Account } from '../api/types.ts'
import { TooFewMinutes } from '../errors.ts'
import type { Probe } from '../local.ts'
import { minutes } from './budget.ts'

export interface Measured {
  input: string
  skipped: boolean
  /** Why it cannot be sent at all. */
  error?: unknown
  probe: Probe
}

export interface Estimate extends Measured {
  /** In the order in which they would show; empty when nothing stands against it. */
  problems: unknown[]
}

export interface Total {
  inputs: number
  skipped: number
  refused: number
  /** Inputs of unknown length, which count nothing below. */
  unknown: number
  duration_seconds: number
  minutes_needed: number
  /** Null when the account could not be asked. */
  minutes_left: number | null
  max_active_jobs: number | null
}

/** The limits that minutes have, from the account and from --max-minutes. */
export interface MinuteLimits {
  account: Account | null
  maxMinutes: number | undefined
}

/** In order, as the inputs would be charged: what does not fit is left out, what follows may fit. */
export function estimate(measured: Measured[], { account, maxMinutes }: MinuteLimits): Estimate[] {
  const left = {
    account: account?.minutes.remaining ?? Number.POSITIVE_INFINITY,
    allowed: maxMinutes ?? Number.POSITIVE_INFINITY,
  }
  return measured.map((item) => {
    const problems = [item.error, item.probe.failure].filter((problem) => problem != null)
    if (item.skipped || problems.length > 0) return { ...item, problems }
    const needed = item.probe.minutesNeeded
    const refusal = refusalOf(needed, left)
    if (refusal === null) {
      left.account -= needed ?? 0
      left.allowed -= needed ?? 0
    }
    return { ...item, problems: refusal === null ? [] : [refusal] }
  })
}

/** An input of unknown length takes some minutes at least. */
function refusalOf(needed: number | null, left: { account: number; allowed: number }) {
  const least = needed ?? 1
  const cost = needed === null ? 'its length is unknown' : `it needs ${minutes(needed)}`
  if (least > left.allowed) {
    return new TooFewMinutes('over_max_minutes', `${cost} and --max-minutes leaves ${left.allowed}`)
  }
  if (least > left.account) {
    const rest = Math.max(0, left.account)
    return new TooFewMinutes('insufficient_minutes', `${cost} and ${rest} ${isOrAre(rest)} left`)
  }
  return null
}

export function totalOf(estimates: Estimate[], account: Account | null): Total {
  const sent = estimates.filter(({ skipped }) => !skipped)
  const payable = sent.filter(({ error, probe }) => error === undefined && probe.failure === null)
  const sum = (values: (number | null)[]) =>
    values.reduce<number>((all, one) => all + (one ?? 0), 0)
  const seconds = sum(payable.map(({ probe }) => probe.durationSeconds))
  return {
    inputs: estimates.length,
    skipped: estimates.length - sent.length,
    refused: sent.filter(({ problems }) => problems.length > 0).length,
    unknown: payable.filter(({ probe }) => probe.durationSeconds === null).length,
    duration_seconds: Math.round(seconds * 1000) / 1000,
    minutes_needed: sum(payable.map(({ probe }) => probe.minutesNeeded)),
    minutes_left: account?.minutes.remaining ?? null,
    max_active_jobs: account?.limits.max_active_jobs ?? null,
  }
}
