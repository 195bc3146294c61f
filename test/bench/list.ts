// `scribe list --all --json` of 1,000 and of 10,000 records in the local daemon: time and memory of
// the command. The memory should hardly differ.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openStore } from '../../daemon/io/store.ts'
import { transcription } from '../support/store-records.ts'

const ROUNDS = 7
const COUNTS = [1000, 10_000]
/** Tells on stderr how much memory the process took at most, in KiB. */
const MEMORY = 'process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))'

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const env = {
  ...process.env,
  SCRIBE_DATA_DIR: dir,
  SCRIBE_STATE_DIR: dir,
  SCRIBE_CONFIG_DIR: dir,
}
await stop(await runDaemon())
let before = 0
for (const count of COUNTS) {
  await addRecords(count - before)
  before = count
  const daemon = await runDaemon()
  const rounds = Array.from({ length: ROUNDS }, () => listOnce(count))
  const ms = middle(rounds.map((round) => round.ms))
  const megabytes = middle(rounds.map((round) => round.kilobytes)) / 1024
  console.log(`  ${count} records: ${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB at most`)
  await stop(daemon)
}
await rm(dir, { recursive: true, force: true })

/** Resolves when it accepts requests. */
async function runDaemon(): Promise<ChildProcess> {
  const args = ['bin/scribe.js', 'daemon', 'run', '--port', '0', '--log-level', 'error']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function addRecords(count: number): Promise<void> {
  const store = await openStore({ dir, log: pino({ level: 'silent' }) })
  const team = store.find('teams', 'all', 'all')[0]?.id ?? ''
  await store.tx((tx) => {
    for (let made = 0; made < count; made += 1) {
      tx.put('transcriptions', transcription(tx.nextSequence(), 'completed', team))
    }
  })
  await store.close()
}

function listOnce(count: number): { ms: number; kilobytes: number } {
  const preload = `data:text/javascript,${encodeURIComponent(MEMORY)}`
  const args = ['--import', preload, 'bin/scribe.js', 'list', '--all', '--json']
  const started = performance.now()
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ env, encoding: 'utf8', maxBuffer: 1_000_000_000 },
  })
  const ms = performance.now() - started
  const lines = stdout.split('\n').length - 1
  if (lines !== count) throw new Error(`${lines} of ${count} records came: ${stderr}`)
  return { ms, kilobytes: Number(stderr) }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
