// Administration of a running daemon, as scripts and people use it: the real program against a
// real daemon process, the same for the whole file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CredentialView, Delivery, TeamView } from '../../src/api/local.ts'
import { SIGNATURE_HEADER, verifySignature } from '../../src/api/signature.ts'
import { eventually, Home, MEDIA } from '../support/cli.ts'
import { startReceiver, statuses } from '../support/receiver.ts'

const home = new Home()
let baseUrl = ''

beforeAll(async () => {
  const flags = ['--port', '0', '--workers', '1', '--allow-private-webhooks']
  const start = ['daemon', 'start', '--json', ...flags, '--webhook-waits', '600']
  baseUrl = JSON.parse((await home.run(start)).stdout).base_url
})
afterAll(() => home.remove())

const daemon = (...args: string[]) => home.run(['daemon', ...args])

/** The answer under --json. */
async function json<T>(...args: string[]): Promise<T> {
  const { stdout, stderr } = await daemon(...args, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

async function bare(...args: string[]): Promise<string> {
  return (await daemon(...args)).stdout.trim()
}

/** The API's status for a request with this credential. */
async function statusWith(credential: string, path: string, method = 'GET'): Promise<number> {
  const headers = { authorization: `Bearer ${credential}` }
  return (await fetch(baseUrl + path, { method, headers })).status
}

interface Listed<T> {
  object: 'list'
  data: T[]
}

const localKey = () => readFileSync(join(home.data, 'api-key'), 'utf8').trim()

/** What the daemon itself answers, to hold the program's words against. */
async function listed<T>(path: string): Promise<T[]> {
  const headers = { authorization: `Bearer ${localKey()}` }
  const answer = await fetch(new URL(`/admin/${path}`, baseUrl), { headers })
  return ((await answer.json()) as Listed<T>).data
}

async function teamOf(id: string): Promise<TeamView | undefined> {
  return (await listed<TeamView>('teams')).find(({ team_id }) => team_id === id)
}

describe('scribe daemon team', () => {
  it('create makes a team as its flags say', async () => {
    const made = await json<TeamView>(
      ...['team', 'create', '--name', 'Research', '--email', 'ann@example.org', '--unverified'],
      ...['--no-plan', '--minutes', '600', '--topup-minutes', '30', '--max-file-bytes', '1000'],
      ...['--requests-per-minute', '9', '--max-active-jobs', '0'],
    )
    expect(made).toEqual({
      team_id: expect.stringMatching(/^team_/),
      user_id: expect.stringMatching(/^user_/),
    })
    expect(await teamOf(made.team_id)).toMatchObject({
      ...{ ...made, name: 'Research', email: 'ann@example.org', verified: false, plan: null },
      ...{ minutes: 600, topup_minutes: 30, max_file_bytes: 1000 },
      ...{ requests_per_minute: 9, max_active_jobs: 0 },
    })
  })

  it('update sets what it names and leaves the rest', async () => {
    const id = await bare('team', 'create', '--name', 'Trial', '--unverified', '--no-plan')
    const before = await teamOf(id)
    const changes = ['--plan', '--verified', '--minutes', '5', '--name', 'Paid']
    const after = await json<TeamView>('team', 'update', id, ...changes)
    expect(after).toEqual({
      ...before,
      ...{ plan: expect.any(String), verified: true, minutes: 5, name: 'Paid' },
    })
    expect(await teamOf(id)).toEqual(after)
  })

  it('list prints one team a line, tab-separated, or what the daemon answers', async () => {
    const [lines, answer] = await Promise.all([bare('team', 'list'), json('team', 'list')])
    expect(lines).toMatch(/^team_\w+\tLocal\tlocal@localhost\tverified\t/)
    expect(answer).toEqual({ object: 'list', data: await listed('teams') })
  })
})

describe('scribe daemon key and token', () => {
  it('a key works for its team until it is revoked', async () => {
    const team = await bare('team', 'create', '--name', 'Keys')
    const { id, key } = await json<{ id: string; key: string }>('key', 'create', '--team', team)
    expect([id, key]).toEqual([expect.stringMatching(/^key_/), expect.stringMatching(/^svc_/)])
    const before = await statusWith(key, '/account')
    expect(await bare('key', 'revoke', id)).toBe(`${id}\trevoked`)
    expect([before, await statusWith(key, '/account')]).toEqual([200, 401])
  })

  it('create prints the bare credential, and its id on stderr', async () => {
    const [key, token] = await Promise.all([daemon('key', 'create'), daemon('token', 'create')])
    expect(key.stdout).toMatch(/^svc_[\w-]+\n$/)
    expect(key.stderr).toMatch(/key_\w+; it is shown this once/)
    expect(token.stdout).toMatch(/^svco_[\w-]+\n$/)
    expect(token.stderr).toMatch(/tok_\w+; it is shown this once/)
  })

  it('without --team they are for the team of the first start', async () => {
    const { id } = await json<{ id: string }>('key', 'create', '--name', 'laptop')
    const { data } = await json<Listed<CredentialView>>('key', 'list')
    const [local, ...others] = data
    expect(local).toMatchObject({ name: 'local' })
    expect(others.find((key) => key.id === id)).toMatchObject({
      ...{ name: 'laptop', team_id: local?.team_id, kind: 'key', revoked_at: null },
    })
  })

  it('a token has the scopes that it was made with, both when none is named', async () => {
    const scope = ['--scope', 'transcriptions:read']
    const write = ['--scope', 'transcriptions:write']
    const [reader, twice, both] = await Promise.all(
      [scope, [...scope, ...scope, ...write], []].map((flags) =>
        json<{ token: string }>('token', 'create', ...flags),
      ),
    )
    const asked = [reader, twice, both].map((made) =>
      statusWith(made?.token ?? '', '/transcriptions/tr_none', 'DELETE'),
    )
    expect(await Promise.all(asked)).toEqual([403, 404, 404])
  })

  it('a token ends by its time, or by being revoked', async () => {
    const [short, long] = await Promise.all([
      json<{ id: string; token: string }>('token', 'create', '--expires-in', '1'),
      json<{ id: string; token: string }>('token', 'create', '--expires-in', '600'),
    ])
    expect(await statusWith(long.token, '/account')).toBe(200)
    expect(await json('token', 'revoke', long.id)).toEqual({ id: long.id, revoked: true })
    expect(await statusWith(long.token, '/account')).toBe(401)
    await eventually(async () => (await statusWith(short.token, '/account')) === 401)
    const lines = (await bare('key', 'list')).split('\n')
    const states = [short, long].map(({ id }) =>
      lines
        .find((line) => line.startsWith(id))
        ?.split('\t')
        .slice(0, 3),
    )
    expect(states).toEqual([
      [short.id, 'token', 'expired'],
      [long.id, 'token', 'revoked'],
    ])
  })

  it('the key of this machine is not revoked, as that would lock it out', async () => {
    const local = (await listed<CredentialView>('keys')).find(({ name }) => name === 'local')
    const { stderr, exitCode } = await daemon('key', 'revoke', local?.id ?? '')
    expect(stderr).toMatch(/stop the daemon, delete the file api-key/)
    expect(exitCode).toBe(9)
    expect(await statusWith(localKey(), '/account')).toBe(200)
  })
})

describe('scribe daemon secret', () => {
  it('rotate replaces the secret of that team only', async () => {
    const team = await bare('team', 'create', '--name', 'Signed')
    const show = ['secret', 'show', '--team', team]
    const [before, own] = await Promise.all([bare(...show), bare('secret', 'show')])
    const rotated = await json('secret', 'rotate', '--team', team)
    const after = await bare(...show)
    expect(before).toMatch(/^whsec_/)
    expect(after).not.toBe(before)
    expect(rotated).toEqual({ signing_secret: after })
    expect(await bare('secret', 'show')).toBe(own)
  })
})

describe('scribe daemon deliveries', () => {
  it('list tells what came of a webhook, and retry sends it again, signed anew', async () => {
    const receiver = await startReceiver({ answer: statuses(500, 204) })
    const noMedia = join(MEDIA, 'text.mp3')
    const flags = ['--no-wait', '-q', '--webhook-url', receiver.url]
    const id = (await home.run(['transcribe', noMedia, ...flags])).stdout.trim()
    const delivery = async (status: string, attempts: number) => {
      const [found] = await listed<Delivery>(`deliveries?transcription_id=${id}`)
      return found?.status === status && found.attempts.length === attempts && found
    }
    const refused = await eventually(() => delivery('pending', 1))
    expect(refused).toMatchObject({
      ...{ object: 'delivery', transcription_id: id, status: 'pending', url: receiver.url },
      ...{ type: 'transcription.failed', next_attempt_at: expect.any(String) },
    })
    expect(await bare('deliveries', 'list', '--transcription', id)).toContain(
      `${refused.id}\tpending\ttranscription.failed\t${id}\t1\t500\t`,
    )
    const secret = await bare('secret', 'rotate')
    expect(await json('deliveries', 'retry', refused.id)).toMatchObject({ id: refused.id })
    const [, again] = await receiver.until(2)
    const header = String(again?.headers[SIGNATURE_HEADER.toLowerCase()])
    const signed = { secret, header, body: again?.body ?? '', nowSeconds: Date.now() / 1000 }
    expect(verifySignature(signed)).toBe(null)
    const delivered = await eventually(() => delivery('delivered', 2))
    expect((await json<Listed<Delivery>>('deliveries', 'list')).data).toEqual([delivered])
    expect(await bare('deliveries', 'list', '--transcription', 'tr_none')).toBe('')
  })
})

describe('administration that cannot be done', () => {
  it.each([
    [['team', 'update', 'team_none', '--minutes', '1'], 4, /no team team_none/],
    [['key', 'list', '--team', 'team_none'], 4, /no team team_none/],
    [['secret', 'rotate', '--team', 'team_none'], 4, /no team team_none/],
    [['key', 'revoke', 'key_none'], 4, /no key key_none/],
    [['token', 'revoke', 'tok_none'], 4, /no token tok_none/],
    [['deliveries', 'retry', 'dlv_none'], 4, /no delivery dlv_none/],
    [['team', 'create'], 2, /--name/],
    [['team', 'create', '--name', 'A', '--minutes', '1.5'], 2, /--minutes takes a whole number/],
    [['team', 'create', '--name', 'A', '--email', 'a'], 2, /email: /],
    [['team', 'update', 'team_none'], 2, /Nothing to change/],
    [['team', 'update', '../keys', '--minutes', '1'], 2, /"\.\.\/keys" is not an id/],
    [['token', 'create', '--scope', 'admin'], 2, /--scope takes one of transcriptions:read/],
    [['token', 'create', '--expires-in', 'soon'], 2, /--expires-in takes a whole number/],
  ])('%s exits with %i', async (args, code, reason) => {
    const { stdout, stderr, exitCode } = await daemon(...args)
    expect(stderr).toMatch(reason)
    expect(stdout).toBe('')
    expect(exitCode).toBe(code)
  })

  it('says how to start a daemon where none runs, and starts none', async () => {
    const none = ['--data-dir', home.path('none')]
    const { stderr, exitCode } = await daemon('team', 'list', ...none)
    expect(stderr).toMatch(/No daemon runs in .*none; start it with `scribe daemon start` and/)
    expect(exitCode).toBe(1)
    expect(JSON.parse((await daemon('status', '--json', ...none)).stdout).running).toBe(false)
  })

  it('finds the daemon by --data-dir, whatever the environment says', async () => {
    const args = ['daemon', 'secret', 'show', '--data-dir', home.data]
    const { stdout } = await home.run(args, { env: { SCRIBE_DATA_DIR: home.path('none') } })
    expect(stdout).toMatch(/^whsec_/)
  })

  it('a limit of the first team does not keep it from being raised', async () => {
    const [first] = await listed<TeamView>('teams')
    const update = ['team', 'update', first?.team_id ?? '', '--requests-per-minute']
    await json(...update, '1')
    await statusWith(localKey(), '/account')
    expect(await statusWith(localKey(), '/account')).toBe(429)
    expect(await json(...update, '6000')).toMatchObject({ requests_per_minute: 6000 })
    expect(await statusWith(localKey(), '/account')).toBe(200)
  })
})

it.concurrent.each([
  ...['team', 'team create', 'team list', 'team update', 'key', 'key create', 'key list'],
  ...['key revoke', 'token', 'token create', 'token revoke', 'secret', 'secret show'],
  ...['secret rotate', 'deliveries', 'deliveries list', 'deliveries retry'],
])('shows examples for daemon %s', async (command) => {
  const { stdout } = await daemon(...command.split(' '), '--help')
  expect(stdout).toMatch(/Examples:\n {2}\$ .*scribe daemon /)
})
