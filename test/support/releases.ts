// A place that has releases, on a real port: the newest one's address leads to a certain release by
// a redirect, and from there the bytes come from a third address, as at the real place.
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assetFor, thisMachine } from '../../daemon/tools/asset.ts'

export interface Releases {
  /** For SCRIBE_YTDLP_RELEASES. */
  url: string
  /** Paths that were asked for. */
  asked: string[]
  /** What the release's program is; a script that prints its version at first. */
  program: string
  /** What the checksums name; the program's own when null. */
  sum: string | null
  /** Answers for the program in place of sending it whole. */
  answer: ((response: ServerResponse, bytes: Buffer) => void) | null
  close(): Promise<void>
}

export const versionScript = (version: string) => `#!/bin/sh\necho ${version}\n`

export async function startReleases(version: string): Promise<Releases> {
  const asset = assetFor(thisMachine())
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    releases.asked.push(path)
    const bytes = Buffer.from(releases.program)
    const to = (location: string) => response.writeHead(302, { location }).end()
    if (path === '/latest/SHA2-256SUMS') to('/of/2026.11.01/SHA2-256SUMS')
    else if (path === '/of/2026.11.01/SHA2-256SUMS') to('/bytes/1?token=x')
    else if (path === '/bytes/1?token=x') {
      const sum = releases.sum ?? createHash('sha256').update(bytes).digest('hex')
      response.end(`${'0'.repeat(64)}  other\n${sum}  ${asset}\n`)
    } else if (path === `/of/2026.11.01/${asset}`) to('/bytes/2')
    else if (path === '/bytes/2') {
      if (releases.answer !== null) return releases.answer(response, bytes)
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const releases: Releases = {
    url: `http://127.0.0.1:${port}/latest`,
    asked: [],
    program: versionScript(version),
    sum: null,
    answer: null,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return releases
}
