// A program of the user's own in the place of a model, under real recognisers: it ends when its
// recogniser does, whatever ends that.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { commandEngine } from '../../../daemon/models/engine.ts'
import { hear, openSpeech, resolveModel } from '../../support/speech.ts'
import { until } from '../../support/until.ts'

const PROGRAM = resolve('test/fixtures/engine/speech-program.js')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-command-'))
  // The recognisers' own, so that nobody else's files lie there.
  vi.stubEnv('TMPDIR', folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

function open(command: string) {
  return openSpeech({
    resolveModel: async () => ({ ...(await resolveModel()), engine: commandEngine(command) }),
  })
}

it('a program of the user transcribes a file', async () => {
  const { speech } = open(`${PROGRAM} text`)
  const { segments } = await hear(speech, 'speech.wav', { language: 'en' })
  expect(segments.map(({ text }) => text)).toEqual(['Hello there en.'])
  await speech.close()
})

it.each(['closing', 'canceling'])(
  'a program that hangs, all that it started, and its files are gone after %s',
  async (how) => {
    const log = join(folder, how)
    const { speech } = open(`${PROGRAM} hang {wav} en "${log}"`)
    const canceler = new AbortController()
    const heard = hear(speech, 'speech.wav', { signal: canceler.signal })
    heard.catch(() => {})
    let pids: number[] = []
    await until(async () => {
      pids = (await readFile(log, 'utf8').catch(() => '')).split(' ').map(Number)
      return pids.length === 2
    })
    if (how === 'closing') await speech.close()
    else canceler.abort(new Error('canceled'))
    await expect(heard).rejects.toThrow()
    let left: unknown
    await until(
      async () => {
        left = { alive: pids.filter(isAlive), files: await leftOvers() }
        return JSON.stringify(left) === '{"alive":[],"files":[]}'
      },
      () => JSON.stringify(left),
    )
    await speech.close()
  },
)

async function leftOvers(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('scribe-speech-'))
}

/** A process that nobody has asked for its end (a zombie, where init is none) is not alive. */
function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'))
}
