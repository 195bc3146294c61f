// `scribe upload` and the commands below it, as a user or a script calls them.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Home } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { paddedScript, putChunk, reserve } from '../support/uploads.ts'

/** Two chunks. */
const SIZE = 10_000_000
const FILE = paddedScript({ duration: 1 }, SIZE)

const home = new Home()
let daemon: TestDaemon
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  daemon = await startDaemon()
  env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  writeFileSync(home.path('talk.wav'), FILE)
  mkdirSync(home.path('folder'))
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const run = (...args: string[]) => home.run(args, { env })

/** A reservation with its first chunk. */
async function half() {
  const created = await reserve(daemon, SIZE)
  await putChunk(created, 0, FILE.slice(0, created.upload?.chunks[0]?.size))
  return created
}

describe('scribe upload', () => {
  it('prints the id and nothing else, and leaves no session', async () => {
    const { exitCode, stdout } = await run('upload', 'talk.wav')
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(exitCode).toBe(0)
    expect(await daemon.get(stdout.trim())).toMatchObject({
      source: { platform: 'upload', filename: 'talk.wav', size: SIZE },
    })
    expect(readdirSync(join(home.state, 'uploads'))).toEqual([])
  })

  it('prints the server’s answer with --json', async () => {
    const { stdout } = await run('upload', 'talk.wav', '--json', '--parallel', '1')
    expect(JSON.parse(stdout)).toMatchObject({ object: 'transcription', status: 'queued' })
  })

  it('passes its parameters on', async () => {
    const { stdout } = await run('upload', 'talk.wav', '--language', 'en', '--source', 'stt')
    const { options } = await daemon.get(stdout.trim())
    expect(options).toEqual({ source: 'stt', language: 'en', diarize: false })
  })

  it('is the same transcription for the same --idempotency-key', async () => {
    const first = await run('upload', 'talk.wav', '--idempotency-key', 'mine')
    const second = await run('upload', 'talk.wav', '--idempotency-key', 'mine')
    expect(second.stdout).toBe(first.stdout)
  })

  it('feeds a pipe whose reader leaves early', async () => {
    const line = `"${process.execPath}" "${BIN}" upload talk.wav --json | head -c 1`
    const options = { cwd: home.folder, env: { ...home.env, ...env } }
    expect(await promisify(execFile)('sh', ['-c', line], options)).toEqual({
      stdout: '{',
      stderr: '',
    })
  })

  it.each([
    ['no such file', ['gone.wav'], 'gone.wav: no such file'],
    ['a folder', ['folder'], 'folder: a folder;'],
    ['a URL', ['https://youtu.be/dQw4w9WgXcQ'], '`scribe create` takes URLs'],
    ['stdin', ['-'], '`scribe transcribe -` reads stdin'],
    ['no file', [], "missing required argument 'file'"],
    ['two files', ['talk.wav', 'talk.wav'], 'too many arguments'],
    ['--parallel 17', ['talk.wav', '--parallel', '17'], 'from 1 to 16'],
    ['--source captions', ['talk.wav', '--source', 'captions'], '--source takes one of auto, stt'],
  ])('refuses %s with 2 before anything is sent', async (_title, args, message) => {
    const { exitCode, stdout, stderr } = await run('upload', ...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('leaves no session behind of what the server refused', async () => {
    const { key } = await daemon.newTeam({ max_file_bytes: 1000 })
    const options = { env: { ...env, SCRIBE_API_KEY: key } }
    const { exitCode, stderr } = await home.run(['upload', 'talk.wav'], options)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('media_too_large')
    expect(readdirSync(join(home.state, 'uploads'))).toEqual([])
  })
})

describe('scribe upload status', () => {
  it('says what has arrived and what is missing', async () => {
    const { id, upload } = await half()
    const { stdout } = await run('upload', 'status', id)
    expect(stdout.split('\n')).toEqual([
      'status\tawaiting_upload',
      'received\t8.4 of 10.0 MB (83 %)',
      'chunks\t1 of 2',
      'missing\t#1',
      `expires\t${upload?.expires_at}`,
      '',
    ])
  })

  it('prints the server’s answer with --json', async () => {
    const { id } = await half()
    const { stdout } = await run('upload', 'status', id, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ object: 'upload', received_chunks: [0] })
  })

  it('exits with 4 for what does not exist, 2 without an id or with an option of upload', async () => {
    expect((await run('upload', 'status', 'tr_0')).exitCode).toBe(4)
    expect((await run('upload', 'status')).stderr).toContain("missing required argument 'id'")
    const { exitCode, stderr } = await run('upload', 'status', 'tr_0', '--diarize')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "scribe: unknown option '--diarize'\n",
    })
  })
})

describe('scribe upload complete', () => {
  it('completes what has arrived and prints the id', async () => {
    const created = await half()
    await putChunk(created, 1, FILE.slice(created.upload?.chunks[1]?.offset))
    expect(await run('upload', 'complete', created.id)).toEqual({
      exitCode: 0,
      stdout: `${created.id}\n`,
      stderr: '',
    })
  })

  it('exits with 9 and names the missing chunks', async () => {
    const { id } = await half()
    const { exitCode, stderr } = await run('upload', 'complete', id)
    expect(exitCode).toBe(9)
    expect(stderr).toContain('(upload_incomplete)\n  missing chunks: #1\n')
    const json = await run('upload', 'complete', id, '--json')
    expect(JSON.parse(json.stderr).error).toMatchObject({ missing_chunks: [1] })
  })

  it('exits with 9 when it was completed before', async () => {
    const { stdout } = await run('upload', 'talk.wav')
    const again = await run('upload', 'complete', stdout.trim())
    expect(again.exitCode).toBe(9)
    expect(again.stderr).toContain('(invalid_state)')
  })
})

describe('scribe upload resume', () => {
  it('refuses a file of another size', async () => {
    const { id } = await half()
    writeFileSync(home.path('short.wav'), 'short')
    const args = ['upload', 'resume', id, 'short.wav', '--idempotency-key', 'any']
    const { exitCode, stderr } = await run(...args)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`it has 5 bytes, not ${SIZE}`)
  })

  it('exits with 9 for what was canceled and 4 for what does not exist', async () => {
    const { id } = await half()
    await daemon.request('DELETE', `/transcriptions/${id}`)
    expect((await run('upload', 'resume', id, 'talk.wav')).exitCode).toBe(9)
    expect((await run('upload', 'resume', 'tr_0', 'talk.wav')).exitCode).toBe(4)
  })
})
