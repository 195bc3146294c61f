// An upload of one file with its progress on stderr.
import type { Context } from '../context.ts'
import { openProgress } from '../ui/progress.ts'

/** @param name of the file, as the user gave it */
export async function shown<T>(
  { io }: Pick<Context, 'io'>,
  name: string,
  work: (onProgress: (sentBytes: number, totalBytes: number) => void) => Promise<T>,
): Promise<T> {
  const progress = openProgress(io, [name])
  try {
    return await work((sentBytes, totalBytes) =>
      progress.update(0, { phase: 'uploading', sentBytes, totalBytes }),
    )
  } finally {
    await progress.close()
  }
}
