// What a person sees: the program on a pseudo terminal, which `script` (util-linux) provides.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Home, MEDIA } from '../support/cli.ts'

const home = new Home()
const hasScript = spawnSync('script', ['--version']).status === 0

beforeAll(async () => {
  await home.run(['daemon', 'start', '--port', '0', '--workers', '1'])
})
afterAll(() => home.remove())

/** Both streams as they reach the terminal, control sequences included. */
function onTerminal(args: string[], env: NodeJS.ProcessEnv = {}, rows = 30): string {
  const command = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ')
  const run = spawnSync('script', ['-qec', `stty rows ${rows} cols 100; ${command}`, '/dev/null'], {
    env: { ...home.env, TERM: 'xterm-256color', ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return run.stdout
}

/** The screen at the end: what was erased and overwritten is gone. */
function screenOf(output: string): string[] {
  const lines = ['']
  let row = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey
  for (const [token] of output.matchAll(/\x1b\[[?\d;]*[a-zA-Z]|[^\x1b]/gu)) {
    if (token === '\n') lines[++row] ??= ''
    else if (token === '\x1b[1A') row -= 1
    else if (token === '\x1b[2K' || token === '\r')
      lines[row] = token === '\r' ? (lines[row] ?? '') : ''
    else if (!token.startsWith('\x1b')) lines[row] += token
  }
  return lines
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey
const COLOUR = /\x1b\[3\dm/
const SPEECH = join(MEDIA, 'speech.mp3')

describe.skipIf(!hasScript)('scribe transcribe on a terminal', () => {
  it('shows progress while it works and leaves the transcripts whole', () => {
    const output = onTerminal(['transcribe', SPEECH, join(MEDIA, 'text.mp3'), SPEECH])
    const screen = screenOf(output)
    const titles = screen.flatMap((line, row) => (line.startsWith('==>') ? [row] : []))
    expect(titles).toHaveLength(2)
    for (const row of titles) expect(screen[row + 1]).toMatch(/weather/i)
    expect(screen.join('\n')).toMatch(/text\.mp3: tr_\w+ failed: unsupported_media/)
    expect(screen.join('\n')).not.toMatch(/uploading|queued|transcribing/)
  })

  it('never clears the screen, however small it is', () => {
    for (const rows of [0, 5]) {
      const inputs = [1, 2, 3, 4, 5].map(() => SPEECH)
      const output = onTerminal(['transcribe', '--concurrency', '5', ...inputs], {}, rows)
      expect(output).toContain('==>')
      expect(output).not.toContain('\x1b[2J')
    }
  })

  it.each([
    ['in CI', { CI: 'true' }],
    ['on a dumb terminal', { TERM: 'dumb' }],
  ])('draws nothing %s', (_title, env) => {
    expect(onTerminal(['transcribe', SPEECH], env)).not.toContain('\x1b')
  })

  it('has no colours under NO_COLOR, and has them otherwise', () => {
    expect(onTerminal(['doctor'])).toContain('\x1b[32mok')
    expect(onTerminal(['doctor'], { NO_COLOR: '1' })).not.toContain('\x1b[')
    for (const args of [
      ['transcribe', SPEECH],
      ['daemon', 'restart'],
    ]) {
      expect(onTerminal(args, { NO_COLOR: '1' })).not.toMatch(COLOUR)
    }
    expect(onTerminal(['daemon', 'restart'])).toMatch(COLOUR)
  })
})
