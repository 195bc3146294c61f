// Resident memory of daemon and speech child at their highest: for one minute of speech, and for
// five hours. The two should hardly differ.
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
  const daemon = await startBenchDaemon()
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

/** Of a process and its children, as `ps` sees it. */
function residentMegabytes(pid: number): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const kilobytes = rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([own, parent]) => own === pid || parent === pid)
    .reduce((sum, [, , rss = 0]) => sum + rss, 0)
  return Math.round(kilobytes / 1024)
}
