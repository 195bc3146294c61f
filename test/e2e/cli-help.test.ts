// The help: topics made of the tables, groups, widths, and what happens to typos.
import { afterAll, describe, expect, it } from 'vitest'
import { MEDIA_EXTENSIONS } from '../../src/api/limits.ts'
import { EXIT } from '../../src/exit-codes.ts'
import { FORMAT_EXTENSIONS } from '../../src/outputs/names.ts'
import { SETTINGS, type Setting } from '../../src/settings.ts'
import { Home } from '../support/cli.ts'

const home = new Home()
afterAll(() => home.remove())

const help = (...words: string[]) => home.run(['help', ...words])

describe('scribe help', () => {
  it('exit-codes tells every exit code', async () => {
    const { stdout, exitCode } = await help('exit-codes')
    const told = [...stdout.matchAll(/^ {2,4}(\d+) {2}\S/gm)].map((match) => Number(match[1]))
    expect(told).toEqual(Object.values(EXIT))
    expect(stdout).toContain('insufficient_minutes')
    expect(exitCode).toBe(0)
  })

  it('environment tells every variable', async () => {
    const { stdout } = await help('environment')
    const variables = Object.values<Setting>(SETTINGS).flatMap(({ env }) => env ?? [])
    for (const name of [...variables, 'NO_COLOR', 'FORCE_COLOR', 'CI', 'TERM']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}`, 'm'))
    }
  })

  it('formats tells every format and every kind of file', async () => {
    const { stdout } = await help('formats')
    for (const name of Object.keys(FORMAT_EXTENSIONS)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    }
    for (const extension of MEDIA_EXTENSIONS)
      expect(stdout).toMatch(new RegExp(`\\b${extension}\\b`))
  })

  it('of a command is what the command says itself', async () => {
    const own = await home.run(['daemon', 'run', '--help'])
    expect((await help('daemon', 'run')).stdout).toBe(own.stdout)
    expect((await home.run(['daemon', 'help', 'run'])).stdout).toBe(own.stdout)
    expect((await help()).stdout).toBe((await home.run(['--help'])).stdout)
  })

  it.each([
    [['help', 'nonsense'], /no help for "nonsense" \(there are transcribe/],
    [['help', 'transcibe'], /did you mean transcribe\?/],
    [['help', 'exit-code'], /did you mean exit-codes\?/],
    [['help', 'daemon', 'rnu'], /no help for "daemon rnu" \(did you mean run\?\)/],
    [['help', 'get', 'it'], /no help for "get it"$/m],
    [['daemon', 'help', 'rnu'], /did you mean run\?/],
  ])('%s exits with 2 and names the nearest', async (args, reason) => {
    const { stdout, stderr, exitCode } = await home.run(args)
    expect(stderr).toMatch(reason)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it.each([['daemon'], ['config'], ['profile'], ['models'], ['webhook']])(
    'is printed for %s alone',
    async (group) => {
      const { stdout, exitCode } = await home.run([group])
      expect(stdout).toMatch(new RegExp(`^Usage: scribe ${group}`))
      expect(exitCode).toBe(0)
    },
  )

  it('is as wide as COLUMNS says', async () => {
    for (const columns of [60, 120]) {
      const env = { COLUMNS: String(columns) }
      for (const args of [['--help'], ['help', 'environment'], ['help', 'formats']]) {
        const { stdout } = await home.run(args, { env })
        const longest = Math.max(
          ...stdout
            .split('\n')
            .filter((line) => !line.startsWith('  $'))
            .map((line) => line.length),
        )
        expect(longest).toBeLessThanOrEqual(columns)
        expect(longest).toBeGreaterThan(columns - 20)
      }
    }
  })

  it('tells the topics, and lists commands before options', async () => {
    const { stdout } = await home.run(['--help'])
    expect(stdout).toContain('scribe help <command>|exit-codes|environment|formats')
    expect(stdout.indexOf('Transcribing:')).toBeLessThan(stdout.indexOf('Options:'))
  })

  it('of a command explains its own flags and only names the global ones', async () => {
    const { stdout } = await home.run(['get', '--help'])
    expect(stdout).not.toContain('stored profile to use')
    expect(stdout).toMatch(/Global options.*\n.*--profile <name>/)
  })
})
