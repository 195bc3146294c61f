import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { reserve } from '../../support/uploads.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const SEGMENT = { start: 0, end: 2, text: 'Hi.', speaker: null, language: 'en' }
const SCRIPT = { duration: 60, segments: [SEGMENT] }
const UPLOAD = { json: { upload: { filename: 'a.wav', size: 10 } } }

describe('teams', () => {
  it('see nothing of each other: every endpoint answers 404 to a foreign id', async () => {
    const mine = await reserve(daemon, 10)
    const other = daemon.as((await daemon.newTeam()).key)
    const path = `/transcriptions/${mine.id}`
    const errors = await Promise.all(
      [
        other.request('GET', path),
        other.request('GET', `${path}?include_deleted=true`),
        other.request('DELETE', path),
        other.request('GET', `${path}/upload`),
        other.request('POST', `${path}/upload/complete`),
        other.request('GET', `${path}/progress`),
      ].map(async (answer) => errorOf(await answer)),
    )

    expect(errors.map(({ http, code }) => `${http} ${code}`)).toEqual(
      errors.map(() => '404 not_found'),
    )
    expect((await daemon.get(mine.id)).status).toBe('awaiting_upload')
  })

  it('may use the same Idempotency-Key for different things', async () => {
    const other = daemon.as((await daemon.newTeam()).key)
    const headers = { 'idempotency-key': 'shared' }
    const mine = await reserve(daemon, 10, headers)
    const theirs = await reserve(other, 20, headers)

    expect(theirs.id).not.toBe(mine.id)
  })
})

describe('credentials', () => {
  it('a token without the scope is refused with insufficient_scope', async () => {
    const scopes = ['transcriptions:read']
    const { token } = await daemon.own<{ token: string }>('POST', '/admin/tokens', { scopes })
    const reader = daemon.as(token)
    const refused = await errorOf(await reader.request('POST', '/transcriptions', UPLOAD))

    expect((await reader.request('GET', '/account')).status).toBe(200)
    expect(refused).toMatchObject({ http: 403, code: 'insufficient_scope', retryable: false })
  })

  it('a token with only the write scope cannot read', async () => {
    const scopes = ['transcriptions:write']
    const { token } = await daemon.own<{ token: string }>('POST', '/admin/tokens', { scopes })
    const refused = await errorOf(await daemon.as(token).request('GET', '/account'))

    expect(refused).toMatchObject({ http: 403, code: 'insufficient_scope' })
  })

  it('a token ends when its time is over', async () => {
    const input = { scopes: ['transcriptions:read'], expires_in: 1 }
    const { token } = await daemon.own<{ token: string }>('POST', '/admin/tokens', input)
    const before = await daemon.as(token).request('GET', '/account')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const after = await daemon.as(token).request('GET', '/account')

    expect([before.status, after.status]).toEqual([200, 401])
  })

  it('a revoked key ends at once', async () => {
    const { id, key } = await daemon.own<{ id: string; key: string }>('POST', '/admin/keys', {})
    const before = await daemon.as(key).request('GET', '/account')
    await daemon.own('DELETE', `/admin/keys/${id}`)
    const after = await daemon.as(key).request('GET', '/account')

    expect([before.status, after.status]).toEqual([200, 401])
  })

  it('only the local key administers', async () => {
    const { key } = await daemon.newTeam()
    const url = new URL('/admin/teams', daemon.baseUrl)
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })

    expect(await errorOf(response)).toMatchObject({ http: 403, code: 'insufficient_scope' })
  })

  it('an unverified email address cannot create, but can read', async () => {
    const { key } = await daemon.newTeam({ verified: false })
    const team = daemon.as(key)
    const refused = await errorOf(await team.request('POST', '/transcriptions', UPLOAD))

    expect(refused).toMatchObject({ http: 403, code: 'email_not_verified' })
    expect((await team.request('GET', '/transcriptions')).status).toBe(200)
  })
})

describe('limits', () => {
  it('every authenticated answer counts down, and the one too many is 429 with Retry-After', async () => {
    const { key } = await daemon.newTeam({ requests_per_minute: 3 })
    const team = daemon.as(key)
    const answers = []
    for (const path of ['/account', '/transcriptions/none', '/nowhere', '/account']) {
      answers.push(await team.request('GET', path))
    }
    const headers = answers.map(({ status, headers }) => [
      status,
      headers.get('x-ratelimit-limit'),
      headers.get('x-ratelimit-remaining'),
    ])
    const last = answers[3] as Response

    expect(headers).toEqual([
      [200, '3', '2'],
      [404, '3', '1'],
      [404, '3', '0'],
      [429, '3', '0'],
    ])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await errorOf(last)).toMatchObject({ code: 'rate_limited', retryable: true })
  })

  it('one active job too many is 429 too_many_active_jobs, until one has ended', async () => {
    const { key } = await daemon.newTeam({ max_active_jobs: 1 })
    const team = daemon.as(key)
    const first = await reserve(team, 10)
    const second = await team.request('POST', '/transcriptions', UPLOAD)
    const waitSeconds = Number(second.headers.get('retry-after'))
    await team.request('DELETE', `/transcriptions/${first.id}`)
    const third = await team.request('POST', '/transcriptions', UPLOAD)

    expect(await errorOf(second)).toMatchObject({ http: 429, code: 'too_many_active_jobs' })
    expect(waitSeconds).toBeGreaterThan(0)
    expect(third.status).toBe(201)
  })

  it("a file over the team's own limit is 413 with that limit", async () => {
    const { key } = await daemon.newTeam({ max_file_bytes: 5 })
    const team = daemon.as(key)
    const chunked = await errorOf(await team.request('POST', '/transcriptions', UPLOAD))
    const form = new FormData()
    form.set('file', new Blob(['123456']), 'a.wav')
    const oneShot = await errorOf(await team.request('POST', '/transcriptions', { body: form }))

    expect(chunked).toMatchObject({ http: 413, code: 'media_too_large', max_bytes: 5 })
    expect(oneShot).toMatchObject({ http: 413, code: 'media_too_large', max_bytes: 5 })
  })

  it('a form beyond that limit is not told to come in chunks', async () => {
    const { key } = await daemon.newTeam({ max_file_bytes: 5 })
    const body = new FormData()
    body.set('file', new Blob(['x'.repeat(1_000_000)]), 'a.wav')
    const refused = await errorOf(await daemon.as(key).request('POST', '/transcriptions', { body }))

    expect(refused).toMatchObject({ http: 413, message: 'Files may have up to 5 bytes.' })
  })
})

describe('minutes', () => {
  const account = async (team: TestDaemon) =>
    ((await (await team.request('GET', '/account')).json()) as { minutes: object }).minutes

  it('are charged from the cycle first, then from the top-up', async () => {
    const { key } = await daemon.newTeam({ minutes: 1, topup_minutes: 5 })
    const team = daemon.as(key)
    const done = await team.submit({ ...SCRIPT, duration: 150 }, '?wait=30')

    expect(done.billed_minutes).toBe(3)
    expect(await account(team)).toMatchObject({ remaining: 3, cycle: 0, topup: 3 })
  })

  it('are returned when the job is canceled after its charge', async () => {
    const { key } = await daemon.newTeam({ minutes: 10 })
    const team = daemon.as(key)
    const running = await team.submit({ ...SCRIPT, duration: 150, holdMs: 20_000 })
    while ((await team.get(running.id)).billed_minutes === null) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const during = await account(team)
    await team.request('DELETE', `/transcriptions/${running.id}`)

    expect(during).toMatchObject({ remaining: 7 })
    expect(await account(team)).toMatchObject({ remaining: 10 })
  })

  it('that do not suffice fail the job with insufficient_minutes, uncharged', async () => {
    const { key } = await daemon.newTeam({ minutes: 2 })
    const team = daemon.as(key)
    const failed = await team.submit({ ...SCRIPT, duration: 150 }, '?wait=30')

    expect(failed).toMatchObject({ status: 'failed', error: { code: 'insufficient_minutes' } })
    expect(await account(team)).toMatchObject({ remaining: 2 })
  })

  it('that are used up are 402 before any work, for every body form', async () => {
    const { key } = await daemon.newTeam({ minutes: 0 })
    const team = daemon.as(key)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'a.wav')
    const errors = [
      await errorOf(await team.request('POST', '/transcriptions', UPLOAD)),
      await errorOf(await team.request('POST', '/transcriptions', { body: form })),
    ]

    expect(errors).toMatchObject(
      errors.map(() => ({
        http: 402,
        code: 'insufficient_minutes',
        action_url: expect.stringMatching(/^http/),
        minutes_needed: null,
        minutes_remaining: 0,
      })),
    )
  })

  it('of the top-up need a plan to be used', async () => {
    const { key } = await daemon.newTeam({ plan: false, topup_minutes: 9 })
    const team = daemon.as(key)

    expect(await account(team)).toMatchObject({ remaining: 0, topup: 9, topup_usable: false })
    expect((await team.request('POST', '/transcriptions', UPLOAD)).status).toBe(402)
  })

  it('are told by GET /account with plan, user and limits', async () => {
    const input = {
      email: 'ann@example.com',
      minutes: 7,
      requests_per_minute: 9,
      max_active_jobs: 4,
    }
    const { key } = await daemon.newTeam(input)
    const response = await daemon.as(key).request('GET', '/account')

    expect(await response.json()).toEqual({
      object: 'account',
      user: { id: expect.stringMatching(/^user_/), email: 'ann@example.com' },
      plan: { id: 'plan_local', name: 'Local' },
      minutes: {
        remaining: 7,
        cycle: 7,
        topup: 0,
        topup_usable: true,
        resets_at: expect.stringMatching(/\.\d{3}Z$/),
      },
      renews_at: expect.stringMatching(/\.\d{3}Z$/),
      limits: { requests_per_minute: 9, max_active_jobs: 4 },
    })
  })
})
