// What a recogniser must have done before it dies: end the programs that it has started and delete
// their files. It dies by SIGKILL as soon as its channel to the daemon closes (child.ts), which is
// how the daemon ends one that may have such programs, and how the daemon's own death shows.

const acts = new Set<() => void>()
let listens = false

/**
 * @param act synchronous and quick
 * @returns takes it back, when there is nothing left to do
 */
export function beforeDeath(act: () => void): () => void {
  if (!listens) process.prependListener('disconnect', runAll)
  listens = true
  acts.add(act)
  return () => void acts.delete(act)
}

function runAll(): void {
  for (const act of acts) act()
}
