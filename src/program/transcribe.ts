// The flags of `scribe transcribe`.
import type { Command } from 'commander'
import type { SourceMode } from '../api/types.ts'
import { oneOf, plainNumber, wholeNumber } from '../flag-values.ts'
import type { Flags } from '../settings.ts'
import type { TranscribeOptions } from '../transcribe/options.ts'
import { renderingOptionsOf, withRenderingFlags } from './rendering-flags.ts'
import { action, type Runner, textFlag } from './runner.ts'

const EXAMPLES = `
Examples:
  $ scribe transcribe talk.mp3
  $ scribe transcribe talk.mp3 -f srt -o talk.srt
  $ scribe transcribe *.mp3 -o transcripts         one file each: transcripts/<name>.txt
  $ scribe transcribe lectures --recursive -o out --skip-existing
  $ curl -s https://example.com/a.ogg | scribe transcribe -
  $ scribe transcribe talk.mp3 --json | jq .transcript.segments

Interrupted by Ctrl-C, a crash or the network? Run the same command again: it goes on with the
same upload.
`

const SOURCES: SourceMode[] = ['auto', 'captions', 'stt']
const MAX_CONCURRENCY = 32

export function addTranscribe(program: Command, runner: Runner): void {
  const command = program
    .command('transcribe')
    .argument('<input...>', 'files, "-" for stdin, folders with --recursive, or video URLs')
    .description('Transcribe audio and video')
  withRenderingFlags(command, 'default: text')
    .option(
      '-o, --output <path>',
      'write to a file; with several inputs to a folder, one file each',
    )
    .option('-l, --language <tag>', 'language that is spoken, such as en (default: detected)')
    .option('--diarize', 'tell speakers apart')
    .option('--source <source>', `${SOURCES.join(', ')}: captions or speech-to-text`)
    .option('-r, --recursive', 'take folders as the audio and video files in them')
    .option('--concurrency <number>', 'inputs at the same time (default: 2)')
    .option('--skip-existing', 'leave out inputs whose output file exists')
    .option('--no-wait', 'print the ids and leave')
    .option('--timeout <seconds>', 'how long to wait for a transcript (default: for ever)')
    .option('--webhook-url <url>', 'URL that is told when the transcription is done')
    .option('--idempotency-key <key>', 'name of this request: repeated, it is not charged again')
    .addHelpText('after', EXAMPLES)
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
  const lanes = textFlag(flags, 'concurrency') ?? '2'
  return {
    ...renderingOptionsOf(flags, fallback),
    output: textFlag(flags, 'output'),
    language: textFlag(flags, 'language'),
    diarize: flags.diarize === true,
    source: source === undefined ? undefined : oneOf('--source', source, SOURCES),
    recursive: flags.recursive === true,
    skipExisting: flags.skipExisting === true,
    concurrency: wholeNumber('--concurrency', lanes, 1, MAX_CONCURRENCY),
    wait: flags.wait !== false,
    timeoutSeconds: timeout === undefined ? undefined : plainNumber('--timeout', timeout),
    webhookUrl: textFlag(flags, 'webhookUrl'),
    idempotencyKey: textFlag(flags, 'idempotencyKey'),
  }
}
