// What all command definitions share: options out of the settings table, and running a command's
// code with a context that is closed afterwards.
import { type Command, Option } from 'commander'
import { configuredFlags } from '../configured.ts'
import { type Context, createContext } from '../context.ts'
import { foldersOf } from '../folders.ts'
import type { Flags } from '../settings.ts'
import { SETTINGS, type Setting, type SettingName } from '../settings.ts'

export interface Runner {
  process: NodeJS.Process
  signal: AbortSignal
}

/** The option of a setting, its variable and fallback told in the help. */
export function optionFor(name: SettingName): Option {
  const { flag, help, env, fallback }: Setting = SETTINGS[name]
  const notes = [fallback && `default: ${fallback}`, env && `env: ${env}`].filter(Boolean)
  return new Option(flag ?? '', notes.length > 0 ? `${help} (${notes.join(', ')})` : help)
}

/** Makes `work` the command's action; `flags` hold the global options too. */
export function action(
  command: Command,
  { process, signal }: Runner,
  work: (context: Context, args: string[], flags: Flags) => Promise<void>,
): Command {
  return command.action(async () => {
    const flags = await flagsOf(command, process.env)
    const context = createContext(process, flags, signal)
    try {
      await work(context, command.args, flags)
    } finally {
      await context.close()
    }
  })
}

/** As given; where nothing was, what the configuration file says. */
async function flagsOf(command: Command, env: NodeJS.ProcessEnv): Promise<Flags> {
  const flags: Flags = command.optsWithGlobals()
  const isGiven = (name: string) => {
    const source = command.getOptionValueSourceWithGlobals(name)
    return source !== undefined && source !== 'default'
  }
  const line = { command: firstWord(command), flags, isGiven, env }
  return configuredFlags(line, foldersOf(flags, env).config)
}

/** `daemon` for `scribe daemon key list`. */
function firstWord(command: Command): string {
  const { parent } = command
  return parent === null || parent.parent === null ? command.name() : firstWord(parent)
}

/** A flag's text, undefined when it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
