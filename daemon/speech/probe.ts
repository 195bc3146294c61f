// The child that measures media files for the command line: asked over IPC, one file at a time,
// with the same code that the speech child charges by. A process of its own, so that a file that
// brings the native code down costs one answer. Lives and dies with the IPC channel.
import { JobError, type JobFailureCode } from '../../src/api/errors.ts'
import { measuredSeconds, refuseTooLong } from './duration.ts'
import { openMediaFile } from './media-file.ts'

/** Asks for the file at this path. */
export interface ProbeCommand {
  path: string
}

export interface ProbeAnswer {
  /** Null when the media cannot be read. */
  durationSeconds: number | null
  /** What the daemon would fail this file with. */
  failure: { code: JobFailureCode; message: string } | null
}

function measure({ path }: ProbeCommand): ProbeAnswer {
  let durationSeconds: number | null = null
  try {
    const media = openMediaFile(path)
    try {
      durationSeconds = measuredSeconds(path, media, () => {})
    } finally {
      media.close()
    }
    refuseTooLong(durationSeconds)
    return { durationSeconds, failure: null }
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return { durationSeconds, failure: { code: error.code, message: error.message } }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (command: ProbeCommand) => process.send?.(measure(command)))
