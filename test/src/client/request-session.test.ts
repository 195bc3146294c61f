import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RequestIdentity, RequestSession } from '../../../src/client/request-session.ts'
import { UploadSession } from '../../../src/client/session.ts'

const IDENTITY: RequestIdentity = {
  target: 'https://example.com/v1 svc_key',
  command: 'transcribe',
  request: { platform: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', language: 'en' },
  key: undefined,
}

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'scribe-session-'))
})
afterEach(() => rmSync(state, { recursive: true }))

const claim = (change: Partial<RequestIdentity> = {}) =>
  RequestSession.claim(state, { ...IDENTITY, ...change })
const files = () => readdirSync(join(state, 'uploads'))

describe('RequestSession', () => {
  it('is on disk with its key, for its owner only, before anything is sent', async () => {
    const { idempotencyKey, resumed } = await claim()
    const path = join(state, 'uploads', files().find((name) => name.endsWith('.json')) ?? '')
    expect(JSON.parse(readFileSync(path, 'utf8')).idempotency_key).toBe(idempotencyKey)
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(resumed).toBe(false)
  })

  it('is found again by the same wish, with the same key', async () => {
    const first = await claim()
    await first.release()
    const second = await claim()
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(second.resumed).toBe(true)
  })

  it.each<[string, Partial<RequestIdentity>]>([
    ['another video', { request: { platform: 'youtube', url: 'https://youtu.be/xxxxxxxxxxx' } }],
    ['another target', { target: 'https://example.com/v1 svc_other' }],
    ['other parameters', { request: { ...IDENTITY.request, language: 'de' } }],
    ['one that may be an earlier one', { request: { ...IDENTITY.request, reuse_recent: true } }],
    ['a file', { request: { path: '/talk.mp3', changed_ms: 1, language: 'en' } }],
    ['another command', { command: 'create' }],
    ['a key of the user’s', { key: 'mine' }],
  ])('is another one for %s', async (_title, change) => {
    const first = await claim()
    await first.release()
    expect((await claim(change)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('takes the key of the user’s', async () => {
    expect((await claim({ key: 'mine' })).idempotencyKey).toBe('mine')
  })

  it('belongs to one command at a time', async () => {
    const both = await Promise.all([claim(), claim()])
    expect(both[0].idempotencyKey).not.toBe(both[1].idempotencyKey)
  })

  it('leaves nothing when it is removed', async () => {
    await (await claim()).remove()
    expect(files()).toEqual([])
  })

  it('is swept when nobody came back for weeks', async () => {
    await (await claim()).release()
    const monthAgo = Date.now() / 1000 - 30 * 24 * 3600
    utimesSync(join(state, 'uploads', files()[0] ?? ''), monthAgo, monthAgo)
    await (await claim({ key: 'mine' })).remove()
    expect(files()).toEqual([])
  })

  it('is no upload that could be resumed', async () => {
    await (await claim()).release()
    expect(await UploadSession.find(state, 'tr_1')).toBeNull()
  })
})
