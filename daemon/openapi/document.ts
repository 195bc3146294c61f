// The machine-readable description of the API (OpenAPI 3.1), put together from the routes as they
// are registered: their paths, query schemas and scopes, joined with operations.ts. A route without
// an entry there is an extra of this server and left out; an entry without a route is a mistake
// and ends the start.
import type { RouteOptions } from 'fastify'
import { API_VERSION } from '../../src/api/limits.ts'
import { errorAnswers, errorSchemas } from './errors.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { contractSchemas, described } from './schemas.ts'
import type { Answer, JsonSchema, OpenApiDocument, OperationObject, Parameter } from './types.ts'
import { webhooks } from './webhooks.ts'

export type Route = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>

const TAGS = [
  { name: 'Transcriptions', description: 'Turn videos and files into transcripts.' },
  { name: 'Uploads', description: 'Send large files in chunks, and go on after an interruption.' },
  { name: 'Account', description: 'Plan, minutes and limits.' },
]

/**
 * The description of these routes.
 *
 * @param prefix the path below which the API lies, left out of the document's paths
 */
export function describeApi(routes: readonly Route[], prefix: string): OpenApiDocument {
  const byName = new Map(routes.map((route) => [nameOf(route, prefix), route]))
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const route = byName.get(name)
    if (route === undefined) throw new Error(`No route for ${name} of the description`)
    const [method = '', url = ''] = name.split(' ')
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(route, operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Transcription API',
      version: API_VERSION,
      description: 'Transcripts of videos and of audio and video files.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    tags: TAGS,
    paths,
    webhooks: webhooks(),
    components: {
      schemas: { ...contractSchemas(), ...errorSchemas() },
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  }
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key (`svc_…`) or an OAuth access token (`svco_…`).',
  },
  uploadToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Upload-Token',
    description: 'Comes with the reservation of an upload.',
  },
}

const header = (description: string, type: string) => ({
  description,
  required: true,
  schema: { type },
})

const HEADERS = {
  'X-Request-Id': header('Names this request in the log of the server.', 'string'),
  'X-RateLimit-Limit': header('Requests per minute of the account.', 'integer'),
  'X-RateLimit-Remaining': header('How many of them are left.', 'integer'),
  'Retry-After': header('Seconds to wait before the next attempt.', 'integer'),
}

function nameOf({ method, url }: Route, prefix: string): string {
  return `${String(method)} ${url.slice(prefix.length)}`
}

function describe(route: Route, operation: Operation): OperationObject {
  const { operationId, summary, description, tag, body, answers, errors } = operation
  const scope = route.config?.scope
  const headers = (status: number) => headersOf(status, scope === undefined)
  const common = scope === undefined ? OPEN_ERRORS : COMMON_ERRORS
  const shown = Object.entries(answers).map(([status, answer]): [string, Answer] => [
    status,
    { ...answer, headers: headers(Number(status)) },
  ])
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [scope === undefined ? { uploadToken: [] } : { bearer: [scope] }],
    parameters: [...parametersOf(route, operation), ...(operation.headers ?? [])],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(shown),
      ...errorAnswers([...new Set([...common, ...errors])], headers),
    },
  }
}

const OPEN_ERRORS = [
  'invalid_request',
  'unauthorized',
  'internal_error',
  'service_unavailable',
] as const
const COMMON_ERRORS = [
  ...OPEN_ERRORS,
  'insufficient_scope',
  'forbidden_origin',
  'rate_limited',
] as const

function parametersOf({ url, schema }: Route, { parameters = {} }: Operation): Parameter[] {
  const query = (schema?.querystring as JsonSchema | undefined)?.properties ?? {}
  const noteOf = (name: string) => {
    const description = parameters[name]
    if (description === undefined) throw new Error(`No words for ${name} of ${url}`)
    return description
  }
  const inPath = [...url.matchAll(/:(\w+)/g)].map(
    ([, name = '']): Parameter => ({
      ...{ name, in: 'path', required: true, description: noteOf(name) },
      schema: { type: 'string' },
    }),
  )
  const inQuery = Object.entries(query).map(
    ([name, value]): Parameter => ({
      ...{ name, in: 'query', description: noteOf(name) },
      schema: described(value),
    }),
  )
  return [...inPath, ...inQuery]
}

/** An answer that may be given before the caller is known has no rate limit to tell. */
function headersOf(status: number, byUploadToken: boolean): Record<string, object> {
  const names = ['X-Request-Id']
  if (byUploadToken ? [200, 422].includes(status) : ![400, 401, 500].includes(status)) {
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining')
  }
  if (status === 429) names.push('Retry-After')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
