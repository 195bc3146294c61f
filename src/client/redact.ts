// Takes the secrets out of what a trace shows. What is secret goes by its name (a header, a field
// of a JSON document, a query parameter) and by its looks (keys, tokens and signing secrets with
// the API's prefixes, passwords inside URLs), so that one slip elsewhere still shows nothing.

const HIDDEN = '***'
const SECRET_NAME =
  /authorization|cookie|token|secret|password|passwd|signature|credential|api.?key/i
const SECRET_LOOKS = /\b(svco?|whsec)_[\w-]+/g
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@]+@/gi
/** A webhook's query is where receivers keep their passwords. */
const WEBHOOK_NAME = /webhook/i

/** For any text: what looks like a secret is replaced. */
export function redactText(text: string): string {
  return text.replace(SECRET_LOOKS, `$1_${HIDDEN}`).replace(URL_PASSWORD, `$1${HIDDEN}@`)
}

/** The whole URL but its password and the values of secret parameters. */
export function redactUrl(url: URL): string {
  const shown = new URL(url)
  for (const [name, value] of url.searchParams) {
    const safe = String(redactValue(name, value))
    if (safe !== value) shown.searchParams.set(name, safe)
  }
  return redactText(shown.href)
}

/** A header's value, or a stand-in. */
export function redactHeader(name: string, value: string): string {
  return SECRET_NAME.test(name) ? HIDDEN : redactText(value)
}

/** The same JSON document on one line with its secrets replaced; null when it is no JSON. */
export function redactJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text, redactValue))
  } catch {
    return null
  }
}

/** The field `key` holds a whole credential where the API shows one for the only time. */
function redactValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (SECRET_NAME.test(name) || name === 'key') return HIDDEN
  const shown = WEBHOOK_NAME.test(name) ? value.replace(/\?.*$/s, `?${HIDDEN}`) : value
  return redactText(shown)
}
