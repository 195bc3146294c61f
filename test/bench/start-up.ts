// How fast `scribe --version` and `scribe --help` are, against node doing nothing at all.
import { spawnSync } from 'node:child_process'

const ROUNDS = 30
const COMMANDS = {
  'node -e 0': ['-e', '0'],
  'scribe --version': ['bin/scribe.js', '--version'],
  'scribe --help': ['bin/scribe.js', '--help'],
}

const times = new Map<string, number[]>(Object.keys(COMMANDS).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, args] of Object.entries(COMMANDS)) {
    const started = performance.now()
    spawnSync(process.execPath, args, { stdio: 'ignore' })
    times.get(name)?.push(performance.now() - started)
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const base = median(times.get('node -e 0') ?? [])
for (const [name, values] of times) {
  const ms = median(values)
  console.log(`  ${name.padEnd(18)} ${ms.toFixed(0).padStart(4)} ms  ${(ms / base).toFixed(2)} ×`)
}
