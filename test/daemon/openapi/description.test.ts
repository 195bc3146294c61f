import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { build } from 'esbuild'
import { execa } from 'execa'
import openapiTs from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'

interface Described {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, { operationId: string; security: object[] }>>
  webhooks: Record<string, object>
}

/** What test/fixtures/openapi/client.ts tells of its doings. */
type Report = { reserved: { id: string }; listed: string[] }

let daemon: TestDaemon
let source: string
let folder: string
beforeAll(async () => {
  daemon = await startDaemon()
  source = await (await fetch(`${daemon.baseUrl}/openapi.json`)).text()
  await mkdir('.cache', { recursive: true })
  folder = await mkdtemp(join('.cache', 'generated-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await daemon.stop()
  await removeFolders()
})

describe('/openapi.json', () => {
  it('describes every endpoint of the API, version 1.0.0, and none of the extras', () => {
    const { openapi, info, paths, webhooks } = JSON.parse(source) as Described
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )

    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0'])
    expect(operations.sort()).toEqual([
      'DELETE /transcriptions/{id}',
      'GET /account',
      'GET /transcriptions',
      'GET /transcriptions/{id}',
      'GET /transcriptions/{id}/upload',
      'POST /transcriptions',
      'POST /transcriptions/{id}/upload/complete',
      'PUT /transcriptions/{id}/upload/chunks/{index}',
    ])
    expect(Object.keys(webhooks)).toEqual(['transcription.completed', 'transcription.failed'])
  })

  it('asks for the bearer credential with its scope everywhere but for a chunk', () => {
    const { paths } = JSON.parse(source) as Described
    const security = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation.security])

    expect(Object.fromEntries(security)).toEqual({
      createTranscription: [{ bearer: ['transcriptions:write'] }],
      listTranscriptions: [{ bearer: ['transcriptions:read'] }],
      getTranscription: [{ bearer: ['transcriptions:read'] }],
      deleteTranscription: [{ bearer: ['transcriptions:write'] }],
      putUploadChunk: [{ uploadToken: [] }],
      getUpload: [{ bearer: ['transcriptions:read'] }],
      completeUpload: [{ bearer: ['transcriptions:write'] }],
      getAccount: [{ bearer: ['transcriptions:read'] }],
    })
  })

  it('is kept by every endpoint: 401 without a credential, 403 without the scope', async () => {
    const { paths } = JSON.parse(source) as Described
    const tokens: Record<string, string> = {}
    for (const scope of ['transcriptions:read', 'transcriptions:write']) {
      const made = await daemon.own<{ token: string }>('POST', '/admin/tokens', { scopes: [scope] })
      tokens[scope] = made.token
    }
    const wrong: Record<string, string | undefined> = {
      'transcriptions:read': tokens['transcriptions:write'],
      'transcriptions:write': tokens['transcriptions:read'],
    }
    const answers = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(async ([method, { security }]) => {
        const [{ bearer }] = security as [{ bearer?: string[] }]
        if (bearer === undefined) return []
        const url = daemon.baseUrl + path.replace('{id}', 'tr_1')
        const authorization = `Bearer ${wrong[bearer[0] ?? '']}`
        const open = await fetch(url, { method })
        const weak = await fetch(url, { method, headers: { authorization } })
        return [`${open.status} ${weak.status}`]
      }),
    )

    expect((await Promise.all(answers)).flat()).toEqual(Array(7).fill('401 403'))
  })

  it("passes a public linter's strictest rules", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lintFromString({ source, config })

    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('gives a generated client that compiles strictly and works', async () => {
    await writeFile(join(folder, 'api.ts'), await openapiTs(JSON.parse(source)))
    await cp('test/fixtures/openapi/client.ts', join(folder, 'client.ts'))
    const strict = ['--strict', '--noEmit', '--skipLibCheck', '--ignoreConfig']
    const modules = ['--module', 'nodenext', '--target', 'es2023', '--allowImportingTsExtensions']
    const compiled = await execa(
      'node_modules/.bin/tsc',
      [...strict, ...modules, '--lib', 'es2023,dom,dom.iterable', join(folder, 'client.ts')],
      { reject: false },
    )
    expect(compiled.stdout).toBe('')

    const outfile = join(folder, 'client.mjs')
    await build({ entryPoints: [join(folder, 'client.ts')], bundle: true, format: 'esm', outfile })
    const { useApi } = (await import(pathToFileURL(outfile).href)) as {
      useApi(baseUrl: string, key: string, file: Uint8Array): Promise<Report>
    }
    const segment = { start: 0, end: 2, text: 'By a client.', speaker: null, language: 'en' }
    const script = JSON.stringify({ duration: 10, segments: [segment] })
    const report = await useApi(daemon.baseUrl, daemon.key, new TextEncoder().encode(script))

    expect(report).toMatchObject({
      reserved: { status: 'awaiting_upload', reused: false },
      queued: 'queued',
      text: 'By a client.',
      remaining: expect.any(Number),
      refused: { status: 422, code: 'invalid_request', params: ['limit'] },
    })
    expect(report.listed).toContain(report.reserved.id)
  })
})
