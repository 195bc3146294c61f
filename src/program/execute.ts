// Runs a command's code with a context that is closed afterwards. Imported when a command runs, so
// that help loads nothing of it.
import type { Command } from 'commander'
import { configuredFlags } from '../configured.ts'
import { type Context, createContext } from '../context.ts'
import { foldersOf } from '../folders.ts'
import { type Flags, SETTINGS } from '../settings.ts'

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
  // A mistake in a global flag is told also where the flag does nothing.
  const { maxRetries } = flags
  if (typeof maxRetries === 'string') SETTINGS.maxRetries.check('--max-retries', maxRetries)
  const isGiven = (name: string) => {
    const source = command.getOptionValueSourceWithGlobals(name)
    return source !== undefined && source !== 'default'
  }
  const line = { command: wordsOf(command), flags, isGiven, env }
  return configuredFlags(line, foldersOf(flags, env).config)
}

/** `daemon key list` for `scribe daemon key list`. */
function wordsOf(command: Command): string {
  const { parent } = command
  const name = command.name()
  return parent === null || parent.parent === null ? name : `${wordsOf(parent)} ${name}`
}
