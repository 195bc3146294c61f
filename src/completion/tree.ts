// What a shell needs to know for completing a command line, read off the command table: which
// commands, flags and arguments there are, and what their values can be. Whatever is added to the
// table is completed without further work.
import { type Argument, type Command, Help, type Option } from 'commander'
import { type Names, type Value, valueFor } from './values.ts'

export interface Flag {
  /** `-f` and `--format`; one or both. */
  names: string[]
  description: string
  /** Null for a switch. */
  value: Value | null
  repeatable: boolean
}

export interface Node {
  /** Words behind `scribe`: '' for itself, `daemon run`. */
  path: string
  commands: { name: string; description: string }[]
  /** Its own; the global ones stand in Tree. */
  flags: Flag[]
  args: { name: string; variadic: boolean; value: Value }[]
}

export interface Tree {
  /** Flags that every command takes. */
  globals: Flag[]
  /** The root first, every command behind its parent. */
  nodes: Node[]
}

export function treeOf(program: Command, models: Pick<Names, 'models' | 'speechModels'>): Tree {
  const help = new Help()
  const own = (command: Command) => help.visibleOptions(command)
  const isHelp = (option: Option) => option.long === '--help'
  const commands = help.visibleCommands(program).map((command) => command.name())
  const names = { ...models, commands }
  const nodesOf = (command: Command, path: string): Node[] => {
    const children = help.visibleCommands(command)
    const node: Node = {
      path,
      commands: children.map((child) => ({
        name: child.name(),
        description: brief(child.description()),
      })),
      flags: command === program ? [] : own(command).filter(not(isHelp)).map(flagOf(path, names)),
      args: command.registeredArguments.map(argOf(path, names)),
    }
    const below = children.flatMap((child) => nodesOf(child, `${path} ${child.name()}`.trim()))
    return [node, ...below]
  }
  return { globals: own(program).map(flagOf('', names)), nodes: nodesOf(program, '') }
}

function flagOf(path: string, names: Names) {
  return (option: Option): Flag => {
    const takesValue = option.required || option.optional
    const placeholder = /[<[]([^\]>]+)[\]>]/.exec(option.flags)?.[1] ?? ''
    const words = { path, flag: option.long ?? '', placeholder, choices: option.argChoices, names }
    return {
      names: [option.short, option.long].filter((name) => name !== undefined),
      description: brief(option.description),
      value: takesValue ? valueFor(words) : null,
      repeatable: option.variadic || option.parseArg !== undefined,
    }
  }
}

function argOf(path: string, names: Names) {
  return (argument: Argument) => {
    const placeholder = argument.name()
    const words = { path, flag: '', placeholder, choices: argument.argChoices, names }
    return { name: placeholder, variadic: argument.variadic, value: valueFor(words) }
  }
}

/** Without notes in brackets: shells show it in half a line. */
function brief(description: string): string {
  return description.replace(/ \(.*$/s, '')
}

function not<T>(test: (value: T) => boolean): (value: T) => boolean {
  return (value) => !test(value)
}
