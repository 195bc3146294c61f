// Commands of a group of `scribe daemon`: each with its examples, and --data-dir to find the
// running server by.
import type { Command } from 'commander'
import { optionFor } from './runner.ts'

export function addGroup(
  parent: Command,
  name: string,
  description: string,
  examples: string[],
): Command {
  return parent.command(name).description(description).addHelpText('after', textOf(examples))
}

export function addLeaf(
  group: Command,
  name: string,
  description: string,
  examples: string[],
): Command {
  return addGroup(group, name, description, examples).addOption(optionFor('dataDir'))
}

function textOf(examples: string[]): string {
  return `\nExamples:\n${examples.map((line) => `  $ ${line}\n`).join('')}`
}
