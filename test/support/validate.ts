// Holds every answer that tests get against the API's own description: the status, content type
// and headers are documented, and the body has what the schema says and nothing else. Bodies are
// checked by openapi-response-validator.
import { createRequire } from 'node:module'
import type { JsonSchema, OpenApiDocument, OperationObject } from '../../daemon/openapi/types.ts'

interface Validator {
  validateResponse(status: string, body: unknown): { errors: unknown[] } | undefined
}

const { default: ResponseValidator } = createRequire(import.meta.url)(
  'openapi-response-validator',
) as { default: new (args: object) => Validator }

interface Checked {
  operation: OperationObject
  validator: Validator
}

type Find = (method: string, path: string) => Checked | undefined

/** By description; all daemons of a test file have the same. */
const finders = new Map<string, Find>()
const daemons = new Map<string, Find>()

/**
 * A fetch whose answers are checked where they are the API's.
 *
 * @throws Error that says what differs from the description
 */
export async function validatedFetch(
  baseUrl: string,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const response = await fetch(url, init)
  if (!url.startsWith(`${baseUrl}/`)) return response
  const path = new URL(url).pathname.slice(new URL(baseUrl).pathname.length)
  const method = (init.method ?? 'GET').toLowerCase()
  const checked = daemons.get(baseUrl)?.(method, path)
  if (checked === undefined) return response
  const fault = await faultOf(checked, response)
  if (fault === null) return response
  const { operationId } = checked.operation
  throw new Error(`${operationId} ${response.status} is not as described: ${fault}`)
}

async function faultOf(
  { operation, validator }: Checked,
  response: Response,
): Promise<string | null> {
  const status = String(response.status)
  const described = operation.responses[status]
  if (described === undefined) return 'the status is not documented'
  for (const name of Object.keys(described.headers ?? {})) {
    if (!response.headers.has(name)) return `it has no ${name}`
  }
  const body = await response.clone().text()
  if (described.content === undefined) return body === '' ? null : 'it has a body'
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'none'
  if (described.content[type] === undefined) return `the content type ${type} is not documented`
  if (type !== 'application/json') return null
  const errors = validator.validateResponse(status, JSON.parse(body))?.errors
  return errors === undefined ? null : JSON.stringify(errors)
}

/** Reads the description of a daemon; its answers are checked from then on. */
export async function loadDescription(baseUrl: string): Promise<void> {
  const source = await (await fetch(`${baseUrl}/openapi.json`)).text()
  const find = finders.get(source) ?? finderIn(JSON.parse(source) as OpenApiDocument)
  finders.set(source, find)
  daemons.set(baseUrl, find)
}

function finderIn(document: OpenApiDocument): Find {
  const components = closed(document.components)
  const entries = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods,
    compiled: new Map<string, Checked>(),
  }))
  return (method, path) => {
    const entry = entries.find(({ pattern }) => pattern.test(path))
    const operation = entry?.methods[method]
    if (entry === undefined || operation === undefined) return undefined
    const { responses } = operation
    const checked = entry.compiled.get(method) ?? {
      operation,
      validator: new ResponseValidator({
        responses: closed(responses),
        components,
        customFormats: { 'date-time': isTimestamp },
      }),
    }
    entry.compiled.set(method, checked)
    return checked
  }
}

/** ISO 8601 in UTC with milliseconds and Z, as the API writes all times. */
function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
}

/** The same with every object closed, so that a field that is not documented is noticed. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)])
  const shown = Object.fromEntries(entries) as JsonSchema
  const isObject = shown.type === 'object' && typeof shown.properties === 'object'
  return (isObject ? { additionalProperties: false, ...shown } : shown) as T
}
