// How old a yt-dlp is, and what that means.

/** yt-dlp's makers promise a release at least so often, and it breaks about as often. */
export const OLD_DAYS = 90

/** `today`, `1 day old`, `412 days old`. */
export function ageText(days: number): string {
  if (days <= 0) return 'of today'
  return days === 1 ? '1 day old' : `${days} days old`
}
