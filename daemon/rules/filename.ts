// File names as clients send them: only the last part counts, and its extension. Pure.
import { ApiError } from '../../src/api/errors.ts'
import { MEDIA_EXTENSIONS } from '../../src/api/limits.ts'

const ACCEPTED = new Set<string>(MEDIA_EXTENSIONS)

/** The last part of a path in either notation, without control characters. */
export function baseName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/\p{Cc}/gu, '')
}

/**
 * The extension of an accepted media file, lower case, without the dot.
 *
 * @throws ApiError unsupported_media
 */
export function mediaExtension(filename: string): string {
  const dot = filename.lastIndexOf('.')
  const extension = dot < 0 ? '' : filename.slice(dot + 1).toLowerCase()
  if (ACCEPTED.has(extension)) return extension
  throw new ApiError(
    'unsupported_media',
    `Files with ${extension ? `the extension .${extension}` : 'no extension'} are not accepted. Send audio or video with one of: ${MEDIA_EXTENSIONS.join(', ')}.`,
  )
}

const MIME_TYPES: Record<string, string> = {
  '3gp': 'video/3gpp',
  aac: 'audio/aac',
  ac3: 'audio/ac3',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  avi: 'video/x-msvideo',
  caf: 'audio/x-caf',
  flac: 'audio/flac',
  flv: 'video/x-flv',
  m2ts: 'video/mp2t',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  m4v: 'video/mp4',
  mka: 'audio/x-matroska',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp2: 'audio/mpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  mpga: 'audio/mpeg',
  mts: 'video/mp2t',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  ts: 'video/mp2t',
  wav: 'audio/wav',
  webm: 'video/webm',
  wma: 'audio/x-ms-wma',
  wmv: 'video/x-ms-wmv',
}

/** The MIME type that goes with an accepted extension, for clients that named none. */
export function mimeType(extension: string): string {
  return MIME_TYPES[extension] ?? 'application/octet-stream'
}
