// How an upload is divided. Pure.
import type { Chunk } from '../../src/api/types.ts'

/** Every chunk but the last has this size (8 MiB, a valid part size of object stores too). */
export const CHUNK_BYTES = 8 * 1024 * 1024

/**
 * Splits an upload into the chunks the client must send.
 *
 * @param sizeBytes whole file, at least 1
 * @returns in index order; offsets run on from 0; every chunk is CHUNK_BYTES but the last
 */
export function chunkPlan(sizeBytes: number): Chunk[] {
  return Array.from({ length: Math.ceil(sizeBytes / CHUNK_BYTES) }, (_, index) => {
    const offset = index * CHUNK_BYTES
    return { index, offset, size: Math.min(CHUNK_BYTES, sizeBytes - offset) }
  })
}
