import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLocalSocket } from '../../../daemon/io/local-socket.ts'

let dir = ''
let server: Server
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'scribe-socket-'))
  server = createServer((_request, response) => response.end('here'))
})
afterEach(() => rmSync(dir, { recursive: true }))

async function ask(socketPath: string): Promise<string> {
  const asked = request({ socketPath, path: '/', agent: false }).end()
  const [response] = await once(asked, 'response')
  return (await response.toArray()).join('')
}

describe.skipIf(process.platform === 'win32')('the local socket', () => {
  it('leads to the server, for the owner of the folder only, until it is closed', async () => {
    const socket = await openLocalSocket(dir, server)
    const path = join(dir, 'daemon.sock')
    expect(socket?.path).toBe(path)
    expect(await ask(path)).toBe('here')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await socket?.close()
    await expect(ask(path)).rejects.toThrow('ENOENT')
  })

  it('takes the place of what a crash left', async () => {
    writeFileSync(join(dir, 'daemon.sock'), '')
    const socket = await openLocalSocket(dir, server)
    expect(await ask(join(dir, 'daemon.sock'))).toBe('here')
    await socket?.close()
  })

  it('has closed when the answers under way have come to their end', async () => {
    const order: string[] = []
    const socket = await openLocalSocket(dir, server)
    server.removeAllListeners('request').on('request', async (_request, response) => {
      const closed = socket?.close().then(() => order.push('closed'))
      await new Promise((later) => setTimeout(later, 50))
      order.push('answered')
      response.setHeader('connection', 'close').end('late')
      await closed
    })
    expect(await ask(join(dir, 'daemon.sock'))).toBe('late')
    await expect.poll(() => order).toEqual(['answered', 'closed'])
  })

  it('is left out in a folder whose path is too long for one', async () => {
    const deep = join(dir, 'x'.repeat(100))
    mkdirSync(deep)
    expect(await openLocalSocket(deep, server)).toBeNull()
  })
})
