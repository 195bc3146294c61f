import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'

let daemon: TestDaemon
let key: string
beforeAll(async () => {
  daemon = await startDaemon()
  key = (await daemon.newTeam({ minutes: 5 })).key
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const page = { 'sec-fetch-site': 'same-origin' }

/** A request as a browser makes it: with the cookie and the headers that say where it comes from. */
function browse(
  method: string,
  path: string,
  { cookie = '', from = page, json }: { cookie?: string; from?: object; json?: unknown } = {},
): Promise<Response> {
  return fetch(new URL(path, daemon.baseUrl), {
    method,
    headers: {
      ...(from as Record<string, string>),
      ...(cookie === '' ? {} : { cookie }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
}

async function signIn(apiKey = key): Promise<{ cookie: string; id: string; attributes: string }> {
  const response = await browse('POST', '/dashboard/session', { json: { api_key: apiKey } })
  const attributes = response.headers.get('set-cookie') ?? ''
  const { id } = (await response.json()) as { id: string }
  return { cookie: attributes.split(';')[0] ?? '', id, attributes }
}

describe('the login session', () => {
  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    const { attributes } = await signIn()

    expect(attributes).toMatch(/HttpOnly/)
    expect(attributes).toMatch(/SameSite=Strict/)
  })

  it('needs a valid API key', async () => {
    const json = { api_key: 'svc_wrong' }
    const response = await browse('POST', '/dashboard/session', { json })

    expect(await errorOf(response)).toMatchObject({ http: 401, code: 'unauthorized' })
  })

  it("may call the API from this server's own pages", async () => {
    const { cookie } = await signIn()
    const json = { upload: { filename: 'a.wav', size: 10 } }
    const created = await browse('POST', '/v1/transcriptions', { cookie, json })

    expect((await browse('GET', '/v1/account', { cookie })).status).toBe(200)
    expect(created.status).toBe(201)
  })

  it.each([
    ['another site says so itself', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['the origin is another', { origin: 'https://evil.example' }],
    ['the origin is opaque', { origin: 'null' }],
    ['nothing says where it comes from', {}],
  ])('is refused when %s: 403 forbidden_origin', async (_what, from) => {
    const { cookie } = await signIn()
    const json = { upload: { filename: 'a.wav', size: 10 } }
    const response = await browse('POST', '/v1/transcriptions', { cookie, from, json })

    expect(await errorOf(response)).toMatchObject({ http: 403, code: 'forbidden_origin' })
  })

  it('does not matter to requests that carry a bearer credential', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const response = await daemon.as(key).request('GET', '/account', { headers })

    expect(response.status).toBe(200)
  })

  it('ends at once when it is signed out', async () => {
    const { cookie, id } = await signIn()
    await browse('DELETE', `/dashboard/session/${id}`, { cookie })

    expect((await browse('GET', '/v1/account', { cookie })).status).toBe(401)
  })
})

describe('the dashboard', () => {
  it('makes keys, shows each once, and revokes them', async () => {
    const { cookie } = await signIn()
    const made = await browse('POST', '/dashboard/keys', { cookie, json: { name: 'ci' } })
    const { id, key: secret } = (await made.json()) as { id: string; key: string }
    const listed = await (await browse('GET', '/dashboard/keys', { cookie })).text()
    const before = await daemon.as(secret).request('GET', '/account')
    await browse('DELETE', `/dashboard/keys/${id}`, { cookie })
    const after = await daemon.as(secret).request('GET', '/account')

    expect(listed).toContain(id)
    expect(listed).not.toContain(secret)
    expect([before.status, after.status]).toEqual([200, 401])
  })

  it("reaches the own team's keys only", async () => {
    const { cookie } = await signIn()
    const foreign = await daemon.own<{ id: string }>('POST', '/admin/keys', {})
    const response = await browse('DELETE', `/dashboard/keys/${foreign.id}`, { cookie })

    expect(await errorOf(response)).toMatchObject({ http: 404, code: 'not_found' })
  })

  it('reveals and rotates the signing secret', async () => {
    const { cookie } = await signIn()
    const shown = await (await browse('GET', '/dashboard/secret', { cookie })).json()
    const rotated = await (await browse('POST', '/dashboard/secret/rotate', { cookie })).json()
    const again = await (await browse('GET', '/dashboard/secret', { cookie })).json()

    expect(shown).toEqual({ signing_secret: expect.stringMatching(/^whsec_/) })
    expect(again).toEqual(rotated)
    expect(rotated).not.toEqual(shown)
  })

  it('buys a top-up, which needs a plan', async () => {
    const { cookie } = await signIn()
    const planless = await signIn((await daemon.newTeam({ plan: false })).key)
    const json = { minutes: 30 }
    const bought = await browse('POST', '/dashboard/topups', { cookie, json })
    const refused = await browse('POST', '/dashboard/topups', { cookie: planless.cookie, json })

    expect(await bought.json()).toEqual({ topup: 30 })
    expect(await errorOf(refused)).toMatchObject({ http: 402, code: 'no_active_plan' })
  })
})
