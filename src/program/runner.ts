// What all command definitions share: options out of the settings table, and running a command's
// code with a context that is closed afterwards.
import { type Command, Option } from 'commander'
import { type Context, createContext } from '../context.ts'
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
    const flags: Flags = command.optsWithGlobals()
    const context = createContext(process, flags, signal)
    try {
      await work(context, command.args, flags)
    } finally {
      await context.close()
    }
  })
}

/** A flag's text, undefined when it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
