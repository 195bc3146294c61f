// Keeps SPEC.md true: a rule must not go on naming a test that was renamed or removed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const table = readFileSync(join(import.meta.dirname, 'SPEC.md'), 'utf8')
const proofs = table
  .split(/\||<br>/)
  .map((cell) => /^ ?`([\w./-]+\.test\.ts)`: (.+?) ?$/.exec(cell))
  .flatMap((match) => (match ? [{ file: match[1] ?? '', title: match[2] ?? '' }] : []))

it('every test that SPEC.md names exists', () => {
  const missing = proofs.filter(({ file, title }) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    return !text.replaceAll("\\'", "'").includes(title)
  })

  expect(proofs.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})
