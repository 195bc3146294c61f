// The options of `transcribe`, checked against each other before anything is looked at.
import type { SourceMode } from '../api/types.ts'
import { UsageError } from '../errors.ts'
import type { RenderingOptions } from '../outputs/rendering-options.ts'

export interface TranscribeOptions extends RenderingOptions {
  /** Path, `-` or undefined. */
  output: string | undefined
  language: string | undefined
  diarize: boolean
  source: SourceMode | undefined
  recursive: boolean
  /** A list of further inputs: path, `-` or undefined. */
  filesFrom: string | undefined
  skipExisting: boolean
  /** Inputs at the same time. */
  concurrency: number
  /** Chunks of a file at the same time. */
  parallel: number
  /** Only tells what would be done. */
  dryRun: boolean
  /** Minutes that all inputs together may cost. */
  maxMinutes: number | undefined
  /** False prints the ids and leaves. */
  wait: boolean
  timeoutSeconds: number | undefined
  webhookUrl: string | undefined
  idempotencyKey: string | undefined
  /** Takes an earlier transcription of the same video. */
  reuseRecent: boolean
}

/**
 * @param several inputs, or a folder
 * @throws UsageError for combinations that make no sense
 */
export function checkOptions(options: TranscribeOptions, several: boolean, json: boolean): void {
  const { format, output, dryRun, idempotencyKey: key } = options
  const toStdout = output === undefined || output === '-'
  const mixes = json && format !== 'json' && toStdout && options.wait && !dryRun
  const rules: [boolean, string][] = [
    [options.skipExisting && toStdout, '--skip-existing needs -o'],
    [!options.wait && !toStdout, '--no-wait prints ids; there is nothing to write with -o'],
    [mixes, `--json with -f ${format} needs -o`],
    [key !== undefined && several, '--idempotency-key takes one input'],
    [
      options.reuseRecent && options.webhookUrl !== undefined,
      '--reuse-recent cannot be combined with --webhook-url',
    ],
  ]
  const broken = rules.find(([applies]) => applies)
  if (broken !== undefined) throw new UsageError(broken[1])
}

/** The request's parameters, absent ones left out. */
export function requestOf({ language, diarize, webhookUrl }: TranscribeOptions) {
  return {
    ...(language === undefined ? {} : { language }),
    ...(diarize ? { diarize } : {}),
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  }
}
