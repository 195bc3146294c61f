// A server's own renderings pass as bytes, also where they are no UTF-8; only a terminal gets text,
// made safe.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Home } from '../support/cli.ts'
import { type ScriptedServer, serve } from '../support/scripted-server.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'
import { urlOf } from '../support/videos.ts'

const JOB = JSON.stringify({ object: 'transcription', id: 'tr_1', status: 'completed' })
/** A byte order mark, Latin-1, half a character, escape sequences and no line feed at the end. */
const RENDERING = Buffer.from([
  ...[0xef, 0xbb, 0xbf],
  ...Buffer.from('1\r\n00:00:00,000 --> 00:00:01,000\r\ncaf'),
  ...[0xe9, 0x0d, 0x0a, 0xe2, 0x82],
  ...Buffer.from('\u001b]0;owned\u0007\u001b[2Jend'),
])

const home = new Home()
const terminals: Terminal[] = []
let server: ScriptedServer

beforeAll(async () => {
  server = await serve([
    (request, response) => response.end(request.url?.includes('format=srt') ? RENDERING : JOB),
  ])
})
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.close()
})
afterAll(async () => {
  server.close()
  await home.remove()
})

/** What a pipe gets, as it is. */
async function outputOf(args: string[]): Promise<Buffer> {
  const env = { ...home.env, SCRIBE_BASE_URL: server.baseUrl }
  const options = { env, cwd: home.folder, encoding: 'buffer' as const }
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...args], options)
  return stdout
}

describe('a rendering that is no UTF-8', () => {
  it.each([
    ['get', ['get', 'tr_1', '-f', 'srt']],
    ['transcribe', ['transcribe', urlOf('abc'), '-f', 'srt']],
  ])('is the same in a pipe and in a file: %s', async (_name, args) => {
    expect(await outputOf(args)).toEqual(RENDERING)
    await outputOf([...args, '-o', 'out.srt'])
    expect(readFileSync(home.path('out.srt'))).toEqual(RENDERING)
  })

  it.skipIf(!hasTerminal)('does nothing to a terminal', async () => {
    const terminal = new Terminal({ ...home.env, SCRIBE_BASE_URL: server.baseUrl })
    terminals.push(terminal)
    terminal.scribe(['get', 'tr_1', '-f', 'srt'], 'echo; echo "exit $?"')
    const screen = await terminal.shows(/^exit 0$/)
    expect(screen.join('\n')).toMatch(/^caf\ufffd$/m)
    expect(screen.join('\n')).toContain('end')
    expect(terminal.title()).not.toBe('owned')
  })
})
