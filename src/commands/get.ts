// `scribe get`: one transcription as the server has it, or its transcript rendered.
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import type { Transcription } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { jsonOf } from '../client/answers.ts'
import type { GetOptions as Query } from '../client/client.ts'
import { isFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { JobNotCompleted, StillRunning, UsageError } from '../errors.ts'
import type { Format } from '../outputs/names.ts'
import { planOutputs } from '../outputs/plan.ts'

export interface GetOptions {
  format: Format
  output: string | undefined
  words: boolean
  timestamps: boolean
  includeDeleted: boolean
  /** 0 to 60. */
  waitSeconds: number | undefined
}

/**
 * @throws JobNotCompleted when a rendering was asked for and there will never be one
 * @throws StillRunning when there is none yet, or the time given with --wait ran out
 */
export async function get(context: Context, id: string, options: GetOptions): Promise<void> {
  const { io, signal } = context
  const format = io.json ? 'json' : options.format
  checkOptions(options, format)
  const [output] = await planOutputs([id], { output: options.output, format, several: false })
  const { client } = await context.connect()
  const { text } = await client.getDocument(id, queryOf(options, format), signal)
  const job = format === 'json' ? jsonOf<Transcription>({ text }) : insteadOfRendering(text)
  if (job !== null && format !== 'json') throw notRendered(job)
  await print(context, output ?? null, text)
  const gaveUp = options.waitSeconds !== undefined && job !== null && !isFinal(job.status)
  if (gaveUp) throw new StillRunning(id, job.status)
}

function checkOptions({ words, timestamps }: GetOptions, format: Format): void {
  if (words && format !== 'json') throw new UsageError('--words needs -f json')
  if (timestamps && format !== 'text') throw new UsageError('--timestamps needs -f text')
}

function queryOf(options: GetOptions, format: Format): Query {
  const { words, timestamps, includeDeleted, waitSeconds } = options
  return {
    format,
    ...(words ? { include: 'words' as const } : {}),
    ...(timestamps ? { timestamps } : {}),
    ...(includeDeleted ? { include_deleted: true } : {}),
    ...(waitSeconds === undefined ? {} : { wait: Math.min(waitSeconds, WAIT_MAX_SECONDS) }),
  }
}

/** Where there is no transcript, the server sends the transcription instead of the rendering. */
function insteadOfRendering(text: string): Transcription | null {
  if (!text.startsWith('{')) return null
  try {
    const value = JSON.parse(text) as Partial<Transcription>
    return value.object === 'transcription' ? (value as Transcription) : null
  } catch {
    return null
  }
}

function notRendered(job: Transcription): Error {
  return isFinal(job.status) ? new JobNotCompleted(job) : new StillRunning(job.id, job.status)
}

async function print({ io }: Context, output: string | null, text: string): Promise<void> {
  const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`
  if (output === null) await io.write(whole)
  else await writeFileAtomically(output, whole)
}
