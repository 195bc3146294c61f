// A real terminal for tests: tmux draws what the program writes, so that what is looked at is the
// screen as a person sees it, also after resizing. Without tmux there is none (see hasTerminal).
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BIN } from './cli.ts'
import { until } from './until.ts'

export const hasTerminal = spawnSync('tmux', ['-V']).status === 0

/** A shell on a terminal; everything is typed into it. */
export class Terminal {
  readonly #folder = mkdtempSync(join(tmpdir(), 'scribe-terminal-'))
  readonly #socket = join(this.#folder, 'socket')

  constructor(env: NodeJS.ProcessEnv, columns = 80, rows = 24) {
    const size = ['-x', String(columns), '-y', String(rows)]
    const args = ['-f', '/dev/null', '-u', 'new-session', '-d', ...size, 'sh']
    const options = { env: { ...env, LC_ALL: 'C.UTF-8' } }
    execFileSync('tmux', ['-S', this.#socket, ...args], options)
  }

  /** Runs the program as a user does; `after` is what the shell does next. */
  scribe(args: string[], after = 'echo "exit $?"'): void {
    const words = [process.execPath, BIN, ...args].map((word) => `'${word}'`)
    this.type(`${words.join(' ')}; ${after}`, 'Enter')
  }

  /** Runs a command of the shell until its prompt is back: what is typed before has no echo there. */
  async run(command: string, lastLine: RegExp): Promise<void> {
    this.type(command, 'Enter')
    await this.shows(lastLine)
    await this.shows(/^[#$]$/)
  }

  type(...keys: string[]): void {
    this.#tmux('send-keys', ...keys)
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  /** The lines of the screen, blank ones at the end left out. */
  screen(): string[] {
    return this.#tmux('capture-pane', '-p').trimEnd().split('\n')
  }

  /** As screen, and what was scrolled away before it. */
  everything(): string[] {
    return this.#tmux('capture-pane', '-p', '-S', '-').trimEnd().split('\n')
  }

  /** Waits for a line and returns the screen that has it; a daemon of this process goes on. */
  async shows(line: RegExp): Promise<string[]> {
    const capture = ['-S', this.#socket, 'capture-pane', '-p']
    let screen: string[] = []
    await until(
      async () => {
        const { stdout } = await promisify(execFile)('tmux', capture)
        screen = stdout.trimEnd().split('\n')
        return screen.some((shown) => line.test(shown))
      },
      () => `no line like ${line} on the screen:\n${screen.join('\n')}`,
    )
    return screen
  }

  cursor(): { visible: boolean; column: number } {
    const [visible, column] = this.#tmux('display', '-p', '#{cursor_flag} #{cursor_x}').split(' ')
    return { visible: visible === '1', column: Number(column) }
  }

  /** What programs have named the window. */
  title(): string {
    return this.#tmux('display', '-p', '#{pane_title}').trim()
  }

  /** From now on, everything that is written to the terminal goes to this file too. */
  record(file: string): void {
    this.#tmux('pipe-pane', `cat >'${file}'`)
  }

  close(): void {
    this.#tmux('kill-server')
    rmSync(this.#folder, { recursive: true })
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' })
  }
}
