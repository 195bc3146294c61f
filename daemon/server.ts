// The bare HTTP server: how requests are named, how large and how slow they may be, and what
// answers those that never reach a route. It knows no routes.
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import {
  HEADERS_MAX_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_SOCKET_MS,
  JSON_MAX_BYTES,
  REQUEST_TIMEOUT_MS,
} from './config.ts'
import { answerError } from './hooks/errors.ts'
import { answerSocketError } from './hooks/socket-errors.ts'
import { logAnswer } from './hooks/watch-requests.ts'
import { newRequestId } from './ids.ts'

export function createServer(log: Logger): FastifyInstance {
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One line a request is written by hooks/watch-requests.ts instead of two by the framework.
    logController: new LogController({
      disableRequestLogging: true,
    }),
    // No logger for each request: what is logged of one names it itself.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    bodyLimit: JSON_MAX_BYTES,
    routerOptions: { maxParamLength: HEADERS_MAX_BYTES },
    connectionTimeout: IDLE_SOCKET_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 4,
      maxHeaderSize: HEADERS_MAX_BYTES,
    },
    clientErrorHandler: (error, socket) => answerSocketError(log, error, socket),
    // No hooks run for these.
    frameworkErrors(error, request, reply) {
      answerError(error, request, reply)
      logAnswer(request, reply)
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Texts of a query stay texts: nothing is coerced, dropped or made up.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  })
}
