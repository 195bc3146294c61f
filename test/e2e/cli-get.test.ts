// `scribe get`: the real program against a real daemon whose speech child plays scripts.
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription } from '../../src/api/types.ts'
import { segment, wordsOf } from '../src/render/transcripts.ts'
import { BIN, Home } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { serve } from '../support/scripted-server.ts'

const home = new Home()
let daemon: TestDaemon
let env: NodeJS.ProcessEnv = {}
let done = ''
let failed = ''
let running = ''

const SEGMENTS = [
  segment(0, 2, 'Good morning.', { words: wordsOf('Good morning.', 0, 2) }),
  segment(2, 5, 'It is <late> & dark.', { words: wordsOf('It is <late> & dark.', 2, 5) }),
]

beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
  env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  done = (await daemon.submit({ duration: 5, segments: SEGMENTS }, '?wait=30')).id
  const fail = { code: 'no_speech', message: 'Nobody speaks' }
  failed = (await daemon.submit({ duration: 5, fail }, '?wait=30')).id
  running = (await daemon.submit({ duration: 5, holdMs: 600_000 })).id
})
afterAll(async () => {
  await daemon.request('DELETE', `/transcriptions/${running}`)
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const get = (...args: string[]) => home.run(['get', ...args], { env })
const body = async (query: string) =>
  (await daemon.request('GET', `/transcriptions/${done}${query}`)).text()

describe('scribe get', () => {
  it('prints the transcription as the server has it', async () => {
    const { stdout, stderr, exitCode } = await get(done)
    expect(stdout).toBe(`${await body('')}\n`)
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
  })

  it.each([
    ['text', '?format=text'],
    ['srt', '?format=srt'],
    ['vtt', '?format=vtt'],
  ])('passes the server’s own %s through byte for byte', async (format, query) => {
    expect((await get(done, '-f', format)).stdout).toBe(await body(query))
  })

  it('keeps a byte order mark and the line ends of another server', async () => {
    const text = '\ufeff1\r\n00:00:00,000 --> 00:00:01,000\r\nHi\r\n'
    const server = await serve([(_request, response) => response.end(text)])
    const run = await home.run(['get', done, '-f', 'srt'], {
      env: { SCRIBE_BASE_URL: server.baseUrl },
    })
    server.close()
    expect(run.stdout).toBe(text)
  })

  it('asks the server for timestamps and for words', async () => {
    const text = await get(done, '-f', 'text', '--timestamps')
    expect(text.stdout).toBe(await body('?format=text&timestamps=true'))
    expect((await get(done, '--words')).stdout).toBe(`${await body('?include=words')}\n`)
  })

  it('writes a file, whole or not at all, and into a folder under the id', async () => {
    writeFileSync(home.path('talk.srt'), 'old')
    const { stdout, exitCode } = await get(done, '-f', 'srt', '-o', 'talk.srt')
    expect(stdout).toBe('')
    expect(exitCode).toBe(0)
    expect(readFileSync(home.path('talk.srt'), 'utf8')).toBe(await body('?format=srt'))
    await get(done, '-f', 'lrc', '-o', '.')
    expect(readFileSync(home.path(`${done}.lrc`), 'utf8')).toContain('[00:02.00]It is')
    expect(readdirSync(home.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('-o - is stdout', async () => {
    expect((await get(done, '-f', 'text', '-o', '-')).stdout).toBe(await body('?format=text'))
  })

  it('gives the file the subtitles and stdout the JSON with --json and -o', async () => {
    const { stdout } = await get(done, '--json', '-f', 'vtt', '-o', 'talk.vtt')
    expect(JSON.parse(stdout).id).toBe(done)
    expect(readFileSync(home.path('talk.vtt'), 'utf8')).toBe(await body('?format=vtt'))
  })

  it.each([
    [['--json', '-f', 'srt'], /--json with -f srt needs -o/],
    [['-f', 'doc'], /--format takes one of text, srt, vtt, json, tsv, md, lrc, not "doc"/],
    [['--wait', '61'], /--wait takes a whole number from 0 to 60/],
    [['--timestamps'], /--timestamps needs -f text/],
    [['-f', 'srt', '-o', 'none/talk.srt'], /folder .*none does not exist/],
  ])('refuses %j', async (flags, message) => {
    const { stdout, stderr, exitCode } = await get(done, ...flags)
    expect(stderr).toMatch(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it.each(['text', 'srt', 'tsv'])('exits with 6 for %s of what is not final', async (format) => {
    const { stdout, stderr, exitCode } = await get(running, '-f', format, '-o', 'late')
    expect(stderr).toMatch(/is still (queued|transcribing).*scribe wait/)
    expect(stdout).toBe('')
    expect(existsSync(home.path('late'))).toBe(false)
    expect(exitCode).toBe(6)
  })

  it('prints the JSON of what is not final, and exits with 6 only when it was to wait', async () => {
    const at = await get(running)
    expect((JSON.parse(at.stdout) as Transcription).completed_at).toBeNull()
    expect(at.exitCode).toBe(0)
    const waited = await get(running, '--wait', '1')
    expect(JSON.parse(waited.stdout).id).toBe(running)
    expect(waited.exitCode).toBe(6)
  })

  it.each(['text', 'md'])('exits with 5 for %s of what failed, and says why', async (format) => {
    const { stdout, stderr, exitCode } = await get(failed, '-f', format)
    expect(stderr).toContain('no_speech')
    expect(stdout).toBe('')
    expect(exitCode).toBe(5)
  })

  it('shows a deleted one with --include-deleted, as JSON only', async () => {
    const { id } = await daemon.submit({ duration: 5, segments: SEGMENTS }, '?wait=30')
    await daemon.request('DELETE', `/transcriptions/${id}`)
    expect((await get(id)).exitCode).toBe(4)
    const { stdout } = await get(id, '--include-deleted')
    expect(JSON.parse(stdout).deleted_at).not.toBeNull()
    for (const format of ['srt', 'tsv']) {
      expect((await get(id, '--include-deleted', '-f', format)).exitCode).toBe(4)
    }
  })

  it('reports under --json with the error envelope', async () => {
    const { stdout, stderr, exitCode } = await get('tr_unknown', '--json')
    expect(JSON.parse(stderr).error.code).toBe('not_found')
    expect(stdout).toBe('')
    expect(exitCode).toBe(4)
  })

  it('is ended by Ctrl-C while it waits', async () => {
    let child: ChildProcess | undefined
    const server = createServer(() => child?.kill('SIGINT')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { stderr, exitCode } = await home.run(['get', running, '--wait', '60'], {
      env: { ...env, SCRIBE_BASE_URL: `http://127.0.0.1:${port}/v1` },
      onStart: (started) => {
        child = started
      },
    })
    server.close()
    expect(stderr).toMatch(/Interrupted.*same command again/)
    expect(exitCode).toBe(130)
  })

  it('ends quietly when its reader has seen enough', async () => {
    const command = `"$0" "$1" get "$2" -f md | head -c 1; echo "\${PIPESTATUS[0]}"`
    const shell = ['-c', command, process.execPath, BIN, done]
    const options = { env: { ...home.env, ...env } }
    const { stdout, stderr } = await promisify(execFile)('bash', shell, options)
    expect(stdout).toBe('#0\n')
    expect(stderr).toBe('')
  })
})
