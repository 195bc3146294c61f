// A daemon that lacks its model when a transcription needs it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { VAD_MODEL } from '../../../daemon/models/catalogue.ts'
import type { ProgressReport } from '../../../src/api/local.ts'
import { newFolder, removeFolders, startDaemon } from '../../support/daemon.ts'

/** A registry that sends a part of every package and then falls silent. */
let registry: Server
let address: string
let tarballs = 0

beforeAll(async () => {
  registry = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      tarballs += 1
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.write(Buffer.alloc(1_000_000))
      return
    }
    const tarball = `http://${request.headers.host}/package.tgz`
    const version = (number: string) => ({ name: 'any', version: number, dist: { tarball } })
    const versions = { '0.0.31': version('0.0.31'), '0.1.29': version('0.1.29') }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'any', 'dist-tags': {}, versions }))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo
  address = `http://127.0.0.1:${port}/`
})

afterEach(() => vi.unstubAllEnvs())

afterAll(async () => {
  registry.closeAllConnections()
  registry.close()
  await removeFolders()
})

it('fails a transcription with the reason why it cannot be had, and what helps', async () => {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  vi.stubEnv('npm_config_fetch_retries', '0')
  const offline = await startDaemon({ cacheDir: await newFolder() })
  const { id } = await offline.submit({ duration: 10 })
  const { status, error } = await offline.get(id, '?wait=20')
  await offline.stop()
  expect(status).toBe('failed')
  expect(error).toMatchObject({
    code: 'transcription_failed',
    message: expect.stringMatching(/could not reach the npm registry .*`scribe models pull /),
  })
})

it('pulls it once for all who need it, and tells who waits how far it is', async () => {
  vi.stubEnv('npm_config_registry', address)
  const daemon = await startDaemon({ cacheDir: await newFolder() })
  const [first, second] = [
    await daemon.submit({ duration: 10 }),
    await daemon.submit({ duration: 10 }),
  ]
  const path = `/transcriptions/${first.id}/progress?wait=30`
  let known = ''
  let report: ProgressReport
  do {
    report = (await (await daemon.request('GET', `${path}${known}`)).json()) as ProgressReport
    known = `&status=${report.status}&processed_seconds=${report.processed_seconds}`
  } while (report.pulling === undefined)
  expect(report).toMatchObject({
    status: 'transcribing',
    pulling: { model: VAD_MODEL, total_bytes: 5_471_324 },
  })
  expect(tarballs).toBeLessThanOrEqual(1)
  for (const { id } of [first, second]) await daemon.request('DELETE', `/transcriptions/${id}`)
  await daemon.stop()
})
