// What never becomes a request: lines that are no HTTP, headers that are too large or that take
// too long. Node hands over the bare socket; the answer is the same envelope as everywhere.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { ApiError } from '../../src/api/errors.ts'
import { newRequestId } from '../ids.ts'

/** For Fastify's clientErrorHandler. */
export function answerSocketError(
  log: Logger,
  error: Error & { code?: string },
  socket: Socket,
): void {
  const { status, message } = verdictOn(error)
  const id = newRequestId()
  log.info({ request_id: id, status, code: error.code }, 'no request')
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(new ApiError('invalid_request', message).envelope())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${id}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  // Ends the connection with the answer; what the other side still sends is not read.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function verdictOn({ code }: { code?: string }): { status: number; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The headers of the request are too large.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request did not arrive in time.' }
    default:
      return { status: 400, message: 'This is not a request that can be read as HTTP.' }
  }
}
