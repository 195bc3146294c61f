// Output streams that are slow, half closed or not there at all, and --quiet.
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putScript } from '../support/batch.ts'
import { BIN, Home } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon

/** Many times what a pipe holds. */
const LINES = 3000

beforeAll(async () => {
  daemon = await startDaemon({ workers: 1 })
  putScript(home, 'talk.wav')
  putScript(home, 'bad.wav', { fail: { code: 'no_speech', message: 'Nobody speaks.' } })
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

/** Runs a line of shell in which `scribe` is the program. */
async function inShell(line: string) {
  const target = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  const { exitCode, stdout, stderr } = await execa(
    line.replaceAll(/\bscribe/g, `'${process.execPath}' '${BIN}'`),
    {
      ...{ shell: true, reject: false, extendEnv: false, stripFinalNewline: false },
      ...{ cwd: home.folder, env: { ...home.env, ...target } },
    },
  )
  return { exitCode, stdout, stderr }
}

describe('the output', () => {
  it('is whole however slow its reader is', async () => {
    const segments = Array.from({ length: LINES }, (_, index) => {
      const text = `Sentence ${index} of a long talk.`
      return { start: index, end: index + 1, speaker: null, language: 'en', text }
    })
    const { id } = await daemon.submit({ duration: LINES, segments }, '?wait=60')
    const { stdout } = await inShell(`scribe get ${id} -f srt | (sleep 1; cat)`)
    expect(stdout.split('\n').filter((line) => line.startsWith('Sentence'))).toHaveLength(LINES)
  })

  it('needs no stderr', async () => {
    const { stdout, exitCode } = await inShell('scribe transcribe talk.wav 2>&-')
    expect(stdout).toBe('This is talk.wav.\n')
    expect(exitCode).toBe(0)
  })
})

describe('--quiet', () => {
  it('says nothing but the result', async () => {
    expect(await inShell('scribe -q transcribe talk.wav')).toEqual({
      ...{ exitCode: 0, stdout: 'This is talk.wav.\n', stderr: '' },
    })
  })

  it('says what failed', async () => {
    const { exitCode, stdout, stderr } = await inShell('scribe -q transcribe talk.wav bad.wav')
    expect(stdout).toContain('This is talk.wav.')
    expect(stderr).toMatch(/^scribe: bad\.wav: tr_\w+ failed: no_speech \(Nobody speaks\.\)\n$/)
    expect(exitCode).toBe(5)
  })
})
