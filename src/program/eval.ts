// The flags of `scribe eval`.
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { languageTag, oneOf, wholeNumber } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

const EXAMPLES = [
  'scribe eval refs.tsv',
  'scribe eval refs.tsv -f md -o results.md',
  "scribe eval refs.tsv --json | jq '.totals[] | {unit, error_rate}'",
  'scribe eval refs.tsv --profile work --concurrency 4',
]
const NOTES = `A line of the file: the path of the audio, a tab, what is said, and perhaps a tab and the language.
Paths begin at the file's folder. Lines that begin with # and a first line that begins with "path"
are left out. Nothing after the tab means that nobody speaks.

Error rates count substitutions, deletions and insertions per word of the reference; per character
(CER) in languages written without spaces, such as zh, ja and th. Both texts are put into lower case
and lose their punctuation, except apostrophes inside words; numbers count as they are written, so
25 heard for "twenty five" is wrong. A rate above 100% means more was heard than said.

RTF, the real-time factor, is the time from the last byte sent to the transcript over the length of
the audio. A queue on the server counts, and with --concurrency above 1 the files wait for each other.

Every file is transcribed anew and uses minutes of the account. The transcriptions stay there, to
look at what was heard (their ids are in the JSON), unless --delete is given.
`
const FORMATS = ['table', 'tsv', 'json', 'md'] as const
const MAX_CONCURRENCY = 32

export function addEval(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'eval',
    'Measure error rate and speed on known texts',
    EXAMPLES,
  )
    .argument('<references>', 'file with a line for each audio file; - is stdin')
    .option('-f, --format <format>', `${FORMATS.join(', ')} (default: table)`)
    .option('-o, --output <path>', 'write to a file')
    .option('-l, --language <tag>', 'language where a line names none (default: detected)')
    .option('--concurrency <number>', 'files at the same time (default: 1)')
    .option('--delete', 'delete the transcriptions when they have been measured')
    .addHelpText('after', NOTES)
  action(command, runner, async (context, args, flags) => {
    const json = flags.json === true
    const format = oneOf(
      '--format',
      textFlag(flags, 'format') ?? (json ? 'json' : 'table'),
      FORMATS,
    )
    const output = textFlag(flags, 'output')
    if (json && format !== 'json' && (output === undefined || output === '-')) {
      throw new UsageError(`--json with -f ${format} needs -o FILE: the JSON goes to stdout`)
    }
    const language = textFlag(flags, 'language')
    const lanes = textFlag(flags, 'concurrency') ?? '1'
    const options = {
      format,
      output,
      language: language === undefined ? undefined : languageTag('--language', language),
      concurrency: wholeNumber('--concurrency', lanes, 1, MAX_CONCURRENCY),
      remove: flags.delete === true,
    }
    const { evaluate } = await import('../commands/eval.ts')
    await evaluate(context, args[0] ?? '', options)
  })
}
