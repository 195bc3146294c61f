// Uploads to a local daemon, which are named to it, and over HTTP, where the bytes travel; beside
// what the disk can do (cp with fsync) and beside another resumable upload (tus-js-client to
// @tus/server, which does not flush to the disk). All of them run in turn in the same round; before
// each, the machine rests, as systems go on tidying up freed memory, and then a copy is written and
// removed, so that all of them find the source in memory and pages to write to. Then the memory of
// the uploading process, also while it draws on a terminal.
import { randomFillSync } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import type { DaemonFile } from '../../src/api/local.ts'
import { startBenchDaemon } from './daemon-process.ts'

const ROUNDS = 5
const REST_MS = 4000
const MEASURED_BYTES = 1_000_000_000
const SIZES = [1_000_000, 1_000_000_000, 2_000_000_000]
const PIECE_BYTES = 8 * 1024 * 1024
/** Writes the most memory that the program held, in kilobytes, where the variable says. */
const REPORT = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)))`

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const daemon = await startBenchDaemon()
/** By name through the socket, or over HTTP as to any server. */
const ways = { 'local daemon': daemon.env, 'over HTTP': await overHttp(daemon.env) }
try {
  await compareSpeeds()
  for (const bytes of SIZES) {
    const path = await randomFile(bytes)
    for (const [way, env] of Object.entries(ways)) await measureMemory(path, bytes, way, env)
    await rm(path)
  }
} finally {
  await daemon.stop()
  await rm(dir, { recursive: true, force: true })
}

async function compareSpeeds(): Promise<void> {
  const path = await randomFile(MEASURED_BYTES)
  const tus = await startTus()
  const contestants = {
    'cp + fsync': () => copy(path),
    'scribe upload, local daemon': () => upload(ways['local daemon'], path),
    'scribe upload, over HTTP': () => upload(ways['over HTTP'], path),
    'tus upload': () => tus.upload(path),
  }
  const seconds: Record<string, number[]> = {}
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(contestants)) {
      await sleep(REST_MS)
      await (await copy(path))()
      const started = performance.now()
      const tidyUp = await work()
      seconds[name] = [...(seconds[name] ?? []), (performance.now() - started) / 1000]
      await tidyUp()
    }
  }
  const disk = median(seconds['cp + fsync'])
  for (const [name, taken] of Object.entries(seconds)) {
    const speed = (MEASURED_BYTES / 1e6 / median(taken)).toFixed(0)
    const ratio = (disk / median(taken)).toFixed(2)
    const all = taken.map((each) => each.toFixed(2)).join(' ')
    console.log(`  ${name.padEnd(27)} ${speed.padStart(5)} MB/s, ${ratio} × cp (${all} s)`)
  }
  await tus.stop()
  await rm(path)
}

type TidyUp = () => Promise<void>

async function copy(path: string): Promise<TidyUp> {
  const target = join(dir, 'copy')
  await execa('cp', [path, target])
  const file = await open(target, 'r+')
  await file.sync()
  await file.close()
  return () => rm(target)
}

type Env = Record<string, string>

async function overHttp(env: Env): Promise<Env> {
  const read = (name: string) => readFile(join(env.SCRIBE_DATA_DIR ?? '', name), 'utf8')
  const { base_url }: DaemonFile = JSON.parse(await read('daemon.json'))
  return { ...env, SCRIBE_BASE_URL: base_url, SCRIBE_API_KEY: (await read('api-key')).trim() }
}

async function upload(env: Env, path: string): Promise<TidyUp> {
  const { stdout } = await execa(process.execPath, ['bin/scribe.js', 'upload', '-q', path], { env })
  // Random bytes are no audio: the job fails and takes the file with it.
  return async () => {
    await daemon.finish(stdout)
  }
}

async function startTus() {
  const directory = join(dir, 'tus')
  await mkdir(directory)
  const server = execa(process.execPath, ['test/bench/tus-server.js', directory], { reject: false })
  const lines = createInterface({ input: server.stdout })
  const endpoint = await new Promise<string>((resolve) => lines.once('line', resolve))
  return {
    async upload(path: string): Promise<TidyUp> {
      await execa(process.execPath, ['test/bench/tus-client.js', path, endpoint])
      return async () => {
        for (const name of await readdir(directory)) await rm(join(directory, name))
      }
    },
    async stop() {
      server.kill()
      await server
    },
  }
}

async function measureMemory(path: string, bytes: number, way: string, target: Env): Promise<void> {
  const peak = join(dir, 'peak')
  const report = `data:text/javascript;base64,${btoa(REPORT)}`
  const args = ['--import', report, 'bin/scribe.js', 'upload', path]
  const env = { ...target, PEAK: peak }
  const quiet = await execa(process.execPath, args, { env })
  const peaks = [await readFile(peak, 'utf8')]
  await daemon.finish(quiet.stdout)
  if (await hasTerminal()) {
    const line = [process.execPath, ...args].map((word) => `'${word}'`).join(' ')
    const terminal = { ...env, CI: undefined, TERM: 'xterm-256color' }
    const shown = await execa('script', ['-qec', `stty cols 100 rows 30; ${line}`, '/dev/null'], {
      env: terminal,
    })
    peaks.push(await readFile(peak, 'utf8'))
    await daemon.finish(/tr_\w+/.exec(shown.stdout)?.[0] ?? '')
  }
  const [alone, live] = peaks.map((kilobytes) => ((Number(kilobytes) * 1024) / 1e6).toFixed(0))
  const view = live === undefined ? 'not measured without script(1)' : `${live} MB`
  console.log(`  ${bytes} bytes, ${way}: ${alone} MB of memory at most; with the live view ${view}`)
}

/** The program `script` of util-linux, which runs another one on a terminal. */
async function hasTerminal(): Promise<boolean> {
  const { stdout, failed } = await execa('script', ['--version'], { reject: false })
  return !failed && `${stdout}`.includes('util-linux')
}

/** A file that no disk and no file system can make smaller. */
async function randomFile(bytes: number): Promise<string> {
  const path = join(dir, 'random.wav')
  const piece = Buffer.alloc(PIECE_BYTES)
  const file = await open(path, 'w')
  for (let done = 0; done < bytes; done += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, bytes - done))
    await file.write(randomFillSync(part))
  }
  await file.sync()
  await file.close()
  return path
}

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
