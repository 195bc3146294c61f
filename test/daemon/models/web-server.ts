// A small place of models on a real port: two files at addresses such as a hub has, with ETags and
// ranges, behind a redirect. What it answers can be bent to every failure a pull must bear.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CatalogueEntry } from '../../../daemon/models/catalogue-entry.ts'

const FIRST = '/maker/model/resolve/abc/first.onnx'
const SECOND = '/maker/model/resolve/abc/second.txt'

export interface ModelServer {
  url: string
  entry: CatalogueEntry
  /** What is served, by path; a changed file gets another ETag. */
  files: Record<string, Buffer>
  /** Requests for bytes so far: path and Range. */
  requests: { path: string; range: string | undefined }[]
  /** Breaks the connection after so many bytes of an answer's body, once. */
  breakAfter: number | undefined
  /** Status of every answer when set. */
  status: number | undefined
  /** Answers without ETag when false. */
  marks: boolean
  close(): Promise<void>
}

/** @param pinned whether the catalogue knows the checksums */
export async function startModelServer(pinned = true): Promise<ModelServer> {
  const files = { [FIRST]: Buffer.alloc(300_000, 'first '), [SECOND]: Buffer.from('second') }
  const server = createServer((request, response) => answer(models, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const models: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entry: entryOf(files, pinned),
    files,
    requests: [],
    breakAfter: undefined,
    status: undefined,
    marks: true,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return models
}

function entryOf(files: Record<string, Buffer>, pinned: boolean): CatalogueEntry {
  const file = (path: string) => {
    const bytes = files[path] ?? Buffer.alloc(0)
    const sums = { bytes: bytes.length, sha256: sum(bytes) }
    return { source: path.slice(1), ...(pinned ? sums : {}) }
  }
  return {
    name: 'web-model',
    role: 'speech',
    description: 'Two small files',
    languages: ['en'],
    licence: 'MIT',
    version: 'abc-1',
    source: { kind: 'web' },
    files: { first: file(FIRST), second: file(SECOND) },
    requires: [],
  }
}

function answer(models: ModelServer, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  if (models.status !== undefined) {
    response.writeHead(models.status).end()
    return
  }
  if (!path.startsWith('/store')) {
    response.writeHead(302, { location: `/store${path}` }).end()
    return
  }
  const bytes = models.files[path.slice('/store'.length)]
  if (bytes === undefined) {
    response.writeHead(404).end()
    return
  }
  const { range, 'if-range': known } = request.headers
  models.requests.push({ path: path.slice('/store'.length), range })
  const etag = `"${sum(bytes)}"`
  if (models.marks) response.setHeader('etag', etag)
  const from = range !== undefined && known === etag ? Number(/\d+/.exec(range)?.[0]) : 0
  send(models, response, bytes, from)
}

function send(models: ModelServer, response: ServerResponse, bytes: Buffer, from: number): void {
  const body = bytes.subarray(from)
  response.setHeader('content-length', body.length)
  if (from > 0) {
    response.setHeader('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`)
    response.statusCode = 206
  }
  const cut = models.breakAfter
  if (cut === undefined || cut >= body.length) {
    response.end(body)
    return
  }
  models.breakAfter = undefined
  response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 50))
}

function sum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
