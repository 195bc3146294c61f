// Inputs that cannot be transcribed are told at once: no daemon is started for them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Home } from '../support/cli.ts'

const home = new Home()
beforeAll(() => {
  writeFileSync(home.path('empty.mp3'), '')
  writeFileSync(home.path('notes.txt'), 'hello')
  writeFileSync(home.path('a\nb.txt'), 'hello')
  writeFileSync(home.path('real.mp3'), 'not checked before the upload')
  mkdirSync(home.path('folder.mp3'))
  mkdirSync(home.path('tmp'))
})
afterAll(() => home.remove())

describe('scribe transcribe refuses', () => {
  it.each([
    ['an empty file', ['empty.mp3'], 'empty.mp3: the file is empty'],
    ['a folder', ['folder.mp3'], 'folder.mp3: a folder; --recursive'],
    ['a missing file', ['missing.mp3'], 'missing.mp3: no such file'],
    ['a text file', ['notes.txt'], 'notes.txt: no audio or video'],
    ['a path outside', ['../../../../etc/passwd'], 'passwd: no audio or video'],
    ['a name that would break the line', ['a\nb.txt'], 'a\\nb.txt: no audio or video'],
    ['a folder without media', ['-r', 'folder.mp3'], 'folder.mp3: no audio or video files'],
    ['an output in no folder', ['real.mp3', '-o', 'no/x.txt'], 'does not exist'],
    ['an output that is the input', ['real.mp3', '-o', 'real.mp3'], 'would replace the file'],
    ['a variable that is not set', [''], ': an empty name; is a variable not set?'],
    ['no language tag', ['real.mp3', '--language', 'plain English'], '--language takes a language'],
    ['a key no header can carry', ['real.mp3', '--idempotency-key', 'ключ'], 'of ASCII'],
    ['an empty key', ['real.mp3', '--idempotency-key', ''], 'takes 1 to 255'],
    ['an unknown profile', ['real.mp3', '--profile', 'work'], 'no profile "work"'],
  ])('%s', async (_title, args, message) => {
    const { exitCode, stdout, stderr } = await home.run(['transcribe', ...args])
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
    expect(existsSync(home.data)).toBe(false)
  })

  it.each([
    ['stdin that ends at once', '', 'stdin is empty'],
    ['stdin that is no media', 'Dear all,\n'.repeat(1000), 'stdin is no audio or video'],
  ])('%s, and leaves no file behind', async (_title, input, message) => {
    const env = { TMPDIR: home.path('tmp') }
    const { exitCode, stderr } = await home.run(['transcribe', '-'], { input, env })
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
    expect(readdirSync(home.path('tmp'))).toEqual([])
    expect(existsSync(home.data)).toBe(false)
  })

  it('stdin that finds no room, and goes on with the other inputs', () => {
    const command = 'ulimit -f 64; exec "$0" "$1" transcribe - missing.mp3'
    const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, BIN], {
      ...{ cwd: home.folder, env: { ...home.env, TMPDIR: home.path('tmp') }, encoding: 'utf8' },
      input: Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(1_000_000)]),
    })
    expect(stderr).toContain(`-: no room for stdin in ${home.path('tmp')}`)
    expect(stderr).toContain('missing.mp3: no such file')
    expect(readdirSync(home.path('tmp'))).toEqual([])
    expect(status).toBe(1)
  })

  it.each([
    ['dQw4w9WgXcQ', 'give the whole URL, https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['youtube.com/watch?v=dQw4w9WgXcQ', 'a URL begins with https://'],
    ['www.example.com/talk', 'a URL begins with https://'],
  ])('%s, which is no file, and says what it may have been', async (given, message) => {
    const { stderr, exitCode } = await home.run(['transcribe', given])
    expect(stderr).toContain(`${given}: no such file; `)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })

  it('names each of several, as envelopes under --json', async () => {
    const args = ['transcribe', '--json', 'empty.mp3', 'missing.mp3']
    const { exitCode, stderr } = await home.run(args)
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.slice(0, -1).map(({ error }) => error.input)).toEqual(['empty.mp3', 'missing.mp3'])
    expect(lines.at(-1)).toEqual({ summary: { done: 0, skipped: 0, failed: 2, not_sent: 0 } })
    expect(exitCode).toBe(2)
  })
})

describe('without a daemon', () => {
  it.each([
    ['the flag', ['--no-autostart'], {}],
    ['the variable', [], { SCRIBE_NO_AUTOSTART: '1' }],
  ])('%s keeps one from being started', async (_title, flags, env) => {
    const { exitCode, stderr } = await home.run(['get', 'tr_1', ...flags], { env })
    expect(stderr).toContain('scribe daemon start')
    expect(exitCode).toBe(1)
    expect(existsSync(home.data)).toBe(false)
  })

  it('says when a base URL does not answer', async () => {
    const { exitCode, stderr } = await home.run([
      'get',
      'tr_1',
      '--base-url',
      'http://127.0.0.1:9/v1',
    ])
    expect(stderr).toContain('Could not reach http://127.0.0.1:9: nobody listens there')
    expect(exitCode).toBe(1)
  })
})
