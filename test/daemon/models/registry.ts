// A small npm registry on a real port, with one package that holds two small model files, and the
// catalogue entry that names them. What it answers can be bent to every failure a pull must bear.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import type { CatalogueEntry } from '../../../daemon/models/catalogue-entry.ts'

export const PACKAGE = '@scribe-test/model'
const VERSION = '1.2.3'

export interface Registry {
  url: string
  entry: CatalogueEntry
  /** Requests so far. */
  requests: { path: string; authorization: string | undefined }[]
  /** Changes the answer to a tarball request. */
  answerTarball: (response: ServerResponse, tarball: Buffer) => void
  /** Status of every answer when set. */
  status: number | undefined
  /** Environment that makes npm's configuration this registry and nothing of the user's. */
  env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** @param link makes the second file a symbolic link to this path */
export async function startRegistry(options: { link?: string } = {}): Promise<Registry> {
  const { tarball, entry } = await makePackage(options.link)
  const server = createServer((request, response) => answer(registry, tarball, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const home = await mkdtemp(join(tmpdir(), 'scribe-home-'))
  const registry: Registry = {
    url,
    entry,
    requests: [],
    answerTarball: (response, bytes) => response.end(bytes),
    status: undefined,
    env: {
      HOME: home,
      npm_config_userconfig: join(home, '.npmrc'),
      npm_config_globalconfig: join(home, 'global-npmrc'),
      npm_config_registry: url,
      npm_config_fetch_retries: '0',
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(home, { recursive: true })
    },
  }
  return registry
}

function answer(
  registry: Registry,
  tarball: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  registry.requests.push({
    path: decodeURIComponent(request.url ?? ''),
    authorization: request.headers.authorization,
  })
  if (registry.status !== undefined) response.writeHead(registry.status).end('{}')
  else if (request.url?.endsWith('.tgz')) registry.answerTarball(response, tarball)
  else {
    const { source } = registry.entry
    const integrity = source.kind === 'npm' ? source.integrity : ''
    const dist = { tarball: `${registry.url}model.tgz`, integrity }
    const version = { name: PACKAGE, version: VERSION, dist }
    const versions = { [VERSION]: version }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: PACKAGE, 'dist-tags': { latest: VERSION }, versions }))
  }
}

async function makePackage(link: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-package-'))
  const contents = { first: Buffer.alloc(300_000, 'first '), second: Buffer.from('second') }
  await mkdir(join(folder, 'package'))
  await writeFile(join(folder, 'package/first.onnx'), contents.first)
  if (link === undefined) await writeFile(join(folder, 'package/second.txt'), contents.second)
  else await symlink(link, join(folder, 'package/second.txt'))
  await writeFile(join(folder, 'package/unwanted.bin'), 'not asked for')
  const chunks: Buffer[] = []
  for await (const chunk of create({ cwd: folder, gzip: true }, ['package'])) chunks.push(chunk)
  await rm(folder, { recursive: true })
  const tarball = Buffer.concat(chunks)
  const file = (source: string, bytes: Buffer) => ({
    source,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const entry: CatalogueEntry = {
    name: 'small-model',
    role: 'speech',
    description: 'Two small files',
    languages: ['en'],
    licence: 'MIT',
    version: VERSION,
    source: {
      kind: 'npm',
      package: PACKAGE,
      version: VERSION,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      bytes: tarball.length,
    },
    files: {
      first: file('package/first.onnx', contents.first),
      second: file('package/second.txt', contents.second),
    },
    requires: [],
  }
  return { tarball, entry }
}
