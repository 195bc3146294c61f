// The flags of `scribe list`.
import type { Command } from 'commander'
import { PLATFORMS, STATUSES } from '../api/choices.ts'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../api/limits.ts'
import type { ListOptions } from '../client/client.ts'
import { UsageError } from '../errors.ts'
import { oneOf, wholeNumber } from '../flag-values.ts'
import type { Flags } from '../settings.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

export function addList(program: Command, runner: Runner): void {
  const command = addCommand(program, 'list', 'List transcriptions, newest first', [
    'scribe list',
    'scribe list --status failed --limit 5',
    'scribe list --watch',
    'scribe list --all --json | jq -r \'select(.language == "en").id\'',
  ])
    .option('--watch', 'follow them until Ctrl-C; in a pipe, one line for each change')
    .option('--limit <number>', `1 to ${PAGE_LIMIT_MAX} (default: ${PAGE_LIMIT_DEFAULT})`)
    .option('--cursor <cursor>', 'go on where an earlier page ended')
    .option('--all', 'every page; with --json one transcription a line')
    .option('--status <status>', `only ${STATUSES.join(', ')}`)
    .option('--platform <platform>', `only ${PLATFORMS.join(' or ')}`)
    .option('--include-deleted', 'also deleted ones')
  action(command, runner, async (context, _args, flags) => {
    const all = flags.all === true
    const query = queryOf(flags, all)
    if (flags.watch === true) {
      if (all || query.cursor !== undefined) {
        throw new UsageError('--watch follows the newest: omit --all and --cursor')
      }
      const { watchList } = await import('../commands/list-watch.ts')
      return watchList(context, query)
    }
    const { list } = await import('../commands/list.ts')
    await list(context, query, all)
  })
}

function queryOf(flags: Flags, all: boolean): ListOptions {
  const limit = textFlag(flags, 'limit')
  const cursor = textFlag(flags, 'cursor')
  const status = textFlag(flags, 'status')
  const platform = textFlag(flags, 'platform')
  if (all && limit !== undefined) throw new UsageError('--all has no --limit')
  return {
    ...(all ? { limit: PAGE_LIMIT_MAX } : {}),
    ...(limit === undefined ? {} : { limit: wholeNumber('--limit', limit, 1, PAGE_LIMIT_MAX) }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(status === undefined ? {} : { status: oneOf('--status', status, STATUSES) }),
    ...(platform === undefined ? {} : { platform: oneOf('--platform', platform, PLATFORMS) }),
    ...(flags.includeDeleted === true ? { include_deleted: true } : {}),
  }
}
