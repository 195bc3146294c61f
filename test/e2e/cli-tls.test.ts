// Files over https: to a daemon behind a TLS end of its own, as hosted ones are, whose certificate
// only NODE_EXTRA_CA_CERTS makes trusted.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putScript } from '../support/batch.ts'
import { Home, type Ran } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const TLS = join(import.meta.dirname, '../fixtures/tls')
const LOCALHOST = join(TLS, 'localhost.pem')

const home = new Home()
const servers: Server[] = []
let daemon: TestDaemon
let port = 0
let foreignPort = 0

beforeAll(async () => {
  daemon = await startDaemon()
  port = await serveTls('localhost')
  foreignPort = await serveTls('receiver')
  putScript(home, 'talk.wav')
})
afterAll(async () => {
  for (const server of servers) server.close()
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

/** The daemon behind TLS, with one of the fixtures' certificates. */
async function serveTls(name: string): Promise<number> {
  const [key, cert] = [`${name}-key.pem`, `${name}.pem`].map((file) =>
    readFileSync(join(TLS, file)),
  )
  const server = createServer({ key, cert }, (socket) => {
    const inner = connect(Number(new URL(daemon.baseUrl).port), '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ]) {
      one?.on('error', () => other?.destroy()).on('close', () => other?.destroy())
    }
  })
  servers.push(server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function run(args: string[], { trusted = LOCALHOST, to = port } = {}): Promise<Ran> {
  const target = { SCRIBE_BASE_URL: `https://127.0.0.1:${to}/v1`, SCRIBE_API_KEY: daemon.key }
  const trust = trusted === '' ? {} : { NODE_EXTRA_CA_CERTS: trusted }
  return home.run(args, { env: { ...target, ...trust } })
}

describe('over https', () => {
  it('upload sends every chunk, none of them in the clear', async () => {
    const script = { duration: 30, segments: [] }
    writeFileSync(home.path('film.wav'), JSON.stringify(script).padEnd(20_000_000))
    const { stdout, stderr, exitCode } = await run(['upload', 'film.wav', '--verbose'])
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/PUT https:\S+\/chunks\/1: 200/)
    expect(stderr).not.toContain('http://')
    expect(await daemon.get(stdout.trim(), '?wait=60')).toMatchObject({ status: 'completed' })
  })

  it('transcribe prints the transcript', async () => {
    const { stdout, exitCode } = await run(['transcribe', 'talk.wav', '-q'])
    expect(stdout).toContain('This is talk.wav.')
    expect(exitCode).toBe(0)
  })

  it.each([
    ['upload', ['upload', 'talk.wav']],
    ['transcribe', ['transcribe', 'talk.wav']],
  ])('%s sends nothing to a server that is not trusted, and says what helps', async (_, args) => {
    const { stdout, stderr, exitCode } = await run(args, { trusted: '' })
    expect(stderr).toContain(`Could not reach https://127.0.0.1:${port}: its certificate`)
    expect(stderr).toContain('not trusted (self-signed certificate)')
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS')
    expect(stderr).not.toContain('trying again')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  })

  it('a certificate of another host is refused, and told as that', async () => {
    const trusted = join(TLS, 'ca.pem')
    const { stderr, exitCode } = await run(['upload', 'talk.wav'], { trusted, to: foreignPort })
    expect(stderr).toContain('its certificate is for another host')
    expect(exitCode).toBe(1)
  })

  it('a server that speaks http only is told as that', async () => {
    const to = Number(new URL(daemon.baseUrl).port)
    const { stderr, exitCode } = await run(['account'], { to })
    expect(stderr).toContain('it does not speak https; is it http?')
    expect(exitCode).toBe(1)
  })
})
