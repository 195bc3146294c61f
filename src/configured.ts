// What the configuration file says where neither a flag nor the environment does. The result takes
// the place of the flags, so that no command needs to know that there is a configuration file.
import { type ConfigFile, configPath, readConfig } from './config-file.ts'
import {
  type ConfigValue,
  type Flags,
  SETTINGS,
  type Setting,
  type SettingName,
} from './settings.ts'

/** Where a command goes is resolved in target.ts: these belong together as one profile. */
const TARGET: readonly SettingName[] = ['baseUrl', 'apiKey', 'profile']

/** Commands that do without it: they show or mend it, or know no settings. */
const WITHOUT = ['config', 'completion', 'help']
/** Commands that find out what is wrong, or end what runs: they work with a damaged one, too. */
const DESPITE_DAMAGE = ['doctor', 'daemon status', 'daemon stop', 'daemon logs']

/** Settings that a command takes from the configuration file. */
export const CONFIGURED = (Object.keys(SETTINGS) as SettingName[]).filter((name) => {
  const { conf }: Setting = SETTINGS[name]
  return conf !== undefined && !TARGET.includes(name)
})

interface CommandLine {
  /** Such as `daemon key list`. */
  command: string
  flags: Flags
  /** Whether the user gave that flag. */
  isGiven(name: SettingName): boolean
  env: NodeJS.ProcessEnv
}

/**
 * @returns the flags, and as further ones what the file says
 * @throws UsageError naming key and file for a value that cannot be
 */
export async function configuredFlags(line: CommandLine, configDir: string): Promise<Flags> {
  if (WITHOUT.includes(firstWord(line))) return line.flags
  try {
    return await withConfigured(line, configDir)
  } catch (error) {
    if (DESPITE_DAMAGE.includes(line.command)) return line.flags
    throw error
  }
}

async function withConfigured(line: CommandLine, configDir: string): Promise<Flags> {
  const config = readConfig(configDir)
  const flags = { ...line.flags }
  for (const name of CONFIGURED.filter((name) => isOpen(name, line))) {
    const value = await checkedValue(name, config, configDir)
    if (value !== undefined) flags[name] = typeof value === 'boolean' ? value : String(value)
  }
  return flags
}

/** As text; undefined when the file says nothing. */
export async function configuredValue(
  name: SettingName,
  configDir: string,
): Promise<string | undefined> {
  const value = await checkedValue(name, readConfig(configDir), configDir)
  return value === undefined ? undefined : String(value)
}

function isOpen(name: SettingName, line: CommandLine): boolean {
  const { flags, isGiven, env } = line
  const { commands, env: variable }: Setting = SETTINGS[name]
  if (isGiven(name) || (variable !== undefined && env[variable])) return false
  // The document of --json is a format of its own.
  if (name === 'format' && flags.json === true) return false
  return commands === undefined || commands.includes(firstWord(line))
}

function firstWord({ command }: CommandLine): string {
  return command.split(' ', 1)[0] ?? command
}

async function checkedValue(
  name: SettingName,
  config: ConfigFile,
  configDir: string,
): Promise<ConfigValue | undefined> {
  const { conf = '', check }: Setting = SETTINGS[name]
  const value = config[conf]
  if (value === undefined || value === null) return undefined
  return check?.(`${conf} in ${configPath(configDir)}`, String(value))
}
