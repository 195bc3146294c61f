// Runs a few things at a time and keeps every outcome, so that one failure stops nothing else.

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

/**
 * Starts `work` for each item in order, at most `lanes` at once.
 *
 * @returns one promise an item, in order; none of them rejects
 */
export function runPool<I, T>(
  items: readonly I[],
  lanes: number,
  work: (item: I) => Promise<T>,
): Promise<Outcome<T>>[] {
  const places = items.map((item) => ({ item, ...openOutcome<T>() }))
  const queue = places.values()
  const lane = async () => {
    for (const { item, settle } of queue) settle(await outcomeOf(work, item))
  }
  for (let started = 0; started < lanes; started += 1) void lane()
  return places.map(({ outcome }) => outcome)
}

function openOutcome<T>() {
  let settle: (outcome: Outcome<T>) => void = () => {}
  const outcome = new Promise<Outcome<T>>((resolve) => {
    settle = resolve
  })
  return { outcome, settle }
}

async function outcomeOf<I, T>(work: (item: I) => Promise<T>, item: I): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work(item) }
  } catch (error) {
    return { ok: false, error }
  }
}
