// A server that gives prepared answers, one request after the other: what a real daemon cannot be
// made to do, such as refusing for the moment, breaking connections, or being no API at all.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

export interface ScriptedServer {
  baseUrl: string
  /** All requests so far. */
  seen: IncomingMessage[]
  close(): void
}

/** @param replies in the order of the requests; the last one for ever */
export async function serve(replies: Reply[], port = 0): Promise<ScriptedServer> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    replies[Math.min(seen.length, replies.length) - 1]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers 200 with this document. */
export function json(document: unknown): Reply {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(document))
  }
}

/** Answers with the API's error envelope. */
export function refusal(
  status: number,
  error: { code: string; message: string; retryable: boolean },
  headers: Record<string, string> = {},
): Reply {
  return (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error }))
}

/** Takes the request and breaks the connection. */
export const broken: Reply = (request) => request.socket.destroy()

export const busy = refusal(503, {
  ...{ code: 'service_unavailable', message: 'Busy.', retryable: true },
})
