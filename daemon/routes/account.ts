// /account
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../hooks/auth.ts'
import { getAccount } from '../service/account.ts'
import type { Service } from '../service/parts.ts'

export function registerAccount(app: FastifyInstance, service: Service): void {
  app.get('/account', { config: { scope: 'transcriptions:read' } }, (request) =>
    getAccount(service, callerOf(request)),
  )
}
