// Completion, asked of the real shells. Each is left out, and shown as skipped, where it is not
// installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'

const home = new Home()
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
const scripts = new Map<string, string>()

beforeAll(async () => {
  for (const shell of SHELLS) {
    const { stdout } = await home.run(['completion', shell])
    scripts.set(shell, stdout)
    writeFileSync(home.path(`completion.${shell}`), stdout)
  }
  mkdirSync(home.path('files'))
  writeFileSync(home.path('files', 'my talk.mp3'), '')
  mkdirSync(home.path('files', 'my folder'))
})
afterAll(() => home.remove())

const has = (program: string) => spawnSync(program, ['--version']).status === 0

/** What the last word of a line can become; bash gets "=" as a word of its own. */
const LINES: [string, string[]][] = [
  ['get -f s', ['srt']],
  ['get -f ', ['json', 'lrc', 'md', 'srt', 'text', 'tsv', 'vtt']],
  ['transcribe talk.mp3 --format v', ['vtt']],
  ['list --status tr', ['transcribing']],
  ['create --upload o', ['one-shot']],
  ['daemon sta', ['start', 'status']],
  ['daemon key ', ['create', 'list', 'revoke']],
  ['daemon run --log-level de', ['debug']],
  ['daemon token create --scope transcriptions:w', ['transcriptions:write']],
  ['models pull moonshine-t', ['moonshine-tiny-en']],
  ['daemon run --model para', ['parakeet-tdt-0.6b-v2', 'parakeet-tdt-0.6b-v3']],
  ['webhook trigger f', ['failed']],
  ['config set lang', ['language']],
  ['completion z', ['zsh']],
  ['help exit', ['exit-codes']],
  ['help tran', ['transcribe']],
  // Flags behind arguments, and global ones before and behind the command.
  ['get tr_0123 --time', ['--timestamps']],
  ['get tr_0123 --prof', ['--profile']],
  ['--profile daemon da', ['daemon']],
  ['--json --base-url x daemon ru', ['run']],
  // A command's name elsewhere is only a word.
  ['get daemon --wo', ['--words']],
  ['get daemon ru', []],
]

describe.skipIf(!has('bash'))('bash', () => {
  const complete = (line: string, wordBreaks = '=') => {
    const words = line
      .split(' ')
      .flatMap((word) => (wordBreaks === '' ? [word] : word.split(/(=)/).filter(Boolean)))
      .concat(line.endsWith(' ') ? [''] : [])
      .filter((word, index, all) => word !== '' || index === all.length - 1)
    const program = `source "$1"; shift; COMP_WORDS=(scribe "$@"); COMP_CWORD=$#; _scribe; printf '%s\\n' "\${COMPREPLY[@]}"`
    const script = home.path('completion.bash')
    const ran = spawnSync('bash', ['--norc', '-uc', program, 'bash', script, ...words])
    expect(ran.stderr.toString()).toBe('')
    return ran.stdout.toString().split('\n').filter(Boolean).sort()
  }

  it.each(LINES)('completes: scribe %s', (line, expected) => {
    expect(complete(line)).toEqual(expected)
  })

  it('completes a value behind "=", split there or not', () => {
    expect(complete('get --format=j')).toEqual(['json'])
    expect(complete('get --format=')).toHaveLength(7)
    expect(complete('get --format=j', '')).toEqual(['--format=json'])
    expect(complete('get --format=srt --wo')).toEqual(['--words'])
  })

  it('offers nothing of its own where a file is wanted, and flags no longer behind --', () => {
    expect(complete('transcribe my')).toEqual([])
    expect(complete('transcribe -- -')).toEqual([])
  })
})

describe.skipIf(!has('fish'))('fish', () => {
  const MORE: [string, string[]][] = [
    ['get --format=j', ['--format=json']],
    // Files where a file is wanted, folders where a folder is, else neither.
    ['transcribe my', ['my folder/', 'my talk.mp3']],
    ['daemon run --data-dir my', ['my folder/']],
    ['cancel my', []],
  ]

  it('completes', () => {
    const program = `source $argv[1]; cd $argv[2]
      for line in $argv[3..-1]; complete -C "scribe $line"; echo END; end`
    const cases = [...LINES, ...MORE]
    const files = [home.path('completion.fish'), home.path('files')]
    const args = ['--no-config', '-c', program, ...files, ...cases.map(([line]) => line)]
    const ran = spawnSync('fish', args, { env: home.env })
    expect(ran.stderr.toString()).toBe('')
    const answers = ran.stdout.toString().split('END\n')
    const offered = cases.map(([line], index) => {
      const lines = (answers[index] ?? '').split('\n').filter(Boolean)
      return [line, lines.map((text) => text.split('\t')[0]).sort()]
    })
    expect(offered).toEqual(cases)
  })
})

/** What is typed, and the words that scribe then gets; zsh puts "=" behind flags with a value. */
const TYPED: [string[], RegExp][] = [
  [['scribe get -f s', 'Tab'], /^<get><-f><srt>$/],
  [['scribe get --format=j', 'Tab'], /^<get><--format=json>$/],
  [['scribe da', 'Tab', 'ru', 'Tab', '--po', 'Tab', '80'], /^<daemon><run><--port(><|=)80>$/],
  [['scribe get tr_0123 --wo', 'Tab'], /^<get><tr_0123><--words>$/],
  [['scribe transcribe my\\ t', 'Tab'], /^<transcribe><my talk\.mp3>$/],
  [
    ['scribe upload my\\ t', 'Tab', '--par', 'Tab', '2'],
    /^<upload><my talk\.mp3><--parallel(><|=)2>$/,
  ],
  [['scribe upload st', 'Tab', 'tr_0123'], /^<upload><status><tr_0123>$/],
  [['scribe cancel my', 'Tab'], /^<cancel><my>$/],
  [['scribe daemon run --data-dir my', 'Tab'], /^<daemon><run><--data-dir><my folder\/?>$/],
]

describe.each([
  ['bash', '--norc', 'source "$C.bash"'],
  ['zsh', '-f', 'autoload -U compinit; compinit -u -D; source "$C.zsh"'],
  ['zsh', '-f', 'fpath=($F $fpath); autoload -U compinit; compinit -u -D'],
])('in an interactive %s %s with %s', (shell, flag, load) => {
  it.skipIf(!hasTerminal || !has(shell))(
    'TAB completes commands, flags, values and files',
    async () => {
      mkdirSync(home.path('functions'), { recursive: true })
      writeFileSync(home.path('functions', '_scribe'), scripts.get('zsh') ?? '')
      const env = { C: home.path('completion'), F: home.path('functions') }
      const terminal = new Terminal({ ...home.env, ...env }, 120, 40)
      try {
        terminal.type(`${shell} ${flag}`, 'Enter')
        terminal.type(`cd '${home.path('files')}'; ${load}; echo read''y`, 'Enter')
        await terminal.shows(/^ready/)
        terminal.type(`scribe() { printf '<%s>' "$@"; echo; }`, 'Enter')
        for (const [keys, expected] of TYPED) {
          terminal.type(...keys, 'Enter')
          await terminal.shows(expected)
        }
      } finally {
        terminal.close()
      }
    },
  )
})

describe('PowerShell', () => {
  const complete = (line: string) => {
    const program = `. '${home.path('completion.ps1')}'; (TabExpansion2 'scribe ${line}' ${line.length + 7}).CompletionMatches.CompletionText`
    writeFileSync(home.path('completion.ps1'), scripts.get('powershell') ?? '')
    const ran = spawnSync('pwsh', ['-NoProfile', '-Command', program], { cwd: home.folder })
    return ran.stdout.toString().split(/\r?\n/).filter(Boolean).sort()
  }

  it.skipIf(!has('pwsh'))('completes what the other shells complete', () => {
    // Where nothing is offered, PowerShell turns to file names.
    for (const [line, expected] of LINES.filter(([, words]) => words.length > 0)) {
      expect(complete(line)).toEqual(expected)
    }
  })

  it('gets a table of six columns that its here-string can hold', () => {
    const script = scripts.get('powershell') ?? ''
    const table = /@'\n(.*?)\n'@/s.exec(script)?.[1]?.split('\n') ?? []
    expect(table.length).toBeGreaterThan(200)
    expect(table.filter((row) => row.split('\t').length !== 6 || row.startsWith("'@"))).toEqual([])
    expect(table).toContain('daemon\tcommand\trun\t\t\tRun the server in the foreground')
    const flag = table.find((row) => row.startsWith('get\tflag\t--format\tvalue\t'))
    expect(flag).toContain('\ttext srt vtt json')
  })
})

describe('scribe completion', () => {
  it('names the shells when it is asked for another one', async () => {
    const { stderr, stdout, exitCode } = await home.run(['completion', 'tcsh'])
    expect(stderr).toContain('bash, zsh, fish, powershell')
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it('says for each shell how to have it', async () => {
    const { stdout } = await home.run(['completion', '--help'])
    for (const shell of SHELLS) expect(stdout).toMatch(new RegExp(`^ {2}${shell} `, 'm'))
  })

  it('knows the same commands as the help', async () => {
    const { stdout } = await home.run(['daemon', '--help'])
    const listed = [...stdout.matchAll(/^ {2}([a-z]+)[ <[]/gm)].map((match) => match[1])
    const table = scripts.get('powershell') ?? ''
    const known = [...table.matchAll(/^daemon\tcommand\t(\w+)/gm)].map((match) => match[1])
    expect(known).toEqual(listed.filter((name) => name !== undefined))
  })

  it('offers as values only what the flag’s help names', async () => {
    const table = scripts.get('bash') ?? ''
    for (const [command, flag] of [
      ['get', '--format'],
      ['transcribe', '--source'],
      ['create', '--upload'],
      ['upload', '--source'],
      ['list', '--status'],
      ['list', '--platform'],
      ['daemon token create', '--scope'],
    ] as const) {
      const { stdout } = await home.run([...command.split(' '), '--help'], {
        env: { COLUMNS: '400' },
      })
      const help = stdout.split('\n').find((line) => line.includes(` ${flag} <`)) ?? ''
      const row = table.split('\n').find((line) => line.includes(`'${command} ${flag}'`)) ?? ''
      const words = /value='(.*)' ;;/.exec(row)?.[1]?.split(' ') ?? []
      expect(words.length).toBeGreaterThan(1)
      expect(words.filter((word) => !help.includes(word))).toEqual([])
    }
  })
})
