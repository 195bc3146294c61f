// What the server sent, kept beside what was parsed from it: --json passes the server's own text,
// as writing it anew would change numbers and more. Kept as long as the parsed value lives, and
// aside of it, so that types stay those of the API.

const texts = new WeakMap<object, string>()

/** Keeps the text that the value was parsed from; returns the value. */
export function noteSent<T>(value: T, text: string): T {
  if (typeof value === 'object' && value !== null) texts.set(value, text)
  return value
}

/** The JSON that the value came as; one that was made here is written as it is. */
export function sentJson(value: object): string {
  return texts.get(value) ?? JSON.stringify(value)
}
