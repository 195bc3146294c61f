// What a command gives to the daemon of its machine by name instead of sending it arrives whole, by
// every way a file is given; and is sent where the daemon cannot read it.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DaemonFile } from '../../src/api/local.ts'
import { LOCAL_FILE_HEADER } from '../../src/api/local-file.ts'
import { Home, MEDIA } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon
let env: NodeJS.ProcessEnv = {}
beforeAll(async () => {
  daemon = await startDaemon()
  env = { SCRIBE_DATA_DIR: daemon.dataDir }
  // Keeps the only worker busy, so that what was uploaded stays on the disk.
  await daemon.submit({ duration: 1, holdMs: 3_600_000 })
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

function newFile(name: string): string {
  writeFileSync(home.path(name), randomBytes(20_000_000))
  return home.path(name)
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

function expectWhole(file: string, id: string): void {
  expect(sha256(join(daemon.dataDir, 'media', `${id.trim()}.wav`))).toBe(sha256(file))
}

/** How often the file was named, and how many chunks were sent, by a trace. */
function waysOf(trace: string): { named: number; sent: number } {
  const lengths = trace.match(/^> {3}content-length: \d{6,}$/gm) ?? []
  const names = trace.match(new RegExp(`^> {3}${LOCAL_FILE_HEADER}: `, 'gm')) ?? []
  return { named: names.length, sent: lengths.length }
}

describe.skipIf(process.platform === 'win32')('a file of this machine', () => {
  it('is named, not sent', async () => {
    const file = newFile('a name\n#.wav')
    const { exitCode, stdout, stderr } = await home.run(['upload', file, '--debug'], { env })
    expect(exitCode).toBe(0)
    expect(waysOf(stderr)).toEqual({ named: 1, sent: 0 })
    expectWhole(file, stdout)
  })

  it('is named from a pipe into stdin too, where systems have a name for that', async () => {
    const speech = readFileSync(join(MEDIA, 'speech.wav'))
    const args = ['transcribe', '-', '--no-wait', '--debug']
    const { stdout, stderr } = await home.run(args, { env, input: speech })
    const linux = process.platform === 'linux'
    expect(waysOf(stderr)).toEqual(linux ? { named: 1, sent: 0 } : { named: 0, sent: 1 })
    expectWhole(join(MEDIA, 'speech.wav'), stdout)
  })

  it('is sent to a daemon that is reached by its port', async () => {
    const file = newFile('port.wav')
    const target = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
    const { stdout, stderr } = await home.run(['upload', file, '--debug'], { env: target })
    expect(waysOf(stderr)).toEqual({ named: 0, sent: 3 })
    expectWhole(file, stdout)
  })

  it('is sent, without a word, to an older daemon that knows no names', async () => {
    const file = newFile('older.wav')
    const older = await olderDaemon()
    const { exitCode, stdout, stderr } = await home.run(['upload', file], { env })
    await older.close()
    expect(exitCode).toBe(0)
    expect(stderr).not.toMatch(/name|retry|again/i)
    expectWhole(file, stdout)
  })
})

/** Puts a socket before the daemon's that has no route for names. */
async function olderDaemon(): Promise<{ close(): Promise<void> }> {
  const path = join(daemon.dataDir, 'daemon.json')
  const told = readFileSync(path, 'utf8')
  const { socket_path: own, ...rest }: DaemonFile = JSON.parse(told)
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const path = url?.replace(/\/file$/, '/unknown')
    const onward = request({ socketPath: own ?? '', method, path, headers, agent: false })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  const socket_path = home.path('older.sock')
  server.listen(socket_path)
  await once(server, 'listening')
  writeFileSync(path, JSON.stringify({ ...rest, socket_path }))
  return {
    async close() {
      writeFileSync(path, told)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
