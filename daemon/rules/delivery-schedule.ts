// When a webhook is attempted again.

/** Any 2xx answer is a delivery; redirects are not followed and count as refusals. */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/**
 * When the next attempt is due after a failed one.
 *
 * @param attemptsMade the failed one included, from 1
 * @param waitsSeconds between the attempts: one more attempt than there are waits
 * @param endedMs when the failed one ended, Unix ms
 * @returns Unix ms, or null when that was the last one
 */
export function nextAttemptMs(
  attemptsMade: number,
  waitsSeconds: readonly number[],
  endedMs: number,
): number | null {
  const waitSeconds = waitsSeconds[attemptsMade - 1]
  return waitSeconds === undefined ? null : endedMs + waitSeconds * 1000
}
