// The command lines of yt-dlp. No configuration is read, nothing is post-processed by other
// programs, nothing waits without end; the settings' own arguments come after ours, the URL last,
// behind `--`.

/** The description of the video, as it lies in the job's folder. */
export const INFO_FILE = 'info.json'

const COMMON = [
  '--ignore-config',
  '--no-playlist',
  '--no-cache-dir',
  '--abort-on-error',
  ...['--socket-timeout', '20'],
  ...['--retries', '3'],
  ...['--fragment-retries', '5'],
  ...['--extractor-retries', '2'],
]

/** A file that is made from the description. */
const DOWNLOAD = [...COMMON, '--load-info-json', INFO_FILE, '--no-mtime', '--fixup', 'never']
/** Asked of the description too: a video without it is told at once. */
const SOUND = ['--format', 'bestaudio/best']
const PROGRESS = [
  '--newline',
  '--progress-template',
  'download:bytes=%(progress.downloaded_bytes)s',
]

export function describeArguments(url: string, extra: string[]): string[] {
  return [...COMMON, ...SOUND, '--dump-single-json', ...extra, '--', url]
}

/** @param key the track's name in the description */
export function captionArguments(kind: 'manual' | 'auto_generated', key: string, extra: string[]) {
  const written = kind === 'manual' ? '--write-subs' : '--write-auto-subs'
  return [
    ...[...DOWNLOAD, '--skip-download', written, '--sub-langs', key],
    ...['--sub-format', 'json3', '--output', 'captions', ...extra],
  ]
}

export function audioArguments(maxBytes: number, extra: string[]): string[] {
  return [
    ...[...DOWNLOAD, ...SOUND, ...PROGRESS],
    ...['--max-filesize', String(maxBytes), '--output', 'audio.%(ext)s', ...extra],
  ]
}
