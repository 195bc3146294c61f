// The flags of `scribe transcribe`.
import type { Command } from 'commander'
import { SOURCE_MODES } from '../api/choices.ts'
import { oneOf, plainNumber, wholeNumber } from '../flag-values.ts'
import { type Flags, SETTINGS } from '../settings.ts'
import type { TranscribeOptions } from '../transcribe/options.ts'
import { PARALLEL_DEFAULT, PARALLEL_MAX } from '../uploads/parallel.ts'
import { addCommand } from './command.ts'
import { renderingOptionsOf, withRenderingFlags } from './rendering-flags.ts'
import { requestFlagsOf } from './request-flags.ts'
import { action, optionFor, type Runner, textFlag } from './runner.ts'

const EXAMPLES = [
  'scribe transcribe talk.mp3',
  'scribe transcribe talk.mp3 -f srt --max-line 42 -o talk.srt',
  'scribe transcribe *.mp3 -o transcripts    # one file each: transcripts/<name>.txt',
  'scribe transcribe lectures --recursive -o out --skip-existing',
  'find . -name "*.m4a" -print0 | scribe transcribe --files-from - -o out --concurrency 4',
  'scribe transcribe lectures --recursive --dry-run',
  'scribe transcribe lectures --recursive -o out --max-minutes 120',
  'curl -s https://example.com/a.ogg | scribe transcribe -',
  'scribe transcribe talk.mp3 --json | jq .transcript.segments',
]
const NOTES = `With -o FOLDER files are named after their inputs: talk.mp3 becomes talk.txt. Where that gives
several the same name, all of them take their ending as well (talk.mp3.txt, talk.wav.txt), or else
their folder's name (monday-talk.txt, tuesday-talk.txt), whatever their order.

Several inputs: each one is tried, stderr names those that failed, and the exit code is that of
the first failure. What would exceed --max-minutes is not sent and counts as a failure with exit
code 7; inputs of unknown length (video URLs) go one at a time then, and count when they are done.

Interrupted by Ctrl-C, a crash or the network? Run the same command again: it goes on with the
same uploads and videos, and nothing is charged twice.
`

const MAX_MINUTES = 10_000_000

export function addTranscribe(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'transcribe',
    'Transcribe audio and video',
    EXAMPLES,
  ).argument('[input...]', 'files, "-" for stdin, folders with --recursive, or video URLs')
  withRenderingFlags(command, 'default: text')
    .option(
      '-o, --output <path>',
      'write to a file; with several inputs to a folder, one file each',
    )
    .option('-l, --language <tag>', 'language that is spoken, such as en (default: detected)')
    .option('--diarize', 'tell speakers apart')
    .option('--source <source>', `${SOURCE_MODES.join(', ')}: captions or speech-to-text`)
    .option('-r, --recursive', 'take folders as the audio and video files in them')
    .option(
      '--files-from <file>',
      'also the inputs in this list, one a line or NUL-separated; - is stdin',
    )
    .addOption(optionFor('concurrency'))
    .option(
      '--parallel <number>',
      `chunks of a file at the same time (default: ${PARALLEL_DEFAULT})`,
    )
    .option('--skip-existing', 'leave out inputs whose output file exists')
    .option('--dry-run', 'only tell lengths, minutes needed and left, and what would be refused')
    .option('--max-minutes <number>', 'send nothing that takes the whole beyond so many minutes')
    .option('--no-wait', 'print the ids and leave')
    .option('--timeout <seconds>', 'how long to wait for a transcript (default: for ever)')
    .option('--webhook-url <url>', 'URL that is told when the transcription is done')
    .option('--idempotency-key <key>', 'name of this request: repeated, it is not charged again')
    .option('--reuse-recent', 'take what was made of the same video in the last 24 hours')
    .addHelpText('after', NOTES)
  action(command, runner, async (context, args, flags) => {
    const options = optionsOf(flags)
    const { transcribe } = await import('../commands/transcribe.ts')
    await transcribe(context, args, options)
  })
}

function optionsOf(flags: Flags): TranscribeOptions {
  const source = textFlag(flags, 'source')
  const timeout = textFlag(flags, 'timeout')
  const fallback = flags.json === true ? 'json' : 'text'
  const lanes = textFlag(flags, 'concurrency') ?? SETTINGS.concurrency.fallback
  const parallel = textFlag(flags, 'parallel') ?? String(PARALLEL_DEFAULT)
  const maxMinutes = textFlag(flags, 'maxMinutes')
  return {
    ...renderingOptionsOf(flags, fallback),
    output: textFlag(flags, 'output'),
    ...requestFlagsOf(flags),
    source: source === undefined ? undefined : oneOf('--source', source, SOURCE_MODES),
    recursive: flags.recursive === true,
    filesFrom: textFlag(flags, 'filesFrom'),
    skipExisting: flags.skipExisting === true,
    concurrency: SETTINGS.concurrency.check('--concurrency', lanes),
    parallel: wholeNumber('--parallel', parallel, 1, PARALLEL_MAX),
    dryRun: flags.dryRun === true,
    maxMinutes:
      maxMinutes === undefined
        ? undefined
        : wholeNumber('--max-minutes', maxMinutes, 1, MAX_MINUTES),
    wait: flags.wait !== false,
    timeoutSeconds: timeout === undefined ? undefined : plainNumber('--timeout', timeout),
    reuseRecent: flags.reuseRecent === true,
  }
}
