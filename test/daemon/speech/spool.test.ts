import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSpool, readSpooled } from '../../../daemon/speech/spool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-spool-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The longest piece there can be, with a value of its own in each sample. */
const long = (start: number) => Float32Array.from({ length: 240_000 }, (_, i) => start + i / 1e6)

it('a piece is read as it was written, whatever lies in the other slots', () => {
  const spool = openSpool(folder)
  const written = [long(0), long(1), new Float32Array([Math.PI]), long(2).subarray(1000)]
  const placed = written.map((samples, slot) => spool.put(slot, samples))
  expect(placed.map(readSpooled)).toEqual(written)
})

it('a slot is used again', () => {
  const spool = openSpool(folder)
  spool.put(1, long(0))
  expect(readSpooled(spool.put(1, new Float32Array([1, 2])))).toEqual(new Float32Array([1, 2]))
})
