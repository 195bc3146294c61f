import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UploadSession } from '../../../src/client/session.ts'

const IDENTITY = {
  path: '/talks/talk.mp3',
  sizeBytes: 1000,
  modifiedMs: 1_700_000_000_000,
  target: 'https://example.com/v1 svc_key',
  request: { language: 'en' },
}

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'scribe-session-'))
})
afterEach(() => rmSync(state, { recursive: true }))

const files = () => readdirSync(join(state, 'uploads'))

/** The pid of a process that has ended. */
function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
}

describe('UploadSession', () => {
  it('is found again by the same upload, with the same key', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.release()
    const second = await UploadSession.claim(state, { ...IDENTITY })
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('is on disk, for its owner only, before anything is sent', async () => {
    await UploadSession.claim(state, IDENTITY)
    const record = files().find((name) => name.endsWith('.json')) ?? ''
    expect(statSync(join(state, 'uploads', record)).mode & 0o077).toBe(0)
  })

  it.each([
    ['another file', { path: '/talks/other.mp3' }],
    ['another target', { target: 'https://example.com/v1 svc_other' }],
    ['other parameters', { request: { language: 'de' } }],
    ['a changed size', { sizeBytes: 1001 }],
    ['a changed time', { modifiedMs: 1_700_000_000_001 }],
  ])('is a new one for %s', async (_title, change) => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.release()
    const second = await UploadSession.claim(state, { ...IDENTITY, ...change })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('names the reservation that a change of the file left behind', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.noteTranscription('tr_1')
    await first.release()
    const second = await UploadSession.claim(state, { ...IDENTITY, sizeBytes: 2000 })
    expect(second.abandonedId).toBe('tr_1')
    await second.release()
    expect(
      (await UploadSession.claim(state, { ...IDENTITY, sizeBytes: 2000 })).abandonedId,
    ).toBeNull()
  })

  it('remembers the transcription', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.noteTranscription('tr_1')
    await first.release()
    expect((await UploadSession.claim(state, IDENTITY)).transcriptionId).toBe('tr_1')
  })

  it('belongs to one upload at a time', async () => {
    const both = await Promise.all([
      UploadSession.claim(state, IDENTITY),
      UploadSession.claim(state, IDENTITY),
    ])
    expect(both[0].idempotencyKey).not.toBe(both[1].idempotencyKey)
  })

  it('is taken over from a process that died', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.release()
    const record = files()[0] ?? ''
    const lock = join(state, 'uploads', `${record}.lock`)
    writeFileSync(lock, JSON.stringify({ pid: deadPid(), started_ticks: '1' }))
    const claims = await Promise.all([
      UploadSession.claim(state, IDENTITY),
      UploadSession.claim(state, IDENTITY),
    ])
    const keys = claims.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys.filter((key) => key === first.idempotencyKey)).toHaveLength(1)
  })

  it.skipIf(process.platform !== 'linux')('is not fooled by a pid that came back', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.release()
    const lock = join(state, 'uploads', `${files()[0]}.lock`)
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started_ticks: '1' }))
    const second = await UploadSession.claim(state, IDENTITY)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('leaves nothing when it is removed', async () => {
    const session = await UploadSession.claim(state, IDENTITY)
    await session.remove()
    expect(files()).toEqual([])
  })

  it('is swept when nobody came back for weeks', async () => {
    const old = await UploadSession.claim(state, IDENTITY)
    await old.release()
    const path = join(state, 'uploads', files()[0] ?? '')
    const monthAgo = Date.now() / 1000 - 30 * 24 * 3600
    utimesSync(path, monthAgo, monthAgo)
    await (await UploadSession.claim(state, { ...IDENTITY, path: '/other.mp3' })).remove()
    expect(files()).toEqual([])
  })

  it('survives a record that is damaged', async () => {
    const first = await UploadSession.claim(state, IDENTITY)
    await first.release()
    writeFileSync(join(state, 'uploads', files()[0] ?? ''), '{"idempo')
    const second = await UploadSession.claim(state, IDENTITY)
    expect(second.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })
})
