import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHUNK_BYTES, chunkPlan } from '../../../daemon/rules/chunk-plan.ts'

describe('the chunk plan', () => {
  it('covers every byte once, in index order, with full chunks but the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (bytes) => {
        const plan = chunkPlan(bytes)
        let offset = 0
        plan.forEach((chunk, index) => {
          expect(chunk.index).toBe(index)
          expect(chunk.offset).toBe(offset)
          expect(chunk.size).toBeGreaterThan(0)
          if (index < plan.length - 1) expect(chunk.size).toBe(CHUNK_BYTES)
          offset += chunk.size
        })
        expect(offset).toBe(bytes)
      }),
    )
  })
})
