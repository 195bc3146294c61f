// The live view on a real terminal: what a person sees while several files are transcribed, when
// the window changes its size, at the end, and after Ctrl-C.
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptionList } from '../../src/api/types.ts'
import { widthOf } from '../../src/ui/width.ts'
import { Home } from '../support/cli.ts'
import { removeFolders, type Script, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { startProxy } from '../support/proxy.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'
import { until } from '../support/until.ts'

const home = new Home()
let daemon: TestDaemon
let terminal: Terminal

beforeAll(async () => {
  daemon = await startDaemon({ workers: 4 })
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})
beforeEach(async () => {
  const target = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
  terminal = new Terminal({ ...home.env, ...target, TERM: 'xterm-256color' }, 100, 24)
  await terminal.run(`cd ${home.folder}; seq 30`, /^30$/)
})
afterEach(async () => {
  terminal.close()
  await cancelAll()
})

const TALK = 'talk.wav'
const MEETING = '会議の録音と議事録とその他もろもろ.wav'
const LONG = 'a rather long name of something that was recorded.wav'
const said = (text: string) => [{ start: 0, end: 1, speaker: null, language: 'en', text }]

/** A file that takes its time, half of which is over soon. */
function file(name: string, script: Partial<Script> = {}): string {
  const whole = scriptOf({ segments: said(`I am ${name}`), ...script })
  writeFileSync(home.path(name), JSON.stringify(whole))
  return name
}
const scriptOf = (script: Partial<Script>) => ({ duration: 600, ...script })
const held = (name: string) => file(name, { holdMs: 600_000 })

async function cancelAll(): Promise<void> {
  const response = await daemon.request('GET', '/transcriptions?limit=100')
  const { data } = (await response.json()) as TranscriptionList
  const active = data.filter(({ completed_at }) => completed_at === null)
  for (const { id } of active) await daemon.request('DELETE', `/transcriptions/${id}`)
}

/** The screen once it stays the same: what follows a change of size is drawn in steps. */
async function settled(): Promise<string[]> {
  let last = ''
  await until(async () => {
    const now = terminal.everything().join('\n')
    const same = now === last
    last = now
    if (!same) await new Promise((resolve) => setTimeout(resolve, 150))
    return same
  })
  return terminal.everything()
}

describe.skipIf(!hasTerminal)('scribe transcribe on a terminal', () => {
  it('shows a line for each file, aligned, and how many are done', async () => {
    terminal.scribe(['transcribe', '--concurrency', '4', held(TALK), held(MEETING), file('ok.wav')])
    await terminal.shows(/^1 of 3 done, 2 working$/)
    await terminal.shows(/^会議の録音.* █+░+ transcribing 50 %, /)
    const screen = await terminal.shows(/^talk\.wav +█+░+ transcribing 50 %, /)
    const begins = screen.flatMap((line) =>
      line.includes('█') ? [widthOf(line.split('█')[0] ?? '')] : [],
    )
    expect(begins).toEqual([begins[0], begins[0]])
    expect(terminal.cursor()).toEqual({ visible: false, column: 0 })
  })

  it('is drawn anew without remains when the window changes its size', async () => {
    terminal.scribe(['transcribe', '--concurrency', '4', held(TALK), held(MEETING), held(LONG)])
    await terminal.shows(/50 %, /)
    for (const columns of [60, 33, 20, 45, 120]) {
      terminal.resize(columns, 24)
      const lines = (await settled()).slice(-4)
      expect(lines.map((line) => line.slice(0, 1))).toEqual(['t', '会', 'a', '0'])
      expect(terminal.everything().filter((line) => line.startsWith('0 of'))).toHaveLength(1)
    }
    terminal.resize(120, 6)
    await settled()
    terminal.resize(120, 24)
    expect((await settled()).filter((line) => line.startsWith('0 of'))).toHaveLength(1)
  })

  it('keeps what was on the screen before it, and what was scrolled away', async () => {
    await terminal.run('seq 100 150', /^150$/)
    terminal.scribe(['transcribe', held(TALK), held(MEETING)])
    await terminal.shows(/0 of 2 done/)
    terminal.resize(100, 5)
    await settled()
    terminal.resize(100, 24)
    const lines = await settled()
    for (let number = 101; number <= 150; number += 1) expect(lines).toContain(String(number))
  })

  it('ends with the transcripts and what failed, and nothing else', async () => {
    const bad = file('bad.wav', { fail: { code: 'no_speech', message: 'Nobody speaks.' } })
    const slow = file(LONG, { holdMs: 1000 })
    terminal.scribe(['transcribe', '--concurrency', '4', file(TALK), bad, slow])
    const screen = await terminal.shows(/^exit 5$/)
    const text = screen.join('\n')
    expect(text).toContain('==> talk.wav <==\nI am talk.wav\n')
    expect(text).toMatch(/scribe: bad\.wav: .*no_speech/)
    expect(text).toMatch(/^2 done, 1 failed: bad\.wav$/m)
    expect(text).not.toMatch(/working|transcribing|50 %|of 3 done/)
    expect(terminal.cursor().visible).toBe(true)
  })

  it.each([
    ['one file', [TALK]],
    ['several files', [TALK, MEETING, LONG]],
  ])('leaves the terminal in order after Ctrl-C, with %s', async (_title, names) => {
    terminal.scribe(['transcribe', ...names.map(held)])
    await terminal.shows(/transcribing/)
    terminal.type('C-c')
    const screen = await terminal.shows(/^exit 130$/)
    expect(screen.filter((line) => line.startsWith('scribe: Interrupted.'))).toHaveLength(1)
    expect(screen.join('\n')).not.toMatch(/transcribing|failed|\^C/)
    expect(screen.at(-1)).toMatch(/^[#$]$/)
    expect(terminal.cursor()).toEqual({ visible: true, column: 2 })
  })

  it('is not moved, retitled or turned around by the name of a file', async () => {
    mkdirSync(home.path('hostile'))
    held('hostile/x\u001b]2;owned\u0007\u001b[2J\r\u202egpm.wav')
    held('hostile/y\u009b2J\u200b.wav')
    await terminal.run('seq 100 105', /^105$/)
    terminal.scribe(['transcribe', '--recursive', 'hostile'])
    await terminal.shows(/^0 of 2 done, 2 working$/)
    await terminal.shows(/^hostile\/x.* 50 %/)
    const screen = await terminal.shows(/^hostile\/y.* 50 %/)
    expect(screen).toContain('105')
    expect(screen.join('\n')).toMatch(/^hostile\/x\\x1b\]2;….*gpm\.wav .*transcribing/m)
    expect(screen.join('\n')).toMatch(/^hostile\/y\\x9b2J\\u200b\.wav .*transcribing/m)
    expect(terminal.title()).not.toContain('owned')
    await cancelAll()
    const last = (await terminal.shows(/^exit 5$/)).join('\n')
    expect(last).toMatch(/^scribe: hostile\/x\\x1b\]2;owned\\x07\\x1b\[2J\\r\\u202egpm\.wav: /m)
    expect(terminal.title()).not.toContain('owned')
  })

  it('repaints in one go, and never clears the screen', async () => {
    const log = home.path('raw')
    terminal.record(log)
    terminal.scribe(['transcribe', held(TALK), held(MEETING)])
    await terminal.shows(/transcribing 50 %, /)
    terminal.type('C-c')
    await terminal.shows(/^exit 130$/)
    const raw = readFileSync(log, 'utf8')
    const frames = raw.split('\u001b[?2026h').slice(1)
    expect(frames.length).toBeGreaterThan(1)
    for (const frame of frames) expect(frame).toContain('\u001b[?2026l')
    for (const clear of ['\u001b[2J', '\u001b[3J', '\u001bc']) expect(raw).not.toContain(clear)
  })

  it.each([
    ['NO_COLOR=1', false],
    ['FORCE_COLOR=1 NO_COLOR=1', true],
    ['FORCE_COLOR=0', false],
  ])('obeys %s', async (setting, coloured) => {
    const log = home.path(`colours ${setting}`)
    await terminal.run(`export ${setting}`, /export/)
    terminal.record(log)
    terminal.scribe(['transcribe', held(TALK)])
    await terminal.shows(/█.* transcribing 50 %, /)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey
    expect(/\u001b\[36m█/.test(readFileSync(log, 'utf8'))).toBe(coloured)
  })
})

describe.skipIf(!hasTerminal)('scribe get on a terminal', () => {
  it('turns a spinner while it waits, of which nothing is left', async () => {
    const { id } = await daemon.submit(scriptOf({ holdMs: 600_000 }))
    terminal.scribe(['get', id, '-f', 'text', '--wait', '60'])
    await terminal.shows(new RegExp(`^. Waiting for ${id}$`))
    await daemon.request('DELETE', `/transcriptions/${id}`)
    const screen = await terminal.shows(/^exit 5$/)
    expect(screen.join('\n')).not.toContain('Waiting')
    expect(screen.join('\n')).toContain(`scribe: ${id} was canceled`)
  })
})

describe.skipIf(!hasTerminal)('scribe wait on a terminal', () => {
  it('turns a spinner that tells how far it is, and leaves only the result', async () => {
    const { id } = await daemon.submit(scriptOf({ holdMs: 600_000 }))
    terminal.scribe(['wait', id])
    await terminal.shows(new RegExp(`^. ${id} transcribing 50 %, `))
    await daemon.request('DELETE', `/transcriptions/${id}`)
    const screen = await terminal.shows(/^exit 5$/)
    expect(screen.join('\n')).toContain(`\n${id}\tcanceled\n`.replace('\t', ' '.repeat(5)))
    expect(screen.join('\n')).not.toContain('50 %')
  })

  it('shows all of several', async () => {
    const ids = []
    for (let n = 0; n < 3; n += 1) {
      ids.push((await daemon.submit(scriptOf({ holdMs: 600_000 }))).id)
    }
    terminal.scribe(['wait', ...ids])
    await terminal.shows(/^0 of 3 done, 3 working/)
    const screen = await terminal.shows(/transcribing 50 %/)
    for (const id of ids) expect(screen.some((line) => line.startsWith(id))).toBe(true)
  })
})

describe.skipIf(!hasTerminal)('a server that is lost, on a terminal', () => {
  const LOST = /server lost, reconnecting \(attempt \d+\)/
  let mortal: TestDaemon

  beforeEach(async () => {
    mortal = await startDaemon()
    const target = `SCRIBE_BASE_URL=${mortal.baseUrl} SCRIBE_API_KEY=${mortal.key}`
    await terminal.run(`export ${target}`, /export/)
  })
  afterEach(() => mortal.stop())

  /** Ends the daemon, and once the screen tells of it starts it again where it was. */
  async function restart(telling: RegExp): Promise<void> {
    const { dataDir, baseUrl } = mortal
    await mortal.stop()
    await terminal.shows(telling)
    mortal = await startDaemon({ dataDir, port: Number(new URL(baseUrl).port) })
  }

  it('is told in the row of an upload, which goes on afterwards', async () => {
    writeFileSync(home.path('film.wav'), '')
    truncateSync(home.path('film.wav'), 400_000_000)
    terminal.scribe(['transcribe', 'film.wav'])
    await terminal.shows(/^film\.wav █.* uploading \d+ %/)
    await restart(new RegExp(`^film\\.wav [█░]+ uploading \\d+ %, ${LOST.source}`))
    await terminal.shows(/^film\.wav █.* uploading \d+ %(?!.*lost)/)
  })

  it('is told in the rows of several that are waited for, which go on afterwards', async () => {
    const files = [held(TALK), held(LONG)]
    terminal.scribe(['transcribe', '--concurrency', '2', ...files])
    await terminal.shows(/^0 of 2 done, 2 working/)
    await terminal.shows(/transcribing 50 %/)
    await restart(new RegExp(`^talk\\.wav .*${LOST.source}`))
    const screen = await terminal.shows(/transcribing 50 %(?!.*lost)/)
    expect(screen.join('\n')).not.toMatch(LOST)
  })

  it('is told by the spinner of a get that waits', async () => {
    const network = await startProxy(mortal.baseUrl)
    await terminal.run(`export SCRIBE_BASE_URL=${network.baseUrl}`, /export/)
    const { id } = await mortal.submit(scriptOf({ holdMs: 600_000 }))
    terminal.scribe(['get', id, '-f', 'text', '--wait', '60'])
    await terminal.shows(new RegExp(`^. Waiting for ${id}$`))
    network.cut()
    await terminal.shows(new RegExp(`^. Waiting for ${id}: ${LOST.source}`))
    network.comeBack()
    await terminal.shows(new RegExp(`^. Waiting for ${id}$`))
    await mortal.request('DELETE', `/transcriptions/${id}`)
    expect((await terminal.shows(/^exit 5$/)).join('\n')).not.toMatch(LOST)
    await network.close()
  })

  it('is told by the spinner of a wait, which ends well', async () => {
    const { id } = await mortal.submit(scriptOf({ holdMs: 600_000 }))
    terminal.scribe(['wait', id])
    await terminal.shows(new RegExp(`^. ${id} transcribing 50 %, `))
    await restart(new RegExp(`^. ${id} .*reconnecting`))
    await terminal.shows(new RegExp(`^. ${id} transcribing 50 %(?!.*reconnecting)`))
    await mortal.request('DELETE', `/transcriptions/${id}`)
    expect((await terminal.shows(/^exit 5$/)).join('\n')).not.toMatch(/reconnecting \(/)
  })
})
