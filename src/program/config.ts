// The flags of `scribe config` and `scribe profile`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addConfigCommands(program: Command, runner: Runner): void {
  const config = addCommand(program, 'config', 'Settings kept on this machine', [
    'scribe config list',
    'scribe config set format srt',
  ])
  addReading(config, runner)
  addChanging(config, runner)
  addProfileCommands(program, runner)
}

function addReading(config: Command, runner: Runner): void {
  const load = () => import('../commands/config.ts')
  const list = addCommand(
    config,
    'list',
    'List the settings: the value that counts, and where it comes from',
    ['scribe config list', 'scribe config list --json'],
  )
  action(list, runner, async (context) => (await load()).listConfig(context))
  const get = addCommand(config, 'get', 'Print the value of a setting; a key is masked', [
    'scribe config get base_url',
  ]).argument('<key>', 'a key of `scribe config list`')
  action(get, runner, async (context, args) => (await load()).getConfig(context, args[0] ?? ''))
  const path = addCommand(config, 'path', 'Print where the configuration file is', [
    'scribe config path',
  ])
  action(path, runner, async (context) => (await load()).printConfigPath(context))
}

function addChanging(config: Command, runner: Runner): void {
  const load = () => import('../commands/config-set.ts')
  const set = addCommand(config, 'set', 'Keep a setting; flags and environment go before it', [
    'scribe config set language en',
    'scribe config set autostart false',
    'scribe config set base_url https://api.example.com/v1 --profile work',
    'scribe config set api_key - < key.txt',
  ])
    .argument('<key>', 'a key of `scribe config list`')
    .argument('[value]', 'as the flag takes it; api_key is read from stdin')
    // The value may begin with a dash.
    .allowUnknownOption()
  action(set, runner, async (context, args) =>
    (await load()).setConfig(context, args[0] ?? '', args[1]),
  )
  const unset = addCommand(config, 'unset', 'Forget a setting; its default counts again', [
    'scribe config unset language',
  ]).argument('<key>', 'a key of `scribe config list`')
  action(unset, runner, async (context, args) => (await load()).unsetConfig(context, args[0] ?? ''))
}

function addProfileCommands(program: Command, runner: Runner): void {
  const profile = addCommand(program, 'profile', 'Servers that you have logged in to', [
    'scribe profile list',
    'scribe profile use work',
  ])
  const list = addCommand(profile, 'list', 'List the profiles', [
    'scribe profile list',
    "scribe profile list --json | jq -r '.data[].name'",
  ])
  action(list, runner, async (context) => {
    const { listProfiles } = await import('../commands/profile.ts')
    await listProfiles(context)
  })
  const use = addCommand(profile, 'use', 'Make a profile the current one', [
    'scribe profile use work',
  ]).argument('<name>', 'a profile of `scribe profile list`')
  action(use, runner, async (context, args) => {
    const { useProfile } = await import('../commands/profile.ts')
    await useProfile(context, args[0] ?? '')
  })
  const remove = addCommand(profile, 'remove', 'Remove a profile and its key', [
    'scribe profile remove work',
  ]).argument('<name>', 'a profile of `scribe profile list`')
  action(remove, runner, async (context, args) => {
    const { removeProfile } = await import('../commands/logout.ts')
    await removeProfile(context, args[0] ?? '')
  })
}
