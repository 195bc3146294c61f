// Runs a command's code with a context that is closed afterwards. Imported when a command runs, so
// that help loads nothing of it.
import type { Command } from 'commander'
import { configuredFlags } from '../configured.ts'
import { type Context, createContext } from '../context.ts'
import { foldersOf } from '../folders.ts'
import type { Flags } from '../settings.ts'

/** A command's code; `flags` hold the global options and what is configured, too. */
export type Work = (context: Context, args: string[], flags: Flags) => Promise<void>

export async function execute(
  command: Command,
  process: NodeJS.Process,
  signal: AbortSignal,
  work: Work,
): Promise<void> {
  const flags = await flagsOf(command, process.env)
  const context = createContext(process, flags, signal)
  try {
    await work(context, command.args, flags)
  } finally {
    await context.close()
  }
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
