// Files that tell the tests' daemon what their transcription is to be (see daemon.ts), and the
// program sent to that daemon.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Home, Ran, RunOptions } from './cli.ts'
import type { Script, TestDaemon } from './daemon.ts'

/** Writes a file of this name whose transcript is one segment with that name. */
export function putScript(home: Home, name: string, script: Partial<Script> = {}): void {
  const path = home.path(name)
  mkdirSync(dirname(path), { recursive: true })
  const plain = { speaker: null, language: null }
  const segments = [{ start: 0, end: 1, text: `This is ${name}.`, ...plain }]
  writeFileSync(path, JSON.stringify({ duration: 30, segments, ...script }))
}

/** Runs `scribe transcribe` against a daemon. */
export function transcribeAt(
  home: Home,
  { baseUrl, key }: Pick<TestDaemon, 'baseUrl' | 'key'>,
  args: string[],
  options: RunOptions = {},
): Promise<Ran> {
  const env = { ...options.env, SCRIBE_BASE_URL: baseUrl, SCRIBE_API_KEY: key }
  return home.run(['transcribe', ...args], { ...options, env })
}

/** The lines of a stream of JSON documents. */
export function linesOf<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
