// The flags of `scribe upload` and the commands below it.
import { type Command, Option } from 'commander'
import { UPLOAD_SOURCE_MODES } from '../api/choices.ts'
import type { UploadOptions } from '../commands/upload.ts'
import { UsageError } from '../errors.ts'
import { oneOf, wholeNumber } from '../flag-values.ts'
import type { Flags } from '../settings.ts'
import { PARALLEL_DEFAULT, PARALLEL_MAX } from '../uploads/parallel.ts'
import { addCommand } from './command.ts'
import { requestFlagsOf } from './request-flags.ts'
import { action, type Runner, textFlag } from './runner.ts'

const NOTES = `Interrupted by Ctrl-C, a crash or the network? Run the same command again: it sends what is
missing. \`scribe upload status <id>\` tells what has arrived; \`scribe upload resume <id> <file>\` goes
on by the id, also on another machine. A file that is called like one of these commands is given
with its folder: ./status.
`

export function addUpload(program: Command, runner: Runner): void {
  const upload = addCommand(program, 'upload', 'Upload a file in chunks and print its id', [
    'scribe upload talk.mp3',
    'id=$(scribe upload film.mp4 --parallel 8) && scribe wait "$id"',
    'scribe upload status tr_0123',
    'scribe upload resume tr_0123 film.mp4',
  ])
    .argument('<file>', 'audio or video file')
    .addOption(parallelOption())
    .option(
      '--source <source>',
      `${UPLOAD_SOURCE_MODES.join(', ')}; for a file both are speech-to-text`,
    )
    .option('-l, --language <tag>', 'language that is spoken, such as en (default: detected)')
    .option('--diarize', 'tell speakers apart')
    .addOption(webhookOption())
    .option('--idempotency-key <key>', 'name of this request: repeated, it is not charged again')
    .addHelpText('after', NOTES)
  action(upload, runner, async (context, [given = ''], flags) => {
    const options = optionsOf(flags)
    const commands = await import('../commands/upload.ts')
    await commands.upload(context, given, options)
  })
  addStatus(upload, runner)
  addResume(upload, runner)
  addComplete(upload, runner)
}

function addStatus(upload: Command, runner: Runner): void {
  const command = addCommand(upload, 'status', 'Print what of an upload has arrived', [
    'scribe upload status tr_0123',
    'scribe upload status tr_0123 --json | jq .received_chunks',
  ]).argument('<id>', 'transcription (tr_…)')
  action(command, runner, async (context, [id = ''], flags) => {
    refuseOthers(upload, command, flags)
    const { uploadStatus } = await import('../commands/upload-status.ts')
    await uploadStatus(context, id)
  })
}

function addResume(upload: Command, runner: Runner): void {
  const command = addCommand(
    upload,
    'resume',
    'Send the missing chunks of a transcription and complete its upload',
    [
      'scribe upload resume tr_0123 film.mp4',
      'scribe upload resume tr_0123 film.mp4 --idempotency-key 5f0c2c1e   begun elsewhere',
    ],
  )
    .argument('<id>', 'transcription (tr_…)')
    .argument('<file>', 'the file that its upload was begun with')
    .addOption(parallelOption())
    .addOption(webhookOption())
    .option('--idempotency-key <key>', 'the key that the transcription was reserved with')
    .addHelpText('after', RESUME_NOTES)
  action(command, runner, async (context, [id = '', given = ''], flags) => {
    refuseOthers(upload, command, flags)
    const { parallel, webhookUrl, idempotencyKey } = optionsOf(flags)
    const { uploadResume } = await import('../commands/upload-resume.ts')
    await uploadResume(context, id, given, { parallel, webhookUrl, idempotencyKey })
  })
}

const RESUME_NOTES = `The machine that began the upload knows its Idempotency-Key. Elsewhere give the key, and the
--webhook-url if there was one.
`

function addComplete(upload: Command, runner: Runner): void {
  const command = addCommand(
    upload,
    'complete',
    'Complete an upload whose chunks have all arrived, and print its id',
    ['scribe upload complete tr_0123'],
  ).argument('<id>', 'transcription (tr_…)')
  action(command, runner, async (context, [id = ''], flags) => {
    refuseOthers(upload, command, flags)
    const { uploadComplete } = await import('../commands/upload-complete.ts')
    await uploadComplete(context, id)
  })
}

/** The parser takes the options of `upload` for the commands below it too. */
function refuseOthers(upload: Command, { options }: Command, flags: Flags): void {
  const own = options.map((option) => option.attributeName())
  const other = upload.options.find((option) => {
    const name = option.attributeName()
    return flags[name] !== undefined && !own.includes(name)
  })
  if (other !== undefined) throw new UsageError(`unknown option '${other.long}'`)
}

function parallelOption(): Option {
  const range = `1 to ${PARALLEL_MAX}, default: ${PARALLEL_DEFAULT}`
  return new Option('--parallel <number>', `chunks at the same time (${range})`)
}

function webhookOption(): Option {
  return new Option('--webhook-url <url>', 'URL that is told when the transcription is done')
}

function optionsOf(flags: Flags): UploadOptions {
  const source = textFlag(flags, 'source')
  const parallel = textFlag(flags, 'parallel') ?? String(PARALLEL_DEFAULT)
  return {
    source: source === undefined ? undefined : oneOf('--source', source, UPLOAD_SOURCE_MODES),
    ...requestFlagsOf(flags),
    parallel: wholeNumber('--parallel', parallel, 1, PARALLEL_MAX),
  }
}
