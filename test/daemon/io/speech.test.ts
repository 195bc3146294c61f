// Speech-to-text in real children: turns, cancelation, and children that die, hang or grow.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SpeechOptions } from '../../../daemon/io/speech.ts'
import {
  hear,
  makeLongMedia,
  openSpeech,
  resolveModel,
  SPOKEN,
  signal,
  standIn,
  WORKER_PATH,
} from '../../support/speech.ts'
import { until } from '../../support/until.ts'

const WELCOME = resolve('samples/welcome.mp3')

let folder: string
let long: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-speech-'))
  long = makeLongMedia(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const speech of opened.splice(0)) await speech.close()
})
function open(options: Partial<SpeechOptions> = {}) {
  const made = openSpeech(options)
  opened.push(made.speech)
  return made
}

/** A job on the long file that has come to its first segment, and what cancels it. */
async function begin(speech: ReturnType<typeof open>['speech']) {
  const canceler = new AbortController()
  const started = signal()
  const heard = hear(speech, long, { segment: started.reach, signal: canceler.signal })
  const ended = heard.then(
    () => 'completed',
    (error: Error) => error,
  )
  await Promise.race([started.reached, heard])
  return { heard, ended, cancel: () => canceler.abort(new Error('canceled')) }
}

describe('a job', () => {
  it('stops within a second of its cancelation, and its processes take the next', async () => {
    const { speech, pids } = open()
    const job = await begin(speech)
    const before = performance.now()
    job.cancel()
    await expect(job.heard).rejects.toThrow('canceled')
    expect(performance.now() - before).toBeLessThan(1000)
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    expect([pids('lead').length, pids('recognizer').length]).toEqual([1, 1])
  })

  it('ends its attempt when its lead is killed, and another lead takes the next', async () => {
    const { speech, pids } = open()
    const job = await begin(speech)
    process.kill(pids('lead')[0] ?? 0, 'SIGKILL')
    await expect(job.heard).rejects.toMatchObject({
      name: 'SpeechCrash',
      message: expect.stringContaining('SIGKILL'),
    })
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    expect(pids('lead')).toHaveLength(2)
  })

  it('whose lead is killed leaves other jobs alone', async () => {
    const { speech, pids } = open(standIn('slow'))
    const crashing = await begin(speech)
    const other = hear(speech, WELCOME)
    process.kill(pids('lead')[0] ?? 0, 'SIGKILL')
    await expect(crashing.heard).rejects.toMatchObject({ name: 'SpeechCrash' })
    expect((await other).segments.length).toBeGreaterThan(0)
  })

  it('ends its attempt when its lead falls silent', async () => {
    const { speech, pids } = open({ ...standIn('quick'), silenceSeconds: 5 })
    await hear(speech, 'speech.wav')
    const [lead = 0] = pids('lead')
    const heard = hear(speech, long, { media: async () => void process.kill(lead, 'SIGSTOP') })
    await expect(heard).rejects.toMatchObject({ name: 'SpeechCrash' })
  })

  it('stops within a second also when its lead does not', async () => {
    const { speech, pids } = open(standIn('slow'))
    const job = await begin(speech)
    process.kill(pids('lead')[0] ?? 0, 'SIGSTOP')
    const before = performance.now()
    job.cancel()
    await expect(job.heard).rejects.toThrow('canceled')
    expect(performance.now() - before).toBeLessThan(1500)
  })

  it('waits its turn where one more than the workers are under way', async () => {
    const { speech } = open(standIn('slow'))
    const steps: string[] = []
    const job = async (name: string) => {
      await hear(speech, WELCOME, { media: async () => void steps.push(`${name} begins`) })
      steps.push('one ends')
    }
    await Promise.all([job('first'), job('second'), job('third')])
    expect(steps).toHaveLength(6)
    expect(steps.indexOf('third begins')).toBeGreaterThan(steps.indexOf('one ends'))
  })

  it('can be canceled while it waits for its turn', async () => {
    const { speech } = open(standIn('silent'))
    const canceler = new AbortController()
    const jobs = [1, 2, 3].map(() =>
      hear(speech, 'speech.wav', { signal: canceler.signal }).catch(
        (error: Error) => error.message,
      ),
    )
    canceler.abort(new Error('canceled'))
    expect(await Promise.all(jobs)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  it('ends its attempt when the model cannot be had, and says why', async () => {
    const { speech } = open({ resolveModel: () => Promise.reject(new Error('no network')) })
    await expect(hear(speech, 'speech.wav')).rejects.toMatchObject({
      name: 'SpeechCrash',
      message: expect.stringContaining('no network'),
    })
  })
})

describe('the recognisers', () => {
  it('share the pieces of one file, and the text is that of one of them', async () => {
    const three = open({ workers: 3 })
    const file = makeLongMedia(folder, 2)
    const shared = await hear(three.speech, file)
    expect(three.pids('recognizer').length).toBeGreaterThan(1)
    expect(shared.segments).toEqual((await hear(open().speech, file)).segments)
  })

  it('are only started when there are pieces for them', async () => {
    const { speech, pids } = open({ ...standIn('quick'), workers: 3 })
    await hear(speech, 'speech.wav')
    expect(pids('recognizer').length).toBe(1)
  })

  it('serve a short job at once beside a long one', async () => {
    const { speech } = open(standIn('slow'))
    const job = await begin(speech)
    await hear(speech, 'speech.wav')
    expect(await Promise.race([job.ended, 'under way'])).toBe('under way')
    job.cancel()
    await job.ended
  })

  it('lose a piece when one dies, which another one does again', async () => {
    const { speech, pids } = open({ ...standIn('frail', join(folder, 'mark')), workers: 2 })
    const { segments } = await hear(speech, makeLongMedia(folder, 4))
    const { length } = (await hear(open(standIn('quick')).speech, makeLongMedia(folder, 4)))
      .segments
    expect(segments).toHaveLength(length)
    expect(pids('recognizer').length).toBeGreaterThan(1)
  })

  it('end the attempt of a job with a piece that every one of them dies of', async () => {
    const { speech, pids } = open(standIn('deadly'))
    await expect(hear(speech, 'speech.wav')).rejects.toMatchObject({ name: 'SpeechCrash' })
    expect(pids('recognizer')).toHaveLength(3)
  })

  it('may fail the job', async () => {
    const { speech } = open(standIn('refusing'))
    await expect(hear(speech, 'speech.wav')).rejects.toMatchObject({
      name: 'JobError',
      code: 'unsupported_language',
    })
  })

  it('are killed when they fall silent, and the piece is done again', async () => {
    const options = { ...standIn('dumbstruck', join(folder, 'dumbstruck')), silenceSeconds: 5 }
    const { speech, pids } = open(options)
    expect((await hear(speech, 'speech.wav')).segments).toHaveLength(1)
    expect(pids('recognizer').map(isRunning)).toEqual([false, true])
  })

  it.each(['silent', 'deaf'])('are free within a second of a cancelation (%s)', async (model) => {
    const mark = join(folder, model)
    const { speech, pids } = open(standIn(model, mark))
    const canceler = new AbortController()
    const heard = hear(speech, long, { signal: canceler.signal })
    heard.catch(() => {})
    await expect.poll(() => existsSync(mark), { timeout: 10_000 }).toBe(true)
    canceler.abort(new Error('canceled'))
    await expect(heard).rejects.toThrow('canceled')
    const survives = model === 'silent'
    await expect.poll(() => isRunning(pids('recognizer')[0] ?? 0)).toBe(survives)
  })

  it('are replaced between two pieces when they have grown too large', async () => {
    const grown = open({ ...standIn('growing'), memoryLimitMegabytes: 250 })
    const { segments } = await hear(grown.speech, makeLongMedia(folder, 4))
    const served = new Set(segments.flatMap(({ text }) => text.split(' ')))
    expect(served.size).toBeGreaterThan(1)
    expect(grown.pids('recognizer').filter(isRunning).length).toBeLessThanOrEqual(1)
  })
})

describe('the children', () => {
  it('are ended when nobody has needed them for a while, and come back for the next job', async () => {
    const { speech, pids } = open({ ...standIn('quick'), idleSeconds: 0.2 })
    const running = () => [...pids('lead'), ...pids('recognizer')].filter(isRunning)
    await hear(speech, 'speech.wav')
    await until(
      async () => running().length === 0,
      () => `still running: ${running().join(' ')}`,
    )
    expect((await hear(speech, 'speech.wav')).segments).toHaveLength(1)
  })

  it('leave no audio on the disk after a job, and no file after the last', async () => {
    const spoolFolder = join(folder, 'spool')
    const { speech } = open({ ...standIn('quick'), spoolFolder })
    await hear(speech, 'speech.wav')
    const files = await readdir(spoolFolder)
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(spoolFolder, file))).size),
    )
    expect(sizes).toEqual([0])
    await speech.close()
    expect(existsSync(spoolFolder)).toBe(false)
  })

  it('are all gone when it is closed in the middle of a job', async () => {
    const { speech, pids } = open({ workers: 2 })
    const job = await begin(speech)
    await speech.close()
    expect(await job.ended).toMatchObject({ name: 'SpeechCrash' })
    expect([...pids('lead'), ...pids('recognizer')].filter(isRunning)).toEqual([])
  })

  it.each(['lead', 'recognizer'])('do not outlive a daemon that is killed (%s)', async (role) => {
    const config = JSON.stringify({ ...(await resolveModel()), spoolFolder: folder })
    const daemon = execa('node', ['-e', FORK, WORKER_PATH, role, config], { reject: false })
    const [line] = await once(daemon.stdout, 'data')
    const child = Number(line)
    daemon.kill('SIGKILL')
    await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false)
  })

  it('leave the signals of a terminal to the daemon', async () => {
    const { speech, pids } = open()
    const job = await begin(speech)
    for (const child of [...pids('lead'), ...pids('recognizer')]) {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, name)
    }
    job.cancel()
    await expect(job.heard).rejects.toThrow('canceled')
    expect((await hear(speech, 'speech.wav')).text).toBe(SPOKEN)
    expect([pids('lead').length, pids('recognizer').length]).toEqual([1, 1])
  })
})

/** A stand-in for a daemon: starts the worker, prints its pid when it is ready. */
const FORK = `
  const [worker, ...args] = process.argv.slice(1)
  const child = require('node:child_process').fork(worker, args, { serialization: 'advanced' })
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
