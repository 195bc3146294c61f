// `scribe webhook listen|trigger|replay`: a real daemon delivers to the real program, whose records
// are verified, handed on and sent again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SIGNATURE_HEADER, signatureHeader, verifySignature } from '../../src/api/signature.ts'
import type { ReceivedRecord, SentRecord } from '../../src/webhooks/record.ts'
import { BIN, Home, MEDIA, type RunOptions } from '../support/cli.ts'
import { startReceiver, statuses } from '../support/receiver.ts'

const home = new Home()
afterAll(() => home.remove())

const SECRET = 'whsec_test'
const env = { SCRIBE_WEBHOOK_SECRET: SECRET }
const BODY = '{"type":"transcription.completed","data":{"id":"tr_1"}}'

const webhook = (args: string[], options: RunOptions = {}) =>
  home.run(['webhook', ...args], { env, ...options })

interface Listening {
  url: string
  child: ChildProcess
  /** The next line of stdout. */
  line(): Promise<string>
  ended: Promise<{ code: number | null; stderr: string }>
}

/** `webhook listen` on a free port, once it has told its address. */
async function listen(flags: string[] = [], environment: NodeJS.ProcessEnv = env) {
  const child = spawn(process.execPath, [BIN, 'webhook', 'listen', '--port', '0', ...flags], {
    env: { ...home.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }))
  while (!/http:\S+\d/.test(stderr)) await Promise.race([once(child.stderr, 'data'), ended])
  const listening: Listening = {
    url: /http:\/\/[\d.:]+\d/.exec(stderr)?.[0] ?? '',
    child,
    ended,
    line: async () => String((await lines.next()).value),
  }
  return listening
}

const record = async ({ line }: Listening) => JSON.parse(await line()) as ReceivedRecord

function deliver(url: string, body = BODY, secret = SECRET): Promise<Response> {
  const signature = signatureHeader(secret, body, Math.floor(Date.now() / 1000))
  const headers = { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature }
  return fetch(url, { method: 'POST', headers, body })
}

describe('what a real daemon delivers', () => {
  beforeAll(async () => {
    const flags = ['--port', '0', '--workers', '1', '--allow-private-webhooks']
    await home.run(['daemon', 'start', ...flags])
  })

  it('verifies with its own secret, as a record too, and can be sent again', async () => {
    const listening = await listen(['--json', '--count', '1'], {})
    const hook = ['--webhook-url', `${listening.url}/hook?x=1`]
    await home.run(['transcribe', join(MEDIA, 'speech.mp3'), ...hook])
    const line = await listening.line()
    expect(await listening.ended).toMatchObject({ code: 0 })
    expect(JSON.parse(line)).toMatchObject({
      ...{ method: 'POST', path: '/hook?x=1', type: 'transcription.completed', verified: true },
      ...{ reason: null, status: 204, duplicate: false, forwarded: null },
    })

    const verified = await webhook(['verify', '--delivery', '-'], { env: {}, input: line })
    expect(verified.stdout).toMatch(/^transcription\.completed\ttr_\w+\n$/)
    writeFileSync(home.path('record'), line)
    const receiver = await startReceiver()
    const replayed = await webhook(['replay', 'record', '--to', receiver.url], { env: {} })
    expect(replayed.exitCode).toBe(0)
    const [again] = await receiver.until(1)
    expect(Buffer.from(again?.body ?? '').toString('base64')).toBe(JSON.parse(line).body_b64)
  })

  it('verifies with a new secret when it was rotated while somebody listens', async () => {
    const listening = await listen(['--json'], {})
    const rotated = await home.run(['daemon', 'secret', 'rotate', '--json'])
    const { signing_secret } = JSON.parse(rotated.stdout)
    const answers = [signing_secret, signing_secret, 'whsec_other'].map((secret) =>
      deliver(listening.url, BODY, secret),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204, 400])
  })
})

describe('scribe webhook listen', () => {
  it('prints a line for each delivery, and answers 204, or 400 to what does not verify', async () => {
    const listening = await listen()
    expect((await deliver(listening.url)).status).toBe(204)
    expect((await listening.line()).split('\t')).toEqual([
      expect.stringMatching(/^\d{4}-.*Z$/),
      ...['204', 'verified', 'transcription.completed', 'tr_1'],
    ])
    const refused = await deliver(listening.url, BODY, 'whsec_other')
    expect([refused.status, await refused.text()]).toEqual([400, 'no_matching_signature\n'])
    expect(await listening.line()).toMatch(/\t400\tnot verified\t.*No usual mistake explains it/)
  })

  it('says which mistake explains a signature, and marks what comes twice', async () => {
    const listening = await listen(['--json'])
    await deliver(listening.url)
    await deliver(listening.url)
    await deliver(listening.url, BODY, 'test')
    expect(await record(listening)).toMatchObject({ duplicate: false })
    expect(await record(listening)).toMatchObject({ duplicate: true, status: 204 })
    expect(await record(listening)).toMatchObject({
      ...{ verified: false, status: 400, duplicate: false },
      ...{ reason: 'no_matching_signature', mistakes: ['secret_without_prefix'] },
    })
  })

  it('keeps everything in its record: header names, their order, any bytes', async () => {
    const listening = await listen(['--json', '--no-verify'], {})
    const body = Buffer.from([0, 255, 13, 10])
    const headers = { 'X-One': '1', 'x-TWO': '2' }
    await fetch(`${listening.url}/a?b=c`, { method: 'POST', headers, body })
    const { headers: kept, ...rest } = await record(listening)
    expect(kept).toEqual(expect.arrayContaining([['x-TWO', '2']]))
    expect(rest).toMatchObject({
      ...{ path: '/a?b=c', verified: null, status: 204, type: null, id: null },
      body_b64: body.toString('base64'),
    })
  })

  it('hands on what verifies, unchanged, and answers as the receiver did', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 201) })
    const listening = await listen(['--json', '--forward-to', receiver.url])
    expect((await deliver(listening.url)).status).toBe(500)
    expect((await deliver(listening.url)).status).toBe(201)
    expect((await deliver(listening.url, BODY, 'whsec_other')).status).toBe(400)
    expect(await record(listening)).toMatchObject({ forwarded: { error: 'answered 500' } })
    expect(receiver.received).toHaveLength(2)
    const [{ body, headers }] = (await receiver.until(1)) as [
      Awaited<ReturnType<typeof receiver.until>>[0],
    ]
    const header = String(headers['x-service-signature'])
    const nowSeconds = Math.floor(Date.now() / 1000)
    expect(verifySignature({ secret: SECRET, body, header, nowSeconds })).toBeNull()
    expect(headers['content-type']).toBe('application/json')
  })

  it('answers 502 when nobody is there to hand on to', async () => {
    const receiver = await startReceiver()
    await receiver.close()
    const listening = await listen(['--forward-to', receiver.url])
    expect((await deliver(listening.url)).status).toBe(502)
    expect(await listening.line()).toContain('forwarded: nobody listens there')
  })

  it('refuses what is no delivery: 405 and 413', async () => {
    const { url, child, ended } = await listen()
    const get = await fetch(url)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    })
    const large = fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await large.then(({ status }) => status).catch(() => 'cut off')).not.toBe(204)
    child.kill('SIGINT')
    expect((await ended).stderr).toMatch(/GET with 405.*\n.*POST with 413/)
  })

  it('ends after --count deliveries, with 10 when one did not verify', async () => {
    const listening = await listen(['--count', '2'])
    await deliver(listening.url, BODY, 'whsec_other')
    await deliver(listening.url)
    expect((await listening.ended).code).toBe(10)
  })

  it('ends at once on Ctrl-C, also while it hands on', async () => {
    const receiver = await startReceiver({ answer: () => undefined })
    const listening = await listen(['--forward-to', receiver.url])
    const answer = deliver(listening.url).catch(() => 'cut off')
    await receiver.until(1)
    listening.child.kill('SIGINT')
    expect((await listening.ended).code).toBe(130)
    expect(await answer).toBe('cut off')
  })

  it('needs a secret, and a port that is free', async () => {
    const none = await webhook(['listen', '--port', '0', '--base-url', 'http://127.0.0.1:9/v1'], {
      env: {},
    })
    expect(none.stderr).toMatch(/no signing secret/)
    expect(none.exitCode).toBe(2)
    const { url } = await listen()
    const taken = await webhook(['listen', '--port', new URL(url).port])
    expect(taken.stderr).toMatch(/is in use; choose another with --port/)
    expect(taken.exitCode).toBe(1)
  })
})

describe('scribe webhook trigger', () => {
  it.each(['completed', 'failed'])('sends a signed %s as a server would', async (kind) => {
    const receiver = await startReceiver()
    const ran = await webhook(['trigger', kind, '--to', `localhost:${receiver.port}/hook`])
    const [received] = await receiver.until(1)
    const { headers = {}, body = '' } = received ?? {}
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'scribe-webhooks/1.0',
    })
    const header = String(headers['x-service-signature'])
    const nowSeconds = Math.floor(Date.now() / 1000)
    expect(verifySignature({ secret: SECRET, body, header, nowSeconds })).toBeNull()
    expect(ran.stdout).toMatch(
      new RegExp(`^204\ttranscription.${kind}\ttr_sample_\\w+\t\\d+ ms\n$`),
    )
    expect(ran.exitCode).toBe(0)
  })

  it('exits with 1 and a record under --json when the receiver refuses', async () => {
    const receiver = await startReceiver({ answer: statuses(302) })
    const ran = await webhook(['trigger', 'failed', '--to', receiver.url, '--json'])
    const sent = JSON.parse(ran.stdout) as SentRecord
    expect(sent).toMatchObject({ status: 302, error: 'answered 302', type: 'transcription.failed' })
    expect(JSON.parse(ran.stderr).error.code).toBe('not_delivered')
    expect(ran.exitCode).toBe(1)
    const verified = await webhook(['verify', '--delivery', '-'], { input: ran.stdout })
    expect(verified.exitCode).toBe(0)
  })

  it.each([
    [['completed', '--to', 'http://127.0.0.1:9/'], 1, /nobody listens there/],
    [['completed'], 2, /--to <url>' not specified/],
    [['done', '--to', 'localhost:1'], 2, /trigger takes one of completed, failed/],
    [['failed', '--to', 'ftp://example.org'], 2, /--to takes a URL/],
    [['failed', '--to', 'http://user:word@localhost/'], 2, /without user name/],
  ])('%j exits with %i', async (args, code, reason) => {
    const { stderr, exitCode } = await webhook(['trigger', ...args])
    expect(stderr).toMatch(reason)
    expect(exitCode).toBe(code)
  })
})

describe('several records', () => {
  const line = (body: string, secret = SECRET) => {
    const headers = { [SIGNATURE_HEADER]: signatureHeader(secret, body, 1_700_000_000) }
    const body_b64 = Buffer.from(body).toString('base64')
    return JSON.stringify({ received_at: '2023-11-14T22:13:20.000Z', headers, body_b64 })
  }

  it('are each verified at the time of their own, and named by line when they fail', async () => {
    const input = [line(BODY), line(BODY, 'whsec_x'), '', 'nonsense', line(BODY)].join('\n')
    const { stdout, stderr, exitCode } = await webhook(['verify', '--delivery', '-'], { input })
    expect(stdout).toBe('transcription.completed\ttr_1\n'.repeat(2))
    expect(stderr).toMatch(/^scribe: line 2: No signature.*\nscribe: line 4: it is no JSON object/)
    expect(exitCode).toBe(10)
  })

  it('are each sent, also after one that failed', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 204) })
    const input = `${line('{"a":1}')}\n${line('{"a":2}')}\n`
    const ran = await webhook(['replay', '-', '--to', receiver.url], { input })
    expect(receiver.received.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":2}'])
    expect(ran.stderr).toMatch(/^scribe: line 1: http.*: answered 500\n$/)
    expect(ran.exitCode).toBe(1)
  })

  it('none at all is a usage error', async () => {
    const { stderr, exitCode } = await webhook(['verify', '--delivery', '-'], { input: '\n' })
    expect(stderr).toContain('stdin holds no record')
    expect(exitCode).toBe(2)
  })
})
