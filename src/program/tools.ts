// The flags of `scribe tools`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, optionFor, type Runner } from './runner.ts'

export function addTools(program: Command, runner: Runner): void {
  const tools = addCommand(program, 'tools', 'Programs that scribe uses: yt-dlp for YouTube', [
    'scribe tools list',
    'scribe tools pull yt-dlp',
  ])
  const list = addCommand(tools, 'list', 'Say which yt-dlp is used, and how old it is', [
    'scribe tools list',
    'scribe tools list --json',
  ])
  action(list, runner, async (context) => {
    const { listTools } = await import('../commands/tools-list.ts')
    await listTools(context)
  })
  const pull = addNamed(
    tools,
    runner,
    'pull',
    'Download the newest release, or replace it by the newest',
    'pullTool',
  )
  pull.addOption(optionFor('ytDlpReleases'))
  addNamed(tools, runner, 'remove', 'Delete what `pull` downloaded', 'removeTool')
  addNamed(tools, runner, 'path', 'Print where the program is that is used', 'printToolPath')
}

function addNamed(
  tools: Command,
  runner: Runner,
  verb: string,
  description: string,
  run: 'pullTool' | 'removeTool' | 'printToolPath',
): Command {
  const command = addCommand(tools, verb, description, [`scribe tools ${verb} yt-dlp`]).argument(
    '<name>',
    'yt-dlp',
  )
  return action(command, runner, async (context, args) => {
    const commands = await import('../commands/tools.ts')
    await commands[run](context, args[0] ?? '')
  })
}
