// How every command begins: a name, one line that says what it does, and examples to copy.
import type { Command } from 'commander'
import { optionFor } from './runner.ts'

/** @param examples whole command lines; shown below the flags */
export function addCommand(
  parent: Command,
  name: string,
  description: string,
  examples: string[],
): Command {
  return parent.command(name).description(description).addHelpText('after', textOf(examples))
}

/** A command that finds the running daemon by --data-dir. */
export function addDaemonCommand(
  parent: Command,
  name: string,
  description: string,
  examples: string[],
): Command {
  return addCommand(parent, name, description, examples).addOption(optionFor('dataDir'))
}

function textOf(examples: string[]): string {
  return `\nExamples:\n${examples.map((line) => `  $ ${line}\n`).join('')}`
}
