// `scribe help`: of a command, or about a topic. Groups have it too (`scribe daemon help run`),
// where it is not listed.
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { helpColumns } from '../help/layout.ts'
import { isTopic, TOPICS, textOf } from '../help/topics.ts'
import { nearestHint } from '../nearest.ts'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

/** After all other commands, as it finds the groups by their commands. */
export function addTopics(program: Command, { process }: Runner): void {
  const help = addCommand(
    program,
    'help',
    `Print help for a command, or about ${TOPICS.join(', ')}`,
    ['scribe help transcribe', 'scribe help daemon run', 'scribe help exit-codes'],
  ).argument('[topic...]', 'a command, or a topic')
  help.action(async () => {
    const [word = ''] = help.args
    if (help.args.length === 1 && isTopic(word)) {
      process.stdout.write(await textOf(word, helpColumns(process)))
    } else {
      commandOf(program, help.args, TOPICS).outputHelp()
    }
  })
  for (const group of groupsOf(program)) {
    const inner = group.command('help', { hidden: true }).argument('[command...]')
    inner.action(() => commandOf(group, inner.args).outputHelp())
  }
}

function groupsOf(parent: Command): Command[] {
  return parent.commands
    .filter(({ commands }) => commands.length > 0)
    .flatMap((group) => [group, ...groupsOf(group)])
}

/** @throws UsageError naming the nearest when there is no such command */
function commandOf(from: Command, words: string[], others: readonly string[] = []): Command {
  let found = from
  for (const [index, word] of words.entries()) {
    const next = found.commands.find((command) => command.name() === word)
    if (next === undefined) {
      const names = found
        .createHelp()
        .visibleCommands(found)
        .map((command) => command.name())
      const hint = nearestHint(word, index === 0 ? [...names, ...others] : names)
      throw new UsageError(`There is no help for "${words.slice(0, index + 1).join(' ')}"${hint}`)
    }
    found = next
  }
  return found
}
