// The numbers of the contract. Sizes are bytes (MB and GB are decimal), times are seconds.

/** Version of the machine-readable description. */
export const API_VERSION = '1.0.0'

export const WAIT_MAX_SECONDS = 60
export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 20
export const ONE_SHOT_MAX_BYTES = 95_000_000
export const CHUNKED_MAX_BYTES = 2_000_000_000
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255
export const MEDIA_MAX_SECONDS = 5 * 60 * 60

/**
 * Extensions of the audio and video files that are accepted, without the dot.
 *
 * The container itself is recognised from the bytes; the extension is the first, cheap check
 * that the API makes (422 unsupported_media).
 */
export const MEDIA_EXTENSIONS = [
  '3gp',
  'aac',
  'ac3',
  'aif',
  'aiff',
  'amr',
  'avi',
  'caf',
  'flac',
  'flv',
  'm2ts',
  'm4a',
  'm4b',
  'm4v',
  'mka',
  'mkv',
  'mov',
  'mp2',
  'mp3',
  'mp4',
  'mpeg',
  'mpg',
  'mpga',
  'mts',
  'oga',
  'ogg',
  'ogv',
  'opus',
  'ts',
  'wav',
  'webm',
  'wma',
  'wmv',
] as const
