// What a transcription would cost, before anything is sent.
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNKED_MAX_BYTES } from '../../src/api/limits.ts'
import type { TranscriptionList } from '../../src/api/types.ts'
import { linesOf, transcribeAt } from '../support/batch.ts'
import { Home, MEDIA, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { wavHeader } from '../support/wav.ts'

interface Record {
  input: string
  duration_seconds: number | null
  minutes_needed: number | null
  skipped?: boolean
  problems: { code: string; message: string }[]
}

const home = new Home()
const SPEECH = join(MEDIA, 'speech.mp3')
const URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
let daemon: TestDaemon
/** With three minutes left, and one job at a time. */
let poor: TestDaemon

beforeAll(async () => {
  daemon = await startDaemon()
  const limits = { minutes: 3, topup_minutes: 0, max_active_jobs: 1 }
  poor = daemon.as((await daemon.newTeam(limits)).key)
  putSilence('two-minutes.wav', 90)
  putSilence('six-hours.wav', 6 * 3600)
  writeFileSync(home.path('notes.txt'), 'hello')
  writeFileSync(home.path('large.wav'), 'x')
  truncateSync(home.path('large.wav'), CHUNKED_MAX_BYTES + 1)
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

/** Takes no room on the disk, however long it is. */
function putSilence(name: string, seconds: number): void {
  writeFileSync(home.path(name), wavHeader(seconds * 8000, 8000, 8))
  truncateSync(home.path(name), 44 + seconds * 8000)
}

const dryRun = (args: string[], options?: RunOptions, by = poor) =>
  transcribeAt(home, by, ['--dry-run', ...args], options)

async function recordsOf(args: string[], options?: RunOptions): Promise<Record[]> {
  const { stdout } = await dryRun(['--json', ...args], options)
  return linesOf<Record>(stdout).slice(0, -1)
}

describe('scribe transcribe --dry-run', () => {
  it('tells length and minutes of each input, and the total', async () => {
    const { stdout, stderr, exitCode } = await dryRun([SPEECH, 'two-minutes.wav', URL])
    expect(stdout.split('\n')).toEqual([
      `${SPEECH}\t0:04\t1\tnone`,
      'two-minutes.wav\t1:30\t2\tnone',
      `${URL}\tunknown\tunknown\tinsufficient_minutes`,
      '',
    ])
    expect(stderr).toContain(`${URL}: its length is unknown and 0 are left`)
    expect(stderr).toContain('3 minutes needed for 1:34, 1 of unknown length not counted')
    expect(stderr).toContain('3 minutes left')
    expect(stderr).toContain('at most 1 at a time')
    expect(exitCode).toBe(7)
  })

  it('prints a record a line and a summary with --json', async () => {
    const { stdout, stderr, exitCode } = await dryRun(['--json', SPEECH, 'two-minutes.wav'])
    expect(linesOf(stdout)).toEqual([
      { input: SPEECH, duration_seconds: 4.14, minutes_needed: 1, problems: [] },
      { input: 'two-minutes.wav', duration_seconds: 90, minutes_needed: 2, problems: [] },
      {
        summary: {
          ...{ inputs: 2, skipped: 0, refused: 0, unknown: 0 },
          ...{ duration_seconds: 94.14, minutes_needed: 3, minutes_left: 3, max_active_jobs: 1 },
        },
      },
    ])
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
  })

  it('sends nothing, makes no folder and leaves no upload session', async () => {
    await dryRun([SPEECH, 'two-minutes.wav', '-o', 'not-yet'])
    const { data } = (await (
      await poor.request('GET', '/transcriptions')
    ).json()) as TranscriptionList
    expect(data).toEqual([])
    expect(existsSync(home.path('not-yet'))).toBe(false)
    expect(existsSync(join(home.state, 'uploads'))).toBe(false)
  })

  it.each([
    ['notes.txt', 'unsupported_media', 2],
    ['none.mp3', 'invalid_request', 2],
    ['large.wav', 'media_too_large', 2],
    ['six-hours.wav', 'media_too_long', 5],
    [join(MEDIA, 'text.mp3'), 'unsupported_media', 5],
    [join(MEDIA, 'video-only.mp4'), 'unsupported_media', 5],
  ])('foresees that %s is refused with %s', async (name, code, expected) => {
    const { stdout, exitCode } = await dryRun(['--json', name, SPEECH])
    const [record, other] = linesOf<Record>(stdout)
    expect(record).toMatchObject({ input: name, problems: [{ code }] })
    expect(other?.problems).toEqual([])
    expect(exitCode).toBe(expected)
  })

  it('tells how long something is, also when it is too long', async () => {
    expect((await recordsOf(['six-hours.wav']))[0]).toMatchObject({
      duration_seconds: 21_600,
      minutes_needed: 360,
    })
  })

  it('takes the minutes in order: what does not fit is told, what follows may fit', async () => {
    const args = ['two-minutes.wav', 'two-minutes.wav', SPEECH]
    const codes = (await recordsOf(args)).map(({ problems }) => problems.map(({ code }) => code))
    expect(codes).toEqual([[], ['insufficient_minutes'], []])
  })

  it('counts with --max-minutes', async () => {
    const args = ['two-minutes.wav', SPEECH, '--max-minutes', '2']
    const { exitCode, stderr } = await dryRun(args, {}, daemon)
    expect(stderr).toContain(`${SPEECH}: it needs 1 minute and --max-minutes leaves 0`)
    expect(exitCode).toBe(7)
  })

  it('measures stdin', async () => {
    const input = readFileSync(join(MEDIA, 'speech.ogg'))
    expect(await recordsOf(['-'], { input })).toMatchObject([{ input: '-', minutes_needed: 1 }])
  })

  it('leaves out what --skip-existing leaves out', async () => {
    writeFileSync(home.path('speech.json'), '{}')
    const args = [SPEECH, 'two-minutes.wav', '-o', home.folder, '--skip-existing']
    expect(await recordsOf(args)).toMatchObject([
      { input: SPEECH, minutes_needed: 0, skipped: true, problems: [] },
      { input: 'two-minutes.wav', minutes_needed: 2 },
    ])
  })

  it('tells the lengths also when nobody can say how many minutes are left', async () => {
    const nobody = { baseUrl: 'http://127.0.0.1:9/v1', key: 'svc_none' }
    const { stdout, stderr, exitCode } = await transcribeAt(home, nobody, ['--dry-run', SPEECH])
    expect(stdout).toBe(`${SPEECH}\t0:04\t1\tnone\n`)
    expect(stderr).toContain('Could not reach')
    expect(exitCode).toBe(1)
  })

  it('is not for a credential that nobody knows', async () => {
    const { exitCode } = await transcribeAt(home, { ...daemon, key: 'svc_wrong' }, [
      '--dry-run',
      SPEECH,
    ])
    expect(exitCode).toBe(3)
  })
})
