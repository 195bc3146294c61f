// Bodies arrive in buffers of up to 64 KiB that are garbage as soon as they are written. V8 counts
// them as memory outside its heap, and beyond a limit it goes through the whole heap for them:
// depending on where that limit happens to lie, every 32 MB of an upload, which costs more than
// the upload itself. To collect just what is young, a little earlier, takes half a millisecond.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_BYTES = 8 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')
setFlagsFromString('--no-expose-gc')

let passedBytes = 0

/** So many bytes came in buffers of their own and are done with. */
export function passed(bytes: number): void {
  passedBytes += bytes
  if (passedBytes < EVERY_BYTES) return
  passedBytes = 0
  collect({ type: 'minor' })
}
