// The pool of real speech children: turns, cancelation, and children that die or hang.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hear,
  makeLongMedia,
  openSpeech,
  resolveModel,
  SPOKEN,
  signal,
  WORKER_PATH,
} from '../../support/speech.ts'

let folder: string
let long: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-speech-'))
  long = makeLongMedia(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the pool of speech children', () => {
  it('stops a canceled job within a second, and the child takes the next', async () => {
    const { speech, pid } = openSpeech()
    const canceler = new AbortController()
    const started = signal()
    const heard = hear(speech, long, { segment: () => started.reach(), signal: canceler.signal })
    await started.reached
    const child = pid()
    const before = performance.now()
    canceler.abort(new Error('canceled'))
    await expect(heard).rejects.toThrow('canceled')
    expect(performance.now() - before).toBeLessThan(1000)
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    expect(pid()).toBe(child)
    await speech.close()
  })

  it('ends the attempt when the child is killed, and starts another for the next', async () => {
    const { speech, pid } = openSpeech()
    const started = signal()
    const heard = hear(speech, long, { segment: () => started.reach() })
    await started.reached
    process.kill(pid(), 'SIGKILL')
    await expect(heard).rejects.toMatchObject({
      name: 'SpeechCrash',
      message: expect.stringContaining('SIGKILL'),
    })
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    await speech.close()
  })

  it('kills a child that falls silent', async () => {
    const { speech, pid } = openSpeech({ silenceSeconds: 6 })
    await hear(speech, 'speech.wav')
    const child = pid()
    const heard = hear(speech, long, { media: async () => void process.kill(child, 'SIGSTOP') })
    await expect(heard).rejects.toMatchObject({ name: 'SpeechCrash' })
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    await speech.close()
  })

  it('kills a child that does not stop when told', async () => {
    const { speech, pid } = openSpeech()
    const canceler = new AbortController()
    const started = signal()
    const heard = hear(speech, long, { segment: () => started.reach(), signal: canceler.signal })
    await started.reached
    process.kill(pid(), 'SIGSTOP')
    const before = performance.now()
    canceler.abort(new Error('canceled'))
    await expect(heard).rejects.toThrow('canceled')
    expect(performance.now() - before).toBeLessThan(1500)
    await speech.close()
  })

  it('lets jobs beyond the number of workers wait their turn', async () => {
    const { speech } = openSpeech({ workers: 1 })
    const order: string[] = []
    const job = (name: string) =>
      hear(speech, 'speech.wav', { media: async () => void order.push(`${name} begins`) }).then(
        () => order.push(`${name} ends`),
      )
    await Promise.all([job('first'), job('second')])
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
    await speech.close()
  })

  it('cancels a job that waits for its turn', async () => {
    const { speech } = openSpeech({ workers: 1 })
    const running = hear(speech, 'speech.wav')
    const canceler = new AbortController()
    const waiting = hear(speech, 'speech.wav', { signal: canceler.signal })
    canceler.abort(new Error('canceled'))
    await expect(waiting).rejects.toThrow('canceled')
    expect((await running).text).toBe(SPOKEN)
    await speech.close()
  })

  it('ends the attempt when the model cannot be had, and says why', async () => {
    const { speech } = openSpeech({ resolveModel: () => Promise.reject(new Error('no network')) })
    await expect(hear(speech, 'speech.wav')).rejects.toMatchObject({
      name: 'SpeechCrash',
      message: expect.stringContaining('no network'),
    })
    await speech.close()
  })

  it('leaves no child behind when it is closed in the middle of a job', async () => {
    const { speech, pid } = openSpeech()
    const started = signal()
    const heard = hear(speech, long, { segment: () => started.reach() })
    const failed = expect(heard).rejects.toMatchObject({ name: 'SpeechCrash' })
    await started.reached
    await speech.close()
    await failed
    expect(() => process.kill(pid(), 0)).toThrow()
  })

  it('lets no child outlive a daemon that is killed', async () => {
    const config = JSON.stringify(await resolveModel())
    const daemon = execa('node', ['-e', FORK, WORKER_PATH, config], { reject: false })
    const [line] = await once(daemon.stdout, 'data')
    const child = Number(line)
    daemon.kill('SIGKILL')
    await expect.poll(() => isRunning(child), { timeout: 2000 }).toBe(false)
  })

  it('leaves the signals of a terminal to the daemon', async () => {
    const { speech, pid } = openSpeech()
    const started = signal()
    const canceler = new AbortController()
    const heard = hear(speech, long, { segment: () => started.reach(), signal: canceler.signal })
    await started.reached
    const child = pid()
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, name)
    canceler.abort(new Error('canceled'))
    await expect(heard).rejects.toThrow('canceled')
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    expect(pid()).toBe(child)
    await speech.close()
  })
})

/** A stand-in for a daemon: starts the worker, prints its pid when it is ready. */
const FORK = `
  const [worker, config] = process.argv.slice(1)
  const child = require('node:child_process').fork(worker, [config])
  child.once('message', () => console.log(child.pid))
`

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
