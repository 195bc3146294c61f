// Times as the formats write them, from whole milliseconds. Pure.

/** `hh:mm:ss`, rounded down; hours have more digits when they need them. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => padded(part, 2))
    .join(':')
}

/** `hh:mm:ss,mmm` in SubRip, with a point in WebVTT. */
export function cueTime(ms: number, decimalMark: ',' | '.'): string {
  return `${clock(ms)}${decimalMark}${padded(ms % 1000, 3)}`
}

/** `mm:ss.xx`, the minutes running on beyond 59. */
export function lyricTime(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const seconds = Math.floor(hundredths / 100)
  return `${padded(Math.floor(seconds / 60), 2)}:${padded(seconds % 60, 2)}.${padded(hundredths % 100, 2)}`
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
