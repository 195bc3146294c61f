// Reading a named pipe so that it can be broken off. Node's own file streams read in a thread that
// nothing wakes while the writer is silent, and a process waits for its threads when it ends; the
// reads of a socket are events, and it takes any pipe.
import { closeSync, constants, open, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'

const openFile = promisify(open)
/** The thread that opens it may not have come so far yet. */
const AGAIN_MS = 20

/**
 * Opens it when a writer has; destroying the stream ends a read that waits.
 *
 * @throws the signal's reason; Error as of opening a file
 */
export async function openNamedPipe(path: string, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  let waking: NodeJS.Timeout | undefined
  const wake = () => {
    beWriter(path)
    waking = setInterval(() => beWriter(path), AGAIN_MS)
  }
  signal.addEventListener('abort', wake, { once: true })
  try {
    const fd = await openFile(path, 'r')
    const stream = new Socket({ fd, readable: true, writable: false })
    if (signal.aborted) stream.destroy()
    signal.throwIfAborted()
    return stream
  } finally {
    signal.removeEventListener('abort', wake)
    clearInterval(waking)
  }
}

/** For a moment: that ends the wait of whoever opens the pipe for reading. */
function beWriter(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch {
    // Nobody waits.
  }
}
