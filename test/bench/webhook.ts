// How long `scribe webhook verify` takes for a body of a megabyte, against node doing nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureHeader } from '../../src/api/signature.ts'

const ROUNDS = 30
const SECRET = 'whsec_bench'
const WORDS = 'The weather is nice today, so we are going to the park. '
const event = {
  type: 'transcription.completed',
  created_at: '2023-11-14T22:13:20.000Z',
  data: { id: 'tr_1', object: 'transcription', text: WORDS.repeat(1_000_000 / WORDS.length) },
}

const folder = mkdtempSync(join(tmpdir(), 'scribe-bench-'))
const file = join(folder, 'body.json')
const body = JSON.stringify(event)
writeFileSync(file, body)
const header = signatureHeader(SECRET, body, Math.floor(Date.now() / 1000))
const COMMANDS = {
  'node -e 0': ['-e', '0'],
  'scribe webhook verify': ['bin/scribe.js', 'webhook', 'verify', file, '--header', header],
}

const env = { ...process.env, SCRIBE_WEBHOOK_SECRET: SECRET, SCRIBE_CONFIG_DIR: folder }
const times = new Map<string, number[]>(Object.keys(COMMANDS).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, args] of Object.entries(COMMANDS)) {
    const started = performance.now()
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env })
    if (status !== 0) throw new Error(`${name} ended with ${status}`)
    times.get(name)?.push(performance.now() - started)
  }
}
rmSync(folder, { recursive: true })

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const base = median(times.get('node -e 0') ?? [])
for (const [name, values] of times) {
  const ms = median(values)
  console.log(`  ${name.padEnd(22)} ${ms.toFixed(0).padStart(4)} ms  ${(ms / base).toFixed(2)} ×`)
}
