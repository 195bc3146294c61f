import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireOwnFolder } from '../../../daemon/io/data-folder.ts'
import { startDaemon } from '../../support/daemon.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe-test-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the data folder', () => {
  it('may be missing or empty', async () => {
    await requireOwnFolder(join(dir, 'missing'))
    await requireOwnFolder(dir)
  })

  it('that holds other files is refused and left as it is', async () => {
    await writeFile(join(dir, 'thesis.txt'), 'mine')
    const before = (await stat(dir)).mode

    await expect(startDaemon({ dataDir: dir })).rejects.toMatchObject({ name: 'ForeignFolder' })
    expect((await stat(dir)).mode).toBe(before)
  })
})
