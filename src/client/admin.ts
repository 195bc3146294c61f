// The administration of a running daemon as methods, one per endpoint of /admin. It stands beside
// the API, not below /v1, and takes the local key only; so no remote server is ever asked.

import type { CredentialView, Delivery, TeamInput, TeamView } from '../api/local.ts'
import type { ApiScope } from '../api/scopes.ts'
import { UsageError } from '../errors.ts'
import { jsonOf } from './answers.ts'
import { type Call, Http, type HttpOptions } from './http.ts'

export interface ListOf<T> {
  object: 'list'
  data: T[]
}

export interface TokenInput {
  team_id?: string
  scopes: readonly ApiScope[]
  /** Seconds from now; absent for ever. */
  expires_in?: number
}

export class Admin {
  readonly #http: Http
  readonly #signal: AbortSignal

  /** @param options the daemon's base URL, with or without its /v1, and the local key */
  constructor(options: HttpOptions, signal: AbortSignal) {
    this.#http = new Http({ ...options, baseUrl: new URL('/admin', options.baseUrl).href })
    this.#signal = signal
  }

  teams() {
    return this.#json<ListOf<TeamView>>('GET', '/teams')
  }

  createTeam(json: TeamInput) {
    return this.#json<Pick<TeamView, 'team_id' | 'user_id'>>('POST', '/teams', { json })
  }

  /** @throws ApiError not_found, as whatever takes a team does */
  updateTeam(id: string, json: TeamInput) {
    return this.#json<TeamView>('PATCH', `/teams/${checkedId(id)}`, { json })
  }

  /** Keys and tokens, of all teams when none is named. */
  credentials(team_id: string | undefined) {
    return this.#json<ListOf<CredentialView>>('GET', '/keys', { query: { team_id } })
  }

  createKey(json: { team_id?: string; name?: string }) {
    return this.#json<{ id: string; key: string }>('POST', '/keys', { json })
  }

  createToken(json: TokenInput) {
    return this.#json<{ id: string; token: string }>('POST', '/tokens', { json })
  }

  async revoke(kind: 'key' | 'token', id: string): Promise<void> {
    await this.#send('DELETE', `/${kind}s/${checkedId(id)}`)
  }

  secret(team_id: string | undefined) {
    return this.#json<{ signing_secret: string }>('GET', '/secret', { query: { team_id } })
  }

  rotateSecret(team_id: string | undefined) {
    return this.#json<{ signing_secret: string }>('POST', '/secret/rotate', { query: { team_id } })
  }

  /** Newest first, of all transcriptions when none is named. */
  deliveries(transcription_id: string | undefined) {
    return this.#json<ListOf<Delivery>>('GET', '/deliveries', { query: { transcription_id } })
  }

  retryDelivery(id: string) {
    return this.#json<Delivery>('POST', `/deliveries/${checkedId(id)}/retry`)
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  async #json<T>(
    method: Call['method'],
    path: string,
    rest: Pick<Call, 'json' | 'query'> = {},
  ): Promise<T> {
    return jsonOf<T>(await this.#send(method, path, rest))
  }

  #send(method: Call['method'], path: string, rest: Pick<Call, 'json' | 'query'> = {}) {
    return this.#http.send({ ...rest, method, path, signal: this.#signal })
  }
}

/** An id goes into a path: whatever is no plain id must not reach another one. */
function checkedId(id: string): string {
  if (/^[\w-]+$/.test(id)) return id
  throw new UsageError(`"${id}" is not an id`)
}
