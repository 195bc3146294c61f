// The flags of `scribe create`.
import type { Command } from 'commander'
import { SOURCE_MODES } from '../api/choices.ts'
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import type { CreateOptions } from '../commands/create.ts'
import { oneOf, wholeNumber } from '../flag-values.ts'
import type { Flags } from '../settings.ts'
import { addCommand } from './command.ts'
import { requestFlagsOf } from './request-flags.ts'
import { action, type Runner, textFlag } from './runner.ts'

const UPLOADS = ['auto', 'one-shot', 'chunked'] as const

const NOTES = `
The exit code is 0 once the transcription was created, also when --wait was too short for its end;
5 when it is known to have failed.

Interrupted before the id was printed? Run the same command again: it goes on and is not charged
twice. After the id was printed, the same command creates another one.
`

export function addCreate(program: Command, runner: Runner): void {
  const command = addCommand(program, 'create', 'Create one transcription and print its id', [
    'scribe create talk.mp3',
    "scribe create 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10' --source captions",
    'scribe create talk.mp3 --wait 60 --json',
    'id=$(scribe create film.mp4 --upload chunked) && scribe wait "$id"',
  ])
    .argument('<url or file>', 'video URL (in quotes), or an audio or video file')
    .option('--upload <way>', `${UPLOADS.join(', ')}: chunked ones can be resumed (default: auto)`)
    .option('--wait <seconds>', `wait up to so long for the end, 0 to ${WAIT_MAX_SECONDS}`)
    .option('--source <source>', `${SOURCE_MODES.join(', ')}: captions or speech-to-text`)
    .option('-l, --language <tag>', 'language that is spoken, such as en (default: detected)')
    .option('--diarize', 'tell speakers apart')
    .option('--webhook-url <url>', 'URL that is told when the transcription is done')
    .option('--idempotency-key <key>', 'name of this request: repeated, it is not charged again')
    .option('--reuse-recent', 'take the transcription of the same video of the last 24 hours')
    .addHelpText('after', NOTES)
  action(command, runner, async (context, [given = ''], flags) => {
    const options = optionsOf(flags)
    const { create } = await import('../commands/create.ts')
    await create(context, given, options)
  })
}

function optionsOf(flags: Flags): CreateOptions {
  const upload = textFlag(flags, 'upload')
  const wait = textFlag(flags, 'wait')
  const source = textFlag(flags, 'source')
  return {
    upload: upload === undefined ? undefined : oneOf('--upload', upload, UPLOADS),
    waitSeconds: wait === undefined ? undefined : wholeNumber('--wait', wait, 0, WAIT_MAX_SECONDS),
    source: source === undefined ? undefined : oneOf('--source', source, SOURCE_MODES),
    ...requestFlagsOf(flags),
    reuseRecent: flags.reuseRecent === true,
  }
}
