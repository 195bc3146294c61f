import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcess } from '../../../../daemon/io/speech/process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-process-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a speech child that has ended takes no command, and makes no fuss of it', async () => {
  const workerPath = join(folder, 'worker.mjs')
  await writeFile(workerPath, 'process.exit(3)')
  const engine = { family: 'moonshine', model: 'any', languages: [], files: {} } as const
  const config = { engine, vadModelPath: '', spoolFolder: folder }
  const child = startProcess<{ type: string }, never>({ workerPath, role: 'lead', config })
  await expect(child.ready()).rejects.toThrow(/exit code 3/)
  expect(() => child.send({ type: 'cancel' })).not.toThrow()
})
