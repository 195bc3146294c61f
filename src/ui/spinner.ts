// Shows that something is going on which has no percentage: a spinner on a terminal, one line
// elsewhere.
import type { Io } from '../io.ts'

/** Resolves or rejects with `work`; the spinner is gone by then. */
export async function showWork<T>(io: Io, text: string, work: Promise<T>): Promise<T> {
  if (io.progress !== 'live') {
    io.note(`${text} …`)
    return work
  }
  const spinner = (await openSpinner(io, text)).start()
  try {
    const result = await work
    spinner.succeed()
    return result
  } catch (error) {
    spinner.fail()
    throw error
  }
}

/** A spinner on stderr that is not turning yet; it takes no keys. */
export async function openSpinner(io: Io, text = '') {
  const { default: ora } = await import('ora')
  const color = io.coloured(io.stderr) ? 'cyan' : false
  return ora({ text, color, stream: io.stderr, discardStdin: false })
}
