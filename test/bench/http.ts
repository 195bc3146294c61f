// The HTTP server under load (autocannon): one transcription against a bare route that answers
// the same bytes, lists of 100 and of 50,000 records, and a thousand held requests.
// Alone: npm run bench http
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { openStore } from '../../daemon/io/store.ts'
import { openTranscriptFiles } from '../../daemon/io/transcript-files.ts'
import type { TranscriptionRecord } from '../../daemon/records.ts'
import type { Transcript } from '../../src/api/types.ts'

const ROUNDS = 3
const ROUND_SECONDS = 5
const CONNECTIONS = 50
const SEGMENTS = 100
const HELD = 1000
const HELD_SECONDS = 10

const BARE = `
import fastify from 'fastify'
import { readFileSync } from 'node:fs'
const body = readFileSync(process.argv[1], 'utf8')
const app = fastify()
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ base_url: 'http://127.0.0.1:' + app.server.address().port }))
`

interface Server {
  child: ChildProcess
  url: string
}

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const environment = { ...process.env, SCRIBE_STATE_DIR: dir, SCRIBE_CONFIG_DIR: dir }
const runDaemon = () =>
  startServer(['bin/scribe.js', 'daemon', 'run', '--port', '0', '--data-dir', dir])

await stop(await prepare())
const ids = await addRecords(0, 100)
const key = (await readFile(join(dir, 'api-key'), 'utf8')).trim()
const headers = { authorization: `Bearer ${key}` }

let daemon = await runDaemon()
await compareGet(daemon, ids[50] ?? '')
const few = await best(`${daemon.url}/transcriptions`)
await stop(daemon)

await addRecords(100, 50_000)
daemon = await runDaemon()
const many = await best(`${daemon.url}/transcriptions`)
print('list of 20 at 100 records', few)
print('list of 20 at 50,000 records', many, `${(few / many).toFixed(2)} × the time`)
await holdRequests(daemon)
await stop(daemon)
await rm(dir, { recursive: true, force: true })

/** The first start makes the team, which is then freed of its limits. */
async function prepare(): Promise<Server> {
  const server = await runDaemon()
  const { origin } = new URL(server.url)
  const own = (await readFile(join(dir, 'api-key'), 'utf8')).trim()
  const auth = { authorization: `Bearer ${own}`, 'content-type': 'application/json' }
  const teams = await (await fetch(`${origin}/admin/teams`, { headers: auth })).json()
  const [team] = (teams as { data: [{ team_id: string }] }).data
  const body = JSON.stringify({ requests_per_minute: 1_000_000_000 })
  await fetch(`${origin}/admin/teams/${team.team_id}`, { method: 'PATCH', headers: auth, body })
  return server
}

/** Fills the store up to so many completed transcriptions; the first ones have transcripts. */
async function addRecords(from: number, to: number): Promise<string[]> {
  const store = await openStore({ dir, log: pino({ level: 'silent' }) })
  const transcripts = await openTranscriptFiles(dir)
  const team = store.find('teams', 'all', 'all')[0]?.id ?? ''
  const added: string[] = []
  for (let start = from; start < to; start += 500) {
    await store.tx((tx) => {
      for (let index = start; index < Math.min(to, start + 500); index++) {
        const id = `tr_${String(index).padStart(24, '0')}`
        added.push(id)
        tx.put('transcriptions', record(id, team, tx.nextSequence()))
      }
    })
  }
  for (const id of added.slice(0, 100)) await transcripts.write(id, transcript())
  await store.close()
  return added
}

async function compareGet(server: Server, id: string): Promise<void> {
  const url = `${server.url}/transcriptions/${id}`
  const body = await (await fetch(url, { headers })).text()
  await writeFile(join(dir, 'body.json'), body)
  const bare = await startServer(['--input-type=module', '-e', BARE, join(dir, 'body.json')])
  const size = `${(body.length / 1000).toFixed(1)} kB`
  const rounds: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await load(`${bare.url}/`), await load(url)])
  }
  const top = Math.max(...rounds.map(([first]) => first))
  const reached = Math.max(...rounds.map(([, second]) => second))
  print(`bare route of ${size}`, top)
  print(`GET one of ${size}`, reached, `${(reached / top).toFixed(2)} × the bare route`)
  await stop(bare)
}

/** A thousand requests that wait for one transcription; then it ends, and all are answered. */
async function holdRequests(server: Server): Promise<void> {
  const reserved = await fetch(`${server.url}/transcriptions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ upload: { filename: 'a.wav', size: 10 } }),
  })
  const { id } = (await reserved.json()) as { id: string }
  const url = `${server.url}/transcriptions/${id}`
  const before = await usage(server)
  const agent = new Agent({ maxSockets: HELD })
  const answers = Array.from({ length: HELD }, async () => {
    const [response] = await once(get(`${url}?wait=60`, { headers, agent }), 'response')
    response.resume()
    return response.statusCode
  })
  await sleep(3)
  const held = await usage(server)
  await sleep(HELD_SECONDS)
  const later = await usage(server)
  const released = performance.now()
  await fetch(url, { method: 'DELETE', headers })
  const good = (await Promise.all(answers)).filter((status) => status === 200).length
  const ms = (performance.now() - released).toFixed(0)
  const cpu = ((later.cpuMs - held.cpuMs) / HELD_SECONDS / 10).toFixed(2)
  console.log(`  ${HELD} held requests: ${later.megabytes - before.megabytes} MB, ${cpu} % CPU`)
  console.log(`  ${good} of them answered within ${ms} ms of the end`)
  agent.destroy()
}

async function best(url: string): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load(url))
  return Math.max(...rounds)
}

/** Requests per second of one round. */
async function load(url: string): Promise<number> {
  const options = { url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS }
  const result = await autocannon(options)
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were not 2xx`)
  return result.requests.average
}

/** Starts a program that prints its address as the first line. */
async function startServer(args: string[]): Promise<Server> {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  const child = spawn(process.execPath, args, { stdio, env: environment })
  const [line] = await once(child.stdout, 'data')
  return { child, url: JSON.parse(String(line)).base_url }
}

async function stop({ child }: Server): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'close')
}

/** Resident memory, and CPU time so far, as the daemon itself measures them. */
async function usage(server: Server): Promise<{ megabytes: number; cpuMs: number }> {
  const figures = await (await fetch(new URL('/metrics', server.url), { headers })).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(figures)?.[1])
  const megabytes = Math.round(figure('process_resident_memory_bytes') / 1e6)
  return { megabytes, cpuMs: figure('process_cpu_seconds_total') * 1000 }
}

function transcript(): Transcript {
  const words = 'the quick brown fox jumps over the lazy dog and runs away again'.split(' ')
  const segments = Array.from({ length: SEGMENTS }, (_, index) => ({
    ...{ start: index * 5, end: index * 5 + 4.5, speaker: null, language: 'en' },
    text: words.join(' '),
    words: words.map((text, at) => ({
      ...{ start: index * 5 + at * 0.3, end: index * 5 + at * 0.3 + 0.25, text },
      ...{ confidence: 0.9, speaker: null },
    })),
  }))
  return { text: segments.map(({ text }) => text).join(' '), speakers: [], segments }
}

function record(id: string, team_id: string, sequence: number): TranscriptionRecord {
  const now = new Date().toISOString()
  const filename = `talk-${sequence}.mp3`
  return {
    ...{ id, object: 'transcription', status: 'completed', team_id, sequence },
    source: { platform: 'upload', filename, size: 1_000_000 },
    media: { filename, mime_type: 'audio/mpeg', size: 1_000_000, duration_seconds: 500 },
    options: { source: 'auto', language: 'auto', diarize: false },
    ...{ transcript_source: 'speech_to_text', caption_kind: null, language: 'en' },
    ...{ billed_minutes: 9, cached: false, error: null },
    ...{ created_at: now, completed_at: now, deleted_at: null },
    ...{ webhook_url: null, mime_type: null, attempts: 1, not_before: null },
  }
}

function print(what: string, perSecond: number, comparison = ''): void {
  const shown = Math.round(perSecond).toLocaleString('en')
  console.log(`  ${what}: ${shown} requests/s${comparison && `, ${comparison}`}`)
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
