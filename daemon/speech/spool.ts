// Where the samples of the pieces lie on their way from a lead to a recogniser: in a small file of
// the lead, used round and round. It never leaves the page cache for long, and the audio does not
// pass through the daemon, whose event loop answers requests (as messages, two recognisers took
// 5 % of it).
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_PIECE_SECONDS, type Spooled } from './protocol.ts'
import { SAMPLE_RATE } from './timeline.ts'

export interface Spool {
  /** Writes a piece over what was in this slot before. */
  put(slot: number, samples: Float32Array): Spooled
  /** The job is over: none of its audio stays on the disk. */
  clear(): void
}

const BYTES_PER_SAMPLE = Float32Array.BYTES_PER_ELEMENT
/** A piece may be longer than it should by less than a second. */
const SLOT_BYTES = (MAX_PIECE_SECONDS + 1) * SAMPLE_RATE * BYTES_PER_SAMPLE

/** The spool file of the lead with this process id. */
export function spoolPath(folder: string, pid: number): string {
  return join(folder, `${pid}.f32`)
}

/** Opens this process's spool, which stays open as long as the process lives. */
export function openSpool(folder: string): Spool {
  const path = spoolPath(folder, process.pid)
  const file = openSync(path, 'w', 0o600)
  return {
    put(slot, samples) {
      const startByte = slot * SLOT_BYTES
      writeSync(
        file,
        new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
        0,
        samples.byteLength,
        startByte,
      )
      return { path, startByte, sampleCount: samples.length }
    },
    clear: () => ftruncateSync(file),
  }
}

/** @returns 16 kHz mono samples, in memory of their own */
export function readSpooled({ path, startByte, sampleCount }: Spooled): Float32Array {
  const samples = new Float32Array(sampleCount)
  const file = openSync(path, 'r')
  try {
    readSync(file, samples, 0, samples.byteLength, startByte)
  } finally {
    closeSync(file)
  }
  return samples
}
