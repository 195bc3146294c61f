// The values that some fields choose from, apart from the schemas so that flags and completion
// can offer them without loading what validates.
export const STATUSES = [
  'awaiting_upload',
  'queued',
  'fetching',
  'transcribing',
  'completed',
  'failed',
  'canceled',
] as const

export const PLATFORMS = ['youtube', 'upload'] as const

export const SOURCE_MODES = ['auto', 'captions', 'stt'] as const

/** A file has no captions. */
export const UPLOAD_SOURCE_MODES = ['auto', 'stt'] as const
