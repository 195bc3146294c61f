// What all command definitions share: options out of the settings table, and their code, which is
// loaded when it runs.
import { type Command, Option } from 'commander'
import { type Flags, SETTINGS, type Setting, type SettingName } from '../settings.ts'
import type { Work } from './execute.ts'

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

/** Makes `work` the command's action. */
export function action(command: Command, { process, signal }: Runner, work: Work): Command {
  return command.action(async () => {
    const { execute } = await import('./execute.ts')
    await execute(command, process, signal, work)
  })
}

/** A flag's text, undefined when it was not given. */
export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
