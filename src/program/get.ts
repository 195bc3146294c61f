// The flags of `scribe get`.
import type { Command } from 'commander'
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import { oneOf, wholeNumber } from '../flag-values.ts'
import { FORMAT_EXTENSIONS, type Format } from '../outputs/names.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

const FORMATS = Object.keys(FORMAT_EXTENSIONS) as Format[]

export function addGet(program: Command, runner: Runner): void {
  const command = addCommand(program, 'get', 'Print a transcription or its transcript', [
    'scribe get tr_0123',
    'scribe get tr_0123 -f srt -o talk.srt',
    "scribe get tr_0123 --words | jq '.transcript.segments[].words'",
  ])
    .argument('<id>', 'transcription (tr_…)')
    .option('-f, --format <format>', `${FORMATS.join(', ')} (default: json)`)
    .option('-o, --output <file>', 'write to a file')
    .option('--words', 'times of every word (with -f json)')
    .option('--timestamps', 'put the time before every line (with -f text)')
    .option('--wait <seconds>', `wait up to so long for the end, 0 to ${WAIT_MAX_SECONDS}`)
    .option('--include-deleted', 'also when it was deleted, without its transcript')
  action(command, runner, async (context, args, flags) => {
    const wait = textFlag(flags, 'wait')
    const options = {
      format: oneOf('--format', textFlag(flags, 'format') ?? 'json', FORMATS),
      output: textFlag(flags, 'output'),
      words: flags.words === true,
      timestamps: flags.timestamps === true,
      includeDeleted: flags.includeDeleted === true,
      waitSeconds:
        wait === undefined ? undefined : wholeNumber('--wait', wait, 0, WAIT_MAX_SECONDS),
    }
    const { get } = await import('../commands/get.ts')
    await get(context, args[0] ?? '', options)
  })
}
