// How help is laid out: wrapped at the width of the terminal, and the options that all commands
// share in a few lines at the end, so that a command's help is about the command.
import { type Command, Help, type Option } from 'commander'

const USUAL_COLUMNS = 80
const FEWEST_COLUMNS = 40

/** COLUMNS counts everywhere, the terminal's width where there is one. */
export function helpColumns({ stdout, env }: NodeJS.Process): number {
  const told = Number(env.COLUMNS)
  const columns = Number.isInteger(told) && told > 0 ? told : stdout.isTTY && stdout.columns
  return Math.max(FEWEST_COLUMNS, columns || USUAL_COLUMNS)
}

/** What stands above the commands: not the program's own, which come below them. */
export function ownOptions(command: Command): Option[] {
  return command.parent === null ? [] : new Help().visibleOptions(command)
}

/** The options of the program itself, with what each is for. */
export function optionList(program: Command, columns: number): string {
  const options = new Help().visibleOptions(program)
  return glossary(
    options.map(({ flags, description }) => [flags, description]),
    columns,
  )
}

/** Those of the program by their names alone; empty for the program itself. */
export function globalOptions(command: Command, columns: number): string {
  if (command.parent === null) return ''
  const names = new Help()
    .visibleOptions(programOf(command))
    .filter(({ long }) => long !== '--version' && long !== '--help')
    .map(({ flags }) => flags.replace(', ', '|'))
  const list = wrapped(names, columns, 2)
  return `Global options (\`scribe --help\` explains them):\n${list}\n`
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent)
}

/**
 * A block of text, every line at most `columns` wide.
 *
 * @param words none of which is divided
 * @param indent blanks before every line
 */
export function wrapped(words: string[], columns: number, indent = 0): string {
  const blanks = ' '.repeat(indent)
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && indent + longer.length > columns) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => `${blanks}${line}`.trimEnd()).join('\n')
}

/** Two columns: terms, and what they mean, wrapped beside them. */
export function glossary(entries: (readonly [string, string])[], columns: number): string {
  const width = Math.max(...entries.map(([term]) => term.length))
  return entries
    .map(([term, meaning]) => {
      const block = wrapped(meaning.split(' '), columns, width + 4)
      return `  ${term.padEnd(width)}  ${block.trimStart()}\n`
    })
    .join('')
}
