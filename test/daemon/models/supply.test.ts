import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requireModel, VAD_MODEL } from '../../../daemon/models/catalogue.ts'
import { modelDir } from '../../../daemon/models/installed.ts'
import type { PullProgress } from '../../../daemon/models/pull.ts'
import { createSupply } from '../../../daemon/models/supply.ts'
import { ensureTestModels, modelCacheDir } from '../../support/models.ts'

const MODEL = 'moonshine-base-en'

let cacheDir: string
let mirror: Server
let asked: string[]

beforeEach(async () => {
  await ensureTestModels()
  cacheDir = await mkdtemp(join(tmpdir(), 'scribe-supply-'))
  const detector = requireModel(VAD_MODEL)
  await cp(modelDir(detector, modelCacheDir()), modelDir(detector, cacheDir), { recursive: true })
  asked = []
  const files = Object.values(requireModel(MODEL).files)
  mirror = createServer((request, response) => {
    asked.push(request.url ?? '')
    const file = files.find(({ source }) => request.url === `/models/${source}`)
    if (file === undefined) response.writeHead(404).end()
    else response.end(Buffer.alloc(file.bytes ?? 0))
  })
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  mirror.close()
  await rm(cacheDir, { recursive: true })
})

it('a daemon pulls once from the mirror that is set, however many need the model', async () => {
  const seen: (PullProgress | null)[] = []
  const supply = createSupply({
    model: MODEL,
    cacheDir,
    mirror: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/models`,
    onPull: (progress) => seen.push(progress),
    log: { info: () => {}, warn: () => {} },
  })
  const [one, other] = await Promise.all([supply(), supply()])
  expect(one).toEqual(other)
  expect(asked).toHaveLength(2)
  expect(seen.at(-2)).toMatchObject({ model: MODEL, receivedBytes: 63_011_933 })
  expect(seen.at(-1)).toBeNull()
})
