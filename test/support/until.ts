// Waiting in tests for what has no event to wait for.

const PATIENCE_MS = 25_000

/** Looks until it is so; after 25 s, less than a test's own limit, it says what was seen instead. */
export async function until(
  check: () => Promise<boolean>,
  seen = () => 'what was waited for never came',
): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await check())) {
    if (Date.now() > giveUpAt) throw new Error(seen())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
