import { describe, expect, it } from 'vitest'
import { chunkUrlTemplate } from '../../../src/client/chunk-url.ts'

const BELOW = 'transcriptions/tr_1/upload/chunks/{index}'

describe('chunkUrlTemplate', () => {
  it.each([
    ['http://api.test/v1', 'http://api.test/v1'],
    ['https://api.test/v1', 'https://api.test/v1'],
    ['https://api.test/v1', 'https://uploads.test/v1'],
    ['https://api.test/v1', 'http://uploads.test/v1'],
    ['http://localhost:4780/v1', 'http://127.0.0.1:4780/v1'],
  ])('below %s takes %s as the server names it', (base, named) => {
    expect(chunkUrlTemplate(base, `${named}/${BELOW}`)).toBe(`${named}/${BELOW}`)
  })

  it.each([
    ['https://api.test/v1', 'http://api.test/v1'],
    ['https://api.test:8443/v1', 'http://api.test:8443/v1'],
    ['https://api.test/v1', 'http://api.test:80/v1'],
  ])('keeps to the encryption of %s where the server names %s', (base, named) => {
    expect(chunkUrlTemplate(base, `${named}/${BELOW}`)).toBe(`${base}/${BELOW}`)
  })
})
