// A network between the program and a daemon that a test can make slow, cut and bring back, and
// that notes what passes. Tickets name the address that a request was sent to, so everything of
// an upload comes through here.
import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestTo,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Refusal {
  status: number
  headers?: Record<string, string>
  body: string
}

export interface TestProxy {
  /** As the daemon's, but through the proxy. */
  baseUrl: string
  /** `PUT /v1/…` of every request that came, in order. */
  requests: string[]
  /** Connections that were not taken. */
  refused: number
  /** How long each piece of a request's body takes, in ms. */
  slowMs: number
  /** Looked at for each request; an answer of its own keeps it from the daemon. */
  refuse: (request: IncomingMessage) => Promise<Refusal | null> | Refusal | null
  /** Breaks all connections and takes no new ones. */
  cut(): void
  comeBack(): void
  close(): Promise<void>
}

/** @param daemonUrl base URL of the daemon */
export async function startProxy(daemonUrl: string): Promise<TestProxy> {
  const target = new URL(daemonUrl)
  const agent = new Agent()
  let down = false
  const server = createServer((request, response) => {
    proxy.requests.push(`${request.method} ${request.url}`)
    pass(request, response).catch(() => response.destroy())
  })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await proxy.refuse(request)
    if (request.destroyed) return
    if (refusal !== null) {
      // Who is still sending might not read the answer.
      await once(request.resume(), 'end')
      response.writeHead(refusal.status, refusal.headers).end(refusal.body)
      return
    }
    const { method, url, headers } = request
    const place = { host: target.hostname, port: target.port, path: url }
    const onward = requestTo({ ...place, agent, method, headers })
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy()
    })
    request.pipe(slowed()).pipe(onward)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  }

  function slowed(): Transform {
    return new Transform({
      async transform(bytes, _encoding, done) {
        if (proxy.slowMs > 0) await sleep(proxy.slowMs)
        done(null, bytes)
      },
    })
  }

  server.on('connection', (socket) => {
    if (!down) return
    proxy.refused += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: TestProxy = {
    baseUrl: `http://127.0.0.1:${port}${target.pathname}`,
    requests: [],
    refused: 0,
    slowMs: 0,
    refuse: () => null,
    cut() {
      down = true
      server.closeAllConnections()
    },
    comeBack() {
      down = false
    },
    async close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
  return proxy
}
