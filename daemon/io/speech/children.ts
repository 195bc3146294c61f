// The speech children that there are: how each is started, with the model's files at hand, and how
// all of them end. Which of them are wanted is the business of leads.ts and recognizers.ts.
import { mkdir, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import { JobError } from '../../../src/api/errors.ts'
import { ModelPullError } from '../../models/pull-error.ts'
import { SpeechCrash, SpeechUnavailable } from '../../ports.ts'
import type { SpeechConfig, SpeechRole } from '../../speech/protocol.ts'
import { spoolPath } from '../../speech/spool.ts'
import { type SpeechProcess, startProcess } from './process.ts'

export interface ChildrenOptions {
  /** Absolute path of the built daemon/speech/worker.js. */
  workerPath: string
  /** The model's files; called whenever a child is to be started, may pull them first. */
  resolveModel(): Promise<SpeechConfig>
  /** A folder for audio on its way between them; made anew with the first child. */
  spoolFolder: string
  /** In the place of every other patience with a child that says nothing. */
  silenceSeconds?: number | undefined
  log: Pick<Logger, 'info' | 'warn'>
}

export interface Children {
  /**
   * A child that has loaded what it needs, and its resident memory then.
   *
   * @throws SpeechCrash, JobError when it cannot load what it needs
   */
  start<Command extends object, Event>(
    role: SpeechRole,
  ): Promise<{ child: SpeechProcess<Command, Event>; rssBytes: number }>
  /** Kills all of them; resolves when they have ended. None is started any more. */
  close(): Promise<void>
}

export function createChildren(options: ChildrenOptions): Children {
  const { workerPath, spoolFolder, silenceSeconds, log } = options
  const killers = new Set<() => Promise<void>>()
  let closed = false
  let spool: Promise<void> | undefined
  return {
    async start<Command extends object, Event>(role: SpeechRole) {
      spool ??= emptyFolder(spoolFolder)
      await spool.catch((error: unknown) => {
        spool = undefined
        throw error
      })
      const config = { ...(await speechConfig(options)), spoolFolder }
      if (closed) throw new SpeechCrash('The daemon is closing.')
      const child = startProcess<Command, Event>({ workerPath, role, config, silenceSeconds })
      killers.add(child.kill)
      child.onEnd(() => {
        killers.delete(child.kill)
        rm(spoolPath(spoolFolder, child.pid ?? 0), { force: true }).catch(() => {})
      })
      const { model, rss_bytes, problem } = await child.ready()
      if (problem !== undefined) {
        await child.kill()
        throw new JobError('transcription_failed', problem)
      }
      const size = { rss_mb: Math.round(rss_bytes / 1e6) }
      log.info({ child_pid: child.pid, role, model, ...size }, 'speech process ready')
      return { child, rssBytes: rss_bytes }
    },
    async close() {
      closed = true
      await Promise.all([...killers].map((kill) => kill()))
      if (spool !== undefined) await rm(spoolFolder, { recursive: true, force: true })
    },
  }
}

async function speechConfig({ resolveModel }: ChildrenOptions): Promise<SpeechConfig> {
  try {
    return await resolveModel()
  } catch (cause) {
    if (cause instanceof ModelPullError) throw new SpeechUnavailable(cause.message, { cause })
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SpeechCrash(`The speech model is not available: ${why}`, { cause })
  }
}

/** What a daemon that was killed left there is not worth keeping. */
async function emptyFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true, mode: 0o700 })
}
