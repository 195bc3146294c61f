import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DataDirLocked, lockFolder } from '../../../daemon/io/lock.ts'
import { dataFolder } from '../../support/store-folder.ts'
import { bundle, start, wholeLines } from '../../support/store-program.ts'

const TOKENS = ['0123456789abcdef', 'fedcba9876543210']

/** A lock file as a process left it that is no more. */
function lockOfTheDead(token = TOKENS[0]): string {
  const { pid } = spawnSync(process.execPath, ['--version'])
  return JSON.stringify({ pid, started: 'long ago', token })
}

test('a folder is locked once, and the error has the first one’s pid', async () => {
  const dir = await dataFolder()
  await lockFolder(dir)
  const error = await lockFolder(dir).catch((reason) => reason)
  expect(error).toBeInstanceOf(DataDirLocked)
  expect(error.pid).toBe(process.pid)
  expect(error.message).toContain(String(process.pid))
})

test('a released folder can be locked again and has no left-overs', async () => {
  const dir = await dataFolder()
  await (await lockFolder(dir)).release()
  expect(await readdir(dir)).toEqual([])
  await (await lockFolder(dir)).release()
})

test('the folder is closed to other users, and so is the lock', async () => {
  const dir = join(await dataFolder(), 'made', 'deep')
  await lockFolder(dir)
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'lock'))).mode & 0o777).toBe(0o600)
})

test('the lock of a dead process is taken over', async () => {
  const dir = await dataFolder()
  await writeFile(join(dir, 'lock'), lockOfTheDead())
  await lockFolder(dir)
  expect(JSON.parse(await readFile(join(dir, 'lock'), 'utf8')).pid).toBe(process.pid)
  expect(await readdir(dir)).toEqual(['lock'])
})

test('a recycled pid is not taken for the owner', async () => {
  const dir = await dataFolder()
  const recycled = { pid: process.pid, started: 'another start', token: TOKENS[0] }
  await writeFile(join(dir, 'lock'), JSON.stringify(recycled))
  await expect(lockFolder(dir)).resolves.toBeDefined()
})

test.each(['', '{"pid":', '\0\0\0\0', '{"token":"../../x"}'])(
  'a lock file that says nothing (%j) does not stop the daemon',
  async (contents) => {
    const dir = await dataFolder()
    await writeFile(join(dir, 'lock'), contents)
    await lockFolder(dir)
    expect(await readdir(dir)).toEqual(['lock'])
  },
)

test('a takeover that died half way is itself taken over', async () => {
  const dir = await dataFolder()
  await writeFile(join(dir, 'lock'), lockOfTheDead(TOKENS[0]))
  await writeFile(join(dir, `lock.${TOKENS[0]}`), lockOfTheDead(TOKENS[1]))
  await lockFolder(dir)
  expect(await readdir(dir)).toEqual(['lock'])
})

test('of many starters on a dead lock, in one process, exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    const dir = await dataFolder()
    await writeFile(join(dir, 'lock'), lockOfTheDead())
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dir)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('of several processes racing for a killed owner’s lock exactly one wins, and all know its pid', async () => {
  const dir = await dataFolder()
  const script = await bundle('store-racer')
  const owner = start(script, dir)
  const ownerLines = wholeLines(owner)
  await ownerLines.next()
  owner.stdin?.write('go\n')
  expect((await ownerLines.next()).value).toBe(`won ${owner.pid}`)
  owner.kill('SIGKILL')
  await once(owner, 'exit')

  const racers = Array.from({ length: 4 }, () => wholeAnswers(start(script, dir)))
  const answers = await race(racers)
  const winners = answers.filter((answer) => answer.startsWith('won'))
  expect(winners).toHaveLength(1)
  const pid = winners[0]?.split(' ')[1]
  expect(answers.filter((answer) => answer === `lost ${pid}`)).toHaveLength(3)
})

function wholeAnswers(child: ReturnType<typeof start>) {
  return { child, lines: wholeLines(child) }
}

/** Lets all of them go at the same moment, and collects what they say. */
async function race(racers: ReturnType<typeof wholeAnswers>[]): Promise<string[]> {
  for (const { lines } of racers) await lines.next()
  for (const { child } of racers) child.stdin?.write('go\n')
  const answers: string[] = []
  for (const { lines } of racers) answers.push(String((await lines.next()).value))
  return answers
}
