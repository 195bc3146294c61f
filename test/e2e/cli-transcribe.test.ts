// The main job, end to end: the real program, a daemon that it starts itself, the real model.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription, TranscriptionList } from '../../src/api/types.ts'
import { BIN, Home, MEDIA } from '../support/cli.ts'

const home = new Home()
const SPEECH = join(MEDIA, 'speech.mp3')
const SPOKEN = /the weather is nice today/i

beforeAll(async () => {
  await home.run(['daemon', 'start', '--port', '0', '--workers', '1'])
})
afterAll(() => home.remove())

const transcribe = (...args: string[]) => home.run(['transcribe', ...args])
const sessions = () => readdirSync(join(home.state, 'uploads'))

async function transcriptionIds(): Promise<string[]> {
  const { data } = await home.api<TranscriptionList>('/transcriptions?limit=100')
  return data.map(({ id }) => id)
}

describe('scribe transcribe', () => {
  it('prints the transcript and nothing else on stdout', async () => {
    const { exitCode, stdout } = await transcribe(SPEECH)
    expect(stdout).toMatch(SPOKEN)
    expect(stdout.endsWith('\n')).toBe(true)
    expect(stdout).not.toMatch(/uploading|transcribing/)
    expect(exitCode).toBe(0)
  })

  it('says nothing on stderr under --quiet and under --json', async () => {
    expect((await transcribe(SPEECH, '--quiet')).stderr).toBe('')
    expect((await transcribe(SPEECH, '--json')).stderr).toBe('')
  })

  it('leaves no upload session once the transcript is out', () => {
    expect(sessions()).toEqual([])
  })

  it.each([
    ['srt', /^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/],
    ['vtt', /^WEBVTT\n/],
  ])('renders %s', async (format, expected) => {
    expect((await transcribe(SPEECH, '-q', '-f', format)).stdout).toMatch(expected)
  })

  it('prints the transcription as the server has it with -f json', async () => {
    const { stdout } = await transcribe(SPEECH, '-q', '-f', 'json', '--words')
    const { id, status, transcript } = JSON.parse(stdout) as Transcription
    expect(status).toBe('completed')
    expect(transcript?.segments[0]?.words?.length).toBeGreaterThan(2)
    expect(await home.api(`/transcriptions/${id}?include=words`)).toEqual(JSON.parse(stdout))
  })

  it('puts times before the lines with --timestamps', async () => {
    expect((await transcribe(SPEECH, '-q', '--timestamps')).stdout).toMatch(/^\[00:00:0\d\] /)
  })

  it('reads stdin, and names it after what its bytes are', async () => {
    const input = readFileSync(join(MEDIA, 'speech.ogg'))
    const { stdout, exitCode } = await home.run(['transcribe', '-', '--json'], { input })
    const { source, transcript } = JSON.parse(stdout) as Transcription
    expect(source).toMatchObject({ filename: 'stdin.ogg' })
    expect(transcript?.text).toMatch(SPOKEN)
    expect(exitCode).toBe(0)
  })

  it('writes to a file with -o, whole or not at all', async () => {
    const path = home.path('out.srt')
    const { stdout } = await transcribe(SPEECH, '-q', '-f', 'srt', '-o', path)
    expect(stdout).toBe('')
    expect(readFileSync(path, 'utf8')).toMatch(SPOKEN)
    expect(readdirSync(home.folder).filter((name) => name.includes('.tmp'))).toEqual([])
  })

  it('tries every input, prints in order, and exits with the first failure', async () => {
    const second = join(MEDIA, 'silence.mp3')
    const third = join(MEDIA, 'speech.m4a')
    const { stdout, stderr, exitCode } = await transcribe('-q', SPEECH, second, '/none.mp3', third)
    expect(stdout.split('\n').filter((line) => line.startsWith('==>'))).toEqual([
      `==> ${SPEECH} <==`,
      `==> ${third} <==`,
    ])
    expect(stderr).toMatch(/silence\.mp3: tr_\w+ failed: no_speech/)
    expect(stderr).toContain('/none.mp3: no such file')
    expect(exitCode).toBe(5)
  })

  it('prints one JSON document a line for several inputs', async () => {
    const { stdout } = await transcribe('--json', SPEECH, join(MEDIA, 'speech.flac'))
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).source.filename)
    expect(names).toEqual(['speech.mp3', 'speech.flac'])
  })

  it('writes one file each into -o, and with --skip-existing only those that lack', async () => {
    const inputs = ['speech.mp3', 'speech.wav'].map((name) => join(MEDIA, name))
    const folder = home.path('texts', 'deep')
    await transcribe('-q', ...inputs, '-o', folder)
    expect(readdirSync(folder).sort()).toEqual(['speech.mp3.txt', 'speech.wav.txt'])
    writeFileSync(join(folder, 'speech.mp3.txt'), 'mine')
    const before = await transcriptionIds()
    await transcribe('-q', ...inputs, '-o', folder, '--skip-existing')
    expect(readFileSync(join(folder, 'speech.mp3.txt'), 'utf8')).toBe('mine')
    expect(await transcriptionIds()).toEqual(before)
  })

  it('takes a folder with --recursive', async () => {
    mkdirSync(home.path('tree', 'sub'), { recursive: true })
    copyFileSync(SPEECH, home.path('tree', 'sub', 'one.mp3'))
    const { exitCode } = await transcribe('-q', '-r', home.path('tree'), '-o', home.path('flat'))
    expect(readdirSync(home.path('flat'))).toEqual(['one.txt'])
    expect(exitCode).toBe(0)
  })

  it.each(['-dash.mp3', 'with space.mp3', 'Größe 会議.mp3', 'new\nline.mp3', '--json.mp3'])(
    'takes a file called %j',
    async (name) => {
      copyFileSync(SPEECH, home.path(name))
      const { stdout, exitCode } = await transcribe('-q', '-f', 'json', '--', name)
      // The server keeps no control characters.
      expect(JSON.parse(stdout).source.filename).toBe(name.replace('\n', ''))
      expect(exitCode).toBe(0)
    },
  )

  it.each([
    ['text.mp3', 'unsupported_media'],
    ['video-only.mp4', 'unsupported_media'],
    ['silence.mp3', 'no_speech'],
  ])('exits with 5 for %s and says %s', async (name, code) => {
    const { stdout, stderr, exitCode } = await transcribe('-q', join(MEDIA, name))
    expect(stderr).toContain(code)
    expect(stdout).toBe('')
    expect(exitCode).toBe(5)
    const json = await transcribe('--json', join(MEDIA, name))
    expect(JSON.parse(json.stderr).error.code).toBe(code)
    expect(sessions()).toEqual([])
  })

  it('hands a video URL to the server and reports its answer', async () => {
    const { stderr, exitCode } = await transcribe('-q', 'https://example.com/watch?v=1')
    expect(stderr).toMatch(/https:\/\/example\.com\/watch\?v=1: .+\(\w+\)/)
    expect(exitCode).toBe(2)
  })

  it('begins with a title where the first inputs failed', async () => {
    const { stdout } = await transcribe('-q', '/none.mp3', SPEECH)
    expect(stdout).toMatch(/^==> /)
  })

  it('goes on when nobody reads its notices any more', () => {
    const output = home.path('unheard')
    const command = `"$0" "$1" transcribe /none.mp3 "$2" -o "$3" 2>&1 >&- | true; echo "\${PIPESTATUS[0]}"`
    const shell = ['-c', command, process.execPath, BIN, SPEECH, output]
    const { stdout } = spawnSync('bash', shell, { env: home.env, encoding: 'utf8' })
    expect(stdout).toBe('2\n')
    expect(readdirSync(output)).toEqual(['speech.txt'])
  })

  it('ends quietly when its reader has seen enough', () => {
    const command = `"$0" "$1" transcribe -q "$2" "$2" "$2" | head -c 1; echo "\${PIPESTATUS[0]}"`
    const shell = ['-c', command, process.execPath, BIN, SPEECH]
    const { stdout, stderr } = spawnSync('bash', shell, { env: home.env, encoding: 'utf8' })
    expect(stdout).toBe('=0\n')
    expect(stderr).toBe('')
  })
})

/** The id of a new transcription that has ended well. */
async function completed(): Promise<string> {
  const { stdout } = await transcribe('-q', '--no-wait', SPEECH)
  await home.run(['wait', stdout.trim()])
  return stdout.trim()
}

describe('scribe transcribe --no-wait, wait, get, cancel', () => {
  it('prints the id at once, and the others work with it', async () => {
    const { stdout } = await transcribe('-q', '--no-wait', SPEECH)
    expect(stdout).toMatch(/^tr_\w+\n$/)
    const id = stdout.trim()
    expect((await home.run(['wait', id])).stdout).toBe(`${id}\tcompleted\n`)
    const text = await home.run(['get', id, '-f', 'text'])
    expect(text.stdout).toMatch(SPOKEN)
    const json = await home.run(['get', id])
    expect(JSON.parse(json.stdout)).toEqual(await home.api(`/transcriptions/${id}`))
  })

  it('refuses to cancel what is final, and does not delete it', async () => {
    const id = await completed()
    const { stderr, exitCode } = await home.run(['cancel', id])
    expect(stderr).toContain('completed already')
    expect(exitCode).toBe(9)
    expect((await home.run(['get', id])).exitCode).toBe(0)
  })

  it('exits with 4 for an id that nobody knows, and names it among several', async () => {
    const known = await completed()
    expect((await home.run(['get', 'tr_unknown'])).exitCode).toBe(4)
    const { stdout, stderr, exitCode } = await home.run(['wait', known, 'tr_unknown'])
    expect(stdout).toContain(known)
    expect(stderr).toContain('tr_unknown: ')
    expect(exitCode).toBe(4)
  })

  it('does not take a path for an id', async () => {
    const { exitCode } = await home.run(['get', '../account'])
    expect(exitCode).toBe(2)
  })

  it('says that a failed one has no rendering', async () => {
    const { stdout } = await transcribe('-q', '--no-wait', join(MEDIA, 'silence.mp3'))
    const id = stdout.trim()
    expect((await home.run(['wait', id])).exitCode).toBe(5)
    const { stdout: nothing, exitCode } = await home.run(['get', id, '-f', 'srt', '-o', 'x.srt'])
    expect(exitCode).toBe(5)
    expect(nothing).toBe('')
    expect(existsSync(home.path('x.srt'))).toBe(false)
  })
})
