// Orders of an object's keys. Some stores and writers sort them, and the order in which they were
// signed is lost; but the fields of an event are known, and so is the order in which servers write
// them.

/** Of all objects in an event, as the API describes them. */
const DESCRIBED = [
  ...['type', 'id', 'object', 'status', 'platform', 'url', 'media_id', 'source'],
  ...['title', 'author', 'author_url', 'thumbnail_url'],
  ...['filename', 'mime_type', 'size', 'duration_seconds', 'media', 'options'],
  ...['transcript_source', 'caption_kind', 'language', 'diarize', 'billed_minutes', 'cached'],
  ...['code', 'message', 'error', 'created_at', 'completed_at', 'deleted_at', 'data'],
]
/** As the local server writes them. */
const WRITTEN = DESCRIBED.filter((key) => key !== 'media').flatMap((key) =>
  key === 'options' ? ['options', 'media'] : [key],
)

/** Orders that may have been signed; an empty list is the alphabet's. */
export const KEY_ORDERS: [code: string, what: string, ranks: readonly string[]][] = [
  ['sorted', 'with sorted keys', []],
  ['reordered', 'with its keys in the order of the API', DESCRIBED],
  ['reordered', 'with its keys in the order of the API', WRITTEN],
]

/** The same with the keys of every object in that order; unknown ones follow by the alphabet. */
export function inOrder<T>(value: T, ranks: readonly string[]): T {
  if (Array.isArray(value)) return value.map((inner) => inOrder(inner, ranks)) as T
  if (typeof value !== 'object' || value === null) return value
  const rank = (key: string) => (ranks.includes(key) ? ranks.indexOf(key) : ranks.length)
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner, ranks)])) as T
}
