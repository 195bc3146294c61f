// The flags of `scribe get`.
import type { Command } from 'commander'
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import { wholeNumber } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { renderingOptionsOf, withRenderingFlags } from './rendering-flags.ts'
import { action, type Runner, textFlag } from './runner.ts'

export function addGet(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'get',
    'Print a transcription, or its transcript in any form',
    [
      'scribe get tr_0123',
      'scribe get tr_0123 -f srt -o talk.srt',
      'scribe get tr_0123 -f vtt --max-line 42 --max-lines 2 --max-cps 17 -o talk.vtt',
      'scribe get tr_0123 -f srt --shift -1.5 --speaker "Speaker 1=Ann" --speaker "Speaker 2=Bo"',
      'scribe get tr_0123 -f lrc --words -o talk.lrc',
      "scribe get tr_0123 --words | jq '.transcript.segments[].words'",
    ],
  ).argument('<id>', 'transcription (tr_…)')
  withRenderingFlags(command, 'default: json')
    .option('-o, --output <path>', 'write to a file; into a folder, to a file named after the id')
    .option('--wait <seconds>', `wait up to so long for the end, 0 to ${WAIT_MAX_SECONDS}`)
    .option('--include-deleted', 'also when it was deleted, without its transcript (with -f json)')
  action(command, runner, async (context, args, flags) => {
    const wait = textFlag(flags, 'wait')
    const options = {
      ...renderingOptionsOf(flags, 'json'),
      output: textFlag(flags, 'output'),
      includeDeleted: flags.includeDeleted === true,
      waitSeconds:
        wait === undefined ? undefined : wholeNumber('--wait', wait, 0, WAIT_MAX_SECONDS),
    }
    const { get } = await import('../commands/get.ts')
    await get(context, args[0] ?? '', options)
  })
}
