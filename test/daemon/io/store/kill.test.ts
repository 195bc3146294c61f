import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dataFolder, openQuiet } from '../../../support/store-folder.ts'
import { bundle, start, wholeLines } from '../../../support/store-program.ts'

const KILLS = 10

test('kill -9 at any moment loses no acknowledged commit and shows no half one', async () => {
  const dir = await dataFolder()
  const script = await bundle('store-writer')
  const acknowledged = new Map<string, string>()
  for (let run = 0; run < KILLS; run++) {
    for (const [id, name] of await writeAndKill(script, dir, run)) {
      expect(acknowledged.has(id), 'a sequence number was handed out twice').toBe(false)
      acknowledged.set(id, name)
    }
    await expectAll(dir, acknowledged)
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS * 10)
}, 60_000)

/** Lets the program write for a while after its first commit. @returns what it acknowledged */
async function writeAndKill(script: string, dir: string, run: number) {
  const child = start(script, dir, `run${run}`)
  const exited = once(child, 'exit')
  const pairs: [string, string][] = []
  let killed: Promise<void> | undefined
  for await (const line of wholeLines(child)) {
    const [sequence, name = ''] = line.split(' ')
    pairs.push([`tr_${sequence}`, name])
    killed ??= setTimeout(50 + 37 * run).then(() => void child.kill('SIGKILL'))
  }
  await Promise.all([exited, killed])
  return pairs
}

async function expectAll(dir: string, acknowledged: Map<string, string>): Promise<void> {
  const store = await openQuiet(dir)
  for (const [id, name] of acknowledged) expect(store.get('users', id)?.email).toBe(name)
  const halves = [
    store.find('transcriptions', 'by_team', 'team_1').map(({ id }) => id),
    store.find('users', 'by_team', 'pairs').map(({ id }) => id),
  ]
  expect(new Set(halves[0])).toEqual(new Set(halves[1]))
  await store.close()
}
