// The parameters of a file's reservation, as every command that uploads has them. Absent ones are
// left out, so that the same wish is the same request, whichever command makes it.
import type { CreateUpload, SourceMode } from '../api/types.ts'
import { UsageError } from '../errors.ts'

export interface UploadParameters {
  source: SourceMode | undefined
  language: string | undefined
  diarize: boolean
  webhookUrl: string | undefined
}

/** Everything of a reservation but the file itself. */
export type UploadRequest = Omit<CreateUpload, 'upload'>

/** @throws UsageError for captions, which files don't have */
export function uploadRequestOf(parameters: UploadParameters): UploadRequest {
  const { source, language, diarize, webhookUrl } = parameters
  if (source === 'captions') throw new UsageError('--source captions is for video URLs, not files')
  return {
    ...(source === undefined ? {} : { source }),
    ...(language === undefined ? {} : { language }),
    ...(diarize ? { diarize } : {}),
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  }
}
