// The daemon dies in the middle of a large upload, as by `kill -9`: the same command goes on
// with the chunks that had not arrived, as one transcription that is charged once.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Account, TranscriptionList } from '../../src/api/types.ts'
import { Home, MEDIA, type Ran } from '../support/cli.ts'
import { until } from '../support/until.ts'

/** Some 38 chunks. */
const LARGE_BYTES = 320_000_000

const home = new Home()
let daemon: ChildProcess | undefined
let daemonEnded: Promise<Ran> | undefined

afterAll(async () => {
  daemon?.kill('SIGKILL')
  await daemonEnded
  await home.remove()
})

/** @returns the target of commands that reach it by its port, where files are sent */
async function startDaemon(port = '0'): Promise<NodeJS.ProcessEnv> {
  daemonEnded = home.run(['daemon', 'run', '--port', port, '--workers', '1'], {
    onStart: (child) => {
      daemon = child
    },
  })
  if (daemon?.stdout) await once(daemon.stdout, 'data')
  return home.byPort()
}

/** A few words, and behind them a part that players pass over. */
function newLargeFile(): string {
  const speech = readFileSync(join(MEDIA, 'speech.wav'))
  const rest = Buffer.alloc(LARGE_BYTES, randomBytes(1_000_003))
  const head = Buffer.alloc(8)
  head.write('JUNK')
  head.writeUInt32LE(rest.length, 4)
  speech.writeUInt32LE(speech.length + rest.length, 4)
  writeFileSync(home.path('large.wav'), Buffer.concat([speech, head, rest]))
  return home.path('large.wav')
}

/** Indexes of the chunks of the only upload that are on the disk. */
function arrived(): number[] {
  const uploads = join(home.data, 'uploads')
  const [name] = readdirSync(uploads)
  return name === undefined ? [] : readdirSync(join(uploads, name)).map(Number)
}

function sentChunks(trace: string): number[] {
  const lines = trace.matchAll(/^> .*PUT .*\/chunks\/(\d+)$/gm)
  return [...lines].map(([, index]) => Number(index))
}

it('goes on after the daemon was killed, charged once', async () => {
  const file = newLargeFile()
  const env = await startDaemon()
  const before = await home.api<Account>('/account')
  const upload = ['transcribe', file, '--debug', '--max-retries', '0']

  const first = home.run(upload, { env })
  await until(async () => arrived().length > 3)
  daemon?.kill('SIGKILL')
  await daemonEnded
  const broken = await first
  const there = arrived()
  await startDaemon(new URL(env.SCRIBE_BASE_URL ?? '').port)
  const second = await home.run(upload, { env })

  expect(broken.exitCode).toBe(1)
  expect(broken.stderr).toContain('run the same command again to go on')
  expect(second.stdout).toMatch(/the weather is nice today/i)
  const sent = sentChunks(second.stderr)
  const all = Array.from({ length: there.length + sent.length }, (_, index) => index)
  expect([...there, ...sent].sort((a, b) => a - b)).toEqual(all)
  const { data } = await home.api<TranscriptionList>('/transcriptions?limit=100')
  expect(data).toMatchObject([{ status: 'completed', billed_minutes: 1 }])
  const after = await home.api<Account>('/account')
  expect(after.minutes.remaining).toBe(before.minutes.remaining - 1)
})
