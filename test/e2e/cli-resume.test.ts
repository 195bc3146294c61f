// Whatever interrupts a transcription, the same command goes on with it.
import type { ChildProcess } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription, TranscriptionList, UploadProgress } from '../../src/api/types.ts'
import { eventually, Home, MEDIA } from '../support/cli.ts'

const home = new Home()
/** Some minutes of speech: MP3 frames stand alone, so a file can be repeated. */
const LONG = home.path('long.mp3')
/** As long as it takes to be interrupted, where its transcript is waited for afterwards. */
const TALK = home.path('talk.mp3')
/** Many chunks of zeros; what matters is the way there. */
const LARGE = home.path('large.wav')
const LARGE_BYTES = 300_000_000
let changes = 0

beforeAll(async () => {
  const speech = join(MEDIA, 'speech.mp3')
  writeFileSync(LONG, Buffer.concat(Array(60).fill(readFileSync(speech))))
  writeFileSync(TALK, Buffer.concat(Array(20).fill(readFileSync(speech))))
  copyFileSync(join(MEDIA, 'text.mp3'), LARGE)
  truncateSync(LARGE, LARGE_BYTES)
  mkdirSync(home.state, { recursive: true })
  await home.run(['daemon', 'start', '--port', '0', '--workers', '1'])
})
afterAll(() => home.remove())
afterEach(async () => {
  for (const { id, status } of await jobs()) {
    if (['completed', 'failed', 'canceled'].includes(status)) continue
    await home.api(`/transcriptions/${id}`, 'DELETE')
  }
})

async function jobs(): Promise<Transcription[]> {
  return (await home.api<TranscriptionList>('/transcriptions')).data
}

/** The job that is there beyond those known before. */
async function newJob(known: Transcription[], status: string): Promise<Transcription> {
  const ids = new Set(known.map(({ id }) => id))
  return eventually(async () =>
    (await jobs()).find((job) => !ids.has(job.id) && job.status === status),
  )
}

/** Runs the command and sends a signal once a new job has that status. */
async function interrupted(args: string[], signal: NodeJS.Signals, status: string) {
  const known = await jobs()
  let child: ChildProcess | undefined
  const ended = home.run(['transcribe', ...args], {
    env: status === 'awaiting_upload' ? home.byPort() : {},
    onStart: (started) => {
      child = started
    },
  })
  const job = await newJob(known, status)
  if (status === 'awaiting_upload') await eventually(() => hasChunks(job.id))
  child?.kill(signal)
  return { job, known, ...(await ended) }
}

/** As interrupted, in the middle of an upload; once more where the upload was faster than we. */
async function interruptedUpload(signal: NodeJS.Signals) {
  for (;;) {
    // As a file of its own, not the one of an earlier test.
    changes += 1
    utimesSync(LARGE, 1_600_000_000 + changes, 1_600_000_000 + changes)
    const run = await interrupted([LARGE], signal, 'awaiting_upload')
    const { status } = await home.api<Transcription>(`/transcriptions/${run.job.id}`)
    if (status === 'awaiting_upload') return run
  }
}

async function hasChunks(id: string): Promise<boolean> {
  const upload = await home.api<Partial<UploadProgress>>(`/transcriptions/${id}/upload`)
  // None any more: the upload is complete already.
  return upload.received_chunks === undefined || upload.received_chunks.length > 1
}

const sessions = () => readdirSync(join(home.state, 'uploads'))

describe('scribe transcribe, interrupted', () => {
  it('by Ctrl-C while transcribing: exits with 130, and goes on with the same job', async () => {
    const { job, known, exitCode, stderr } = await interrupted([TALK], 'SIGINT', 'transcribing')
    expect(exitCode).toBe(130)
    expect(stderr).toContain(`${job.id} goes on; run the same command again`)
    const again = await home.run(['transcribe', TALK, '--json'])
    expect(JSON.parse(again.stdout).id).toBe(job.id)
    expect(await jobs()).toHaveLength(known.length + 1)
    expect(sessions()).toEqual([])
  })

  it('by a crash while uploading: sends only what is missing, of the same job', async () => {
    const { job, known } = await interruptedUpload('SIGKILL')
    const before = await home.api<UploadProgress>(`/transcriptions/${job.id}/upload`)
    const again = await home.run(['transcribe', LARGE, '--verbose'], { env: home.byPort() })
    expect(again.stderr).toContain(`${job.id} failed: unsupported_media`)
    expect(await jobs()).toHaveLength(known.length + 1)
    const requests = again.stderr.matchAll(/PUT \S+\/chunks\/(\d+): 200/g)
    const sent = [...requests].map(([, index]) => Number(index))
    expect(sent.length).toBeGreaterThan(0)
    expect(before.received_chunks.length).toBeGreaterThan(0)
    expect(sent.filter((index) => before.received_chunks.includes(index))).toEqual([])
    expect(sessions()).toEqual([])
  })

  it('by Ctrl-C while uploading: says how to go on', async () => {
    const { exitCode, stderr } = await interruptedUpload('SIGINT')
    expect(exitCode).toBe(130)
    expect(stderr).toContain('Run the same command again to go on with the upload')
  })

  it('and the file changed meanwhile: a new upload, and the old one is taken back', async () => {
    const { job } = await interruptedUpload('SIGKILL')
    utimesSync(LARGE, 1_500_000_000, 1_500_000_000)
    const again = await home.run(['transcribe', LARGE], { env: home.byPort() })
    expect(again.stderr).toContain(
      `large.wav changed since its upload began; ${job.id} is canceled`,
    )
    expect(again.stderr).not.toContain(`${job.id} failed`)
    expect(await home.api(`/transcriptions/${job.id}`)).toMatchObject({ status: 'canceled' })
  })

  it('and the job was canceled meanwhile: a new one', async () => {
    const { job } = await interrupted([LONG], 'SIGKILL', 'transcribing')
    expect((await home.run(['cancel', job.id])).stdout).toBe(`${job.id}\tcanceled\n`)
    const again = await home.run(['transcribe', LONG, '--no-wait'])
    expect(again.stdout).toMatch(/^tr_/)
    expect(again.stdout).not.toContain(job.id)
  })

  it('by its own --timeout: exits with 6, and goes on with the same job', async () => {
    const known = await jobs()
    const { exitCode, stderr } = await home.run(['transcribe', LONG, '--timeout', '0'])
    expect(exitCode).toBe(6)
    const [job] = await jobs()
    expect(stderr).toContain(`${job?.id} is still`)
    const again = await home.run(['transcribe', LONG, '--timeout', '0'])
    expect(again.stderr).toContain(`${job?.id} is still`)
    expect(await jobs()).toHaveLength(known.length + 1)
  })

  it('by Ctrl-C with stdin half sent: takes the job back, as nobody could go on', async () => {
    const input = Buffer.alloc(100_000_000)
    input.write('fLaC')
    const known = await jobs()
    const ended = home.run(['transcribe', '-'], {
      input,
      onStart: (child) => {
        newJob(known, 'awaiting_upload').then(() => child.kill('SIGINT'))
      },
    })
    const { exitCode } = await ended
    expect(exitCode).toBe(130)
    expect((await jobs())[0]?.status).toBe('canceled')
  })
})

describe('scribe wait and get on a job that takes its time', () => {
  it('exit with 6 when the waiting time runs out', async () => {
    const { stdout } = await home.run(['transcribe', LONG, '--no-wait', '-q'])
    const id = stdout.trim()
    expect((await home.run(['wait', id, '--timeout', '0'])).exitCode).toBe(6)
    expect((await home.run(['get', id, '-f', 'text'])).exitCode).toBe(6)
    const json = await home.run(['get', id, '--wait', '0'])
    expect(json.exitCode).toBe(6)
    expect(JSON.parse(json.stdout).id).toBe(id)
  })
})

it('keeps upload sessions in the state folder only', () => {
  expect(readdirSync(resolve(home.folder)).sort()).toEqual([
    'data',
    'large.wav',
    'long.mp3',
    'state',
    'talk.mp3',
  ])
})
