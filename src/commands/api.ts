// `scribe api`: any request with the credential of the target. Bodies pass untouched and streamed
// in both directions; a refusal's body is data too, so it goes to stdout before the error is told.
// The credential goes to the target's origin only.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import type { Call } from '../client/http.ts'
import type { HeaderMap } from '../client/trace.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { toUsageError } from '../inputs/explain.ts'
import type { Io } from '../io.ts'

export interface ApiOptions {
  method: string
  /** Below the base URL, with or without its prefix, or a whole URL of the same origin. */
  path: string
  /** JSON, `@file`, or `@-` for stdin. */
  data: string | undefined
  /** `Name: value`, as they were given. */
  headers: string[]
  /** Prints status line and headers before the body. */
  include: boolean
}

/** @throws the error that a refusal stands for, after its body was printed */
export async function api(context: Context, options: ApiOptions): Promise<void> {
  const { io, signal } = context
  const { method, include } = options
  const own = headersOf(options.headers)
  const data = await dataOf(io, options.data)
  const { client } = await context.connect()
  const path = urlOf(options.path, client.baseUrl).href
  // Whoever gives an Authorization, be it an empty one, means that one.
  const bearer = own.authorization === undefined
  const headers: Record<string, string> = {
    ...(data.body && { 'content-type': 'application/json' }),
    ...own,
  }
  if (headers.authorization === '') delete headers.authorization
  const answer = await client.raw({ method, path, signal, ...data, headers, bearer })
  if (include) await io.write(headOf(answer.status, answer.headers))
  await printBody(io, answer.body)
  if (answer.refusal !== null) throw answer.refusal
}

/** @throws UsageError for a URL of another server */
export function urlOf(path: string, baseUrl: string): URL {
  const base = new URL(`${baseUrl}/`)
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) {
    const url = URL.canParse(path) ? new URL(path) : null
    if (url?.origin === base.origin && url.username === '' && url.password === '') return url
    throw new UsageError(`The credential goes to ${base.origin} only, not to "${path}"`)
  }
  const prefix = base.pathname.slice(1)
  const below = path.replace(/^\/+/, '')
  return new URL(`${base.origin}/${below.startsWith(prefix) ? below : prefix + below}`)
}

/** Those that belong to the connection are none of the caller's. */
const OWN_HEADERS = /^(host|connection|keep-alive|upgrade|expect|transfer-encoding|content-length)$/

/** @returns lower-case names */
function headersOf(given: string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((line) => {
      const [, name = '', value = ''] =
        /^([\w!#$%&'*+.^`|~-]+):\s*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? []
      if (name === '') throw new UsageError(`-H takes "Name: value", not "${line}"`)
      if (OWN_HEADERS.test(name.toLowerCase())) throw new UsageError(`${name} sets itself`)
      return [name.toLowerCase(), value.trimEnd()]
    }),
  )
}

/** What cannot be read twice is sent once. */
async function dataOf(io: Io, data: string | undefined): Promise<Pick<Call, 'body' | 'retry'>> {
  if (data === undefined) return {}
  if (data === '@-') return { body: { sizeBytes: null, open: () => io.stdin }, retry: false }
  if (data.startsWith('@')) return { body: await fileBody(data.slice(1)) }
  const bytes = Buffer.from(data)
  const open = async function* () {
    yield bytes
  }
  return { body: { sizeBytes: bytes.length, open } }
}

async function fileBody(path: string): Promise<NonNullable<Call['body']>> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new UsageError(`${path}: ${toUsageError(error, path).message}`)
  })
  if (stats.isDirectory()) throw new UsageError(`${path}: a folder`)
  const open = () => createReadStream(path)
  return { sizeBytes: stats.isFile() ? stats.size : null, open }
}

function headOf(status: number, headers: HeaderMap): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  )
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines, '', ''].join(
    '\r\n',
  )
}

/** Byte for byte, but on a terminal without what could take it over. */
async function printBody(io: Io, body: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = io.stdout.isTTY === true ? new TextDecoder() : null
  let last = '\n'
  for await (const bytes of body) {
    if (decoder === null) await io.writeBytes(bytes)
    else {
      const text = decoder.decode(bytes, { stream: true })
      await io.write(text)
      last = text.at(-1) ?? last
    }
  }
  if (decoder !== null && last !== '\n') await io.write('\n')
}
