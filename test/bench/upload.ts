// Uploads to a local daemon, beside what the disk can do (cp with fsync) and beside another
// resumable upload (tus-js-client to @tus/server, which does not flush to the disk). All three run
// in turn in the same round; before each, a copy is written and removed, so that all of them find
// the source in memory and pages to write to. Then the memory of the uploading process.
import { randomFillSync } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { execa } from 'execa'
import { type BenchDaemon, startBenchDaemon } from './daemon-process.ts'

const ROUNDS = 5
const MEASURED_BYTES = 1_000_000_000
const SIZES = [1_000_000, 1_000_000_000, 2_000_000_000]
const PIECE_BYTES = 8 * 1024 * 1024

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const daemon = await startBenchDaemon()
try {
  await compareSpeeds()
  for (const bytes of SIZES) await measureMemory(bytes)
} finally {
  await daemon.stop()
  await rm(dir, { recursive: true, force: true })
}

async function compareSpeeds(): Promise<void> {
  const path = await randomFile(MEASURED_BYTES)
  const tus = await startTus()
  const contestants = {
    'cp + fsync': () => copy(path),
    'scribe upload': () => upload(daemon, path),
    'tus upload': () => tus.upload(path),
  }
  const seconds: Record<string, number[]> = {}
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(contestants)) {
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
    console.log(`  ${name.padEnd(13)} ${speed.padStart(5)} MB/s, ${ratio} × cp (${all} s)`)
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

async function upload({ env, finish }: BenchDaemon, path: string): Promise<TidyUp> {
  const { stdout } = await execa(process.execPath, ['bin/scribe.js', 'upload', '-q', path], { env })
  // Random bytes are no audio: the job fails and takes the file with it.
  return async () => {
    await finish(stdout)
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

async function measureMemory(bytes: number): Promise<void> {
  const path = await randomFile(bytes)
  const report = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))'
  const args = ['--import', `data:text/javascript,${report}`, 'bin/scribe.js', 'upload', '-q', path]
  const { stdout, stderr } = await execa(process.execPath, args, { env: daemon.env })
  const megabytes = (Number(stderr.trim().split('\n').at(-1)) * 1024) / 1e6
  console.log(`  ${bytes} bytes: scribe upload takes ${megabytes.toFixed(0)} MB of memory at most`)
  await daemon.finish(stdout)
  await rm(path)
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
