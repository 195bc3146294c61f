import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import proto from 'onnx-proto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeModel, node } from '../../../daemon/models/onnx-graph.ts'
import { quicken } from '../../../daemon/models/quicken.ts'
import { ensureTestModels } from '../../support/models.ts'

const NAMES = { encoder: 'encoder.onnx', decoder: 'decoder.onnx' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-quicken-'))
  const { encoder = '', decoder = '' } = (await ensureTestModels()).files
  await copyFile(encoder, join(folder, NAMES.encoder))
  await copyFile(decoder, join(folder, NAMES.decoder))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the quick form of the decoder', () => {
  it('is kept when it writes what the published one writes', async () => {
    const { files, problem } = await quicken(folder, NAMES)
    expect(problem).toBeNull()
    expect(await readdir(folder)).toEqual(expect.arrayContaining(Object.values(files)))
    expect(Object.keys(files)).toEqual(['cross', 'step'])
  })

  it('is dropped when it writes something else', async () => {
    const path = join(folder, NAMES.decoder)
    await writeFile(path, withOtherBeginning(await readFile(path)))
    expect(await quicken(folder, NAMES)).toEqual({
      files: {},
      problem: 'it wrote other words than the published one',
    })
    expect((await readdir(folder)).toSorted()).toEqual(Object.values(NAMES).toSorted())
  })

  it('is dropped when it cannot be made, and the reason is told', async () => {
    await writeFile(join(folder, NAMES.decoder), '')
    const { files, problem } = await quicken(folder, NAMES)
    expect(files).toEqual({})
    expect(problem).toMatch(/could not be tried: Error: not a merged decoder/)
  })

  it('is not waited for by who gives up', async () => {
    const canceler = new AbortController()
    const work = quicken(folder, NAMES, canceler.signal)
    canceler.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})

/** The branch for the first token prefers what it should like least; the edit does without it. */
function withOtherBeginning(bytes: Uint8Array): Uint8Array {
  const model = decodeModel(bytes)
  const branch = model.graph?.node?.[0]?.attribute?.find(({ name }) => name === 'else_branch')?.g
  const logits = branch?.output?.find(({ name }) => name?.includes('logits'))?.name ?? ''
  for (const each of branch?.node ?? [])
    each.output = each.output?.map((name) => (name === logits ? 'liked' : name)) ?? []
  branch?.node?.push(node('Neg', ['liked'], [logits]))
  return proto.onnx.ModelProto.encode(model).finish()
}
