// Resident memory of daemon, lead and two recognisers, all together, at its highest: for one minute
// of speech, and for five hours. The two should hardly differ.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBenchDaemon } from './daemon-process.ts'
import { speechFile } from './speech-files.ts'

const SAMPLE_MS = 250

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
for (const seconds of [60, 5 * 3600]) {
  const path = await speechFile(dir, seconds)
  const daemon = await startBenchDaemon(2)
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(daemon.pid))
  }, SAMPLE_MS)
  const started = performance.now()
  await daemon.transcribe(path)
  clearInterval(timer)
  const took = (performance.now() - started) / 1000
  const speed = (seconds / took).toFixed(0)
  console.log(
    `  ${seconds} s of speech: ${highest} MB at most, ${took.toFixed(0)} s, ${speed} × real time`,
  )
  await daemon.stop()
  await rm(path)
}
await rm(dir, { recursive: true, force: true })

/** Of a process and all that descend from it, as `ps` sees it. */
function residentMegabytes(pid: number): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  // A child may stand before its parent: look until nobody new is found.
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [own = 0, parent = 0] of rows) if (family.has(parent)) family.add(own)
  }
  const kilobytes = rows
    .filter(([own = 0]) => family.has(own))
    .reduce((sum, [, , rss = 0]) => sum + rss, 0)
  return Math.round(kilobytes / 1024)
}
