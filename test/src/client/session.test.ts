import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type UploadIdentity, UploadSession } from '../../../src/client/session.ts'
import type { FileStamp } from '../../../src/client/session-record.ts'

const IDENTITY = {
  path: '/talks/talk.mp3',
  target: 'https://example.com/v1 svc_key',
  reservation: { upload: { filename: 'talk.mp3', size: 1000 }, language: 'en' },
  key: undefined,
}
const STAMP = { size_bytes: 1000, modified_ms: 1_700_000_000_000, changed_ms: 1_700_000_000_000 }

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'scribe-session-'))
})
afterEach(() => rmSync(state, { recursive: true }))

const claim = (change: Partial<UploadIdentity> = {}, stamp: Partial<FileStamp> = {}) =>
  UploadSession.claim(state, { ...IDENTITY, ...change }, { ...STAMP, ...stamp })

const files = () => readdirSync(join(state, 'uploads'))

/** The pid of a process that has ended. */
function deadPid(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
}

function makeOld(path: string): void {
  const monthAgo = Date.now() / 1000 - 30 * 24 * 3600
  utimesSync(path, monthAgo, monthAgo)
}

describe('UploadSession', () => {
  it('is found again by the same upload, with the same key', async () => {
    const first = await claim()
    await first.release()
    const second = await claim()
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('is on disk, for its owner only, before anything is sent', async () => {
    await claim()
    const record = files().find((name) => name.endsWith('.json')) ?? ''
    expect(statSync(join(state, 'uploads', record)).mode & 0o077).toBe(0)
  })

  it.each<[string, Partial<UploadIdentity>]>([
    ['another file', { path: '/talks/other.mp3' }],
    ['another target', { target: 'https://example.com/v1 svc_other' }],
    ['other parameters', { reservation: { ...IDENTITY.reservation, language: 'de' } }],
    ['a key of the user’s', { key: 'mine' }],
  ])('is another one for %s', async (_title, change) => {
    const first = await claim()
    await first.release()
    const second = await claim(change)
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
    await second.release()
    expect((await claim()).idempotencyKey).toBe(first.idempotencyKey)
  })

  it.each<[string, Partial<FileStamp>]>([
    ['size', { size_bytes: 1001 }],
    ['time of writing', { modified_ms: 1_700_000_000_001 }],
    ['time of change, though its time of writing was set back', { changed_ms: 1_700_000_000_001 }],
  ])('begins anew when the file has another %s', async (_title, change) => {
    const first = await claim()
    await first.release()
    expect((await claim({}, change)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('names the reservations of earlier states of the file until they are taken back', async () => {
    const first = await claim()
    await first.noteTranscription('tr_1')
    await first.release()
    const second = await claim({}, { size_bytes: 2000 })
    await second.noteTranscription('tr_2')
    await second.release()
    const third = await claim({}, { size_bytes: 3000 })
    expect(third.abandonedIds).toEqual(['tr_1', 'tr_2'])
    await third.forgetAbandoned()
    await third.release()
    expect((await claim({}, { size_bytes: 3000 })).abandonedIds).toEqual([])
  })

  it('remembers the transcription', async () => {
    const first = await claim()
    await first.noteTranscription('tr_1')
    await first.release()
    expect((await claim()).transcriptionId).toBe('tr_1')
  })

  it('belongs to one upload at a time', async () => {
    const both = await Promise.all([claim(), claim()])
    expect(both[0].idempotencyKey).not.toBe(both[1].idempotencyKey)
  })

  it('is taken over from a process that died', async () => {
    const first = await claim()
    await first.release()
    const record = files()[0] ?? ''
    const lock = join(state, 'uploads', `${record}.lock`)
    writeFileSync(lock, JSON.stringify({ pid: deadPid(), started_ticks: '1' }))
    const claims = await Promise.all([claim(), claim()])
    const keys = claims.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys.filter((key) => key === first.idempotencyKey)).toHaveLength(1)
  })

  it.skipIf(process.platform !== 'linux')('is not fooled by a pid that came back', async () => {
    const first = await claim()
    await first.release()
    const lock = join(state, 'uploads', `${files()[0]}.lock`)
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started_ticks: '1' }))
    const second = await claim()
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('is not held by a lock that a power cut left empty', async () => {
    const first = await claim()
    await first.release()
    writeFileSync(join(state, 'uploads', `${files()[0]}.lock`), '')
    expect((await claim()).idempotencyKey).toBe(first.idempotencyKey)
  })

  it('is found by its transcription, with the reservation as it was made', async () => {
    const first = await claim()
    await first.noteTranscription('tr_1')
    await first.release()
    const found = await UploadSession.find(state, 'tr_1')
    expect(found?.idempotencyKey).toBe(first.idempotencyKey)
    expect(found?.reservation).toEqual(IDENTITY.reservation)
    expect(await UploadSession.find(state, 'tr_2')).toBeNull()
  })

  it('is not found while a process works on it', async () => {
    await (await claim()).noteTranscription('tr_1')
    await expect(UploadSession.find(state, 'tr_1')).rejects.toThrow(/tr_1 right now/)
  })

  it('knows its file again when it was moved, but not when it was written to', async () => {
    const session = await claim()
    expect(session.isOf('/moved/talk.mp3', { ...STAMP, changed_ms: 1 })).toBe(true)
    expect(session.isOf('/moved/talk.mp3', { ...STAMP, modified_ms: 1 })).toBe(false)
    expect(session.isOf(IDENTITY.path, { ...STAMP, changed_ms: 1 })).toBe(false)
  })

  it('leaves nothing when it is removed', async () => {
    const session = await claim()
    await session.remove()
    expect(files()).toEqual([])
  })

  it('is swept when nobody came back for weeks, with the lock of a killed process', async () => {
    await (await claim()).release()
    const path = join(state, 'uploads', files()[0] ?? '')
    const lock = `${path}.lock`
    writeFileSync(lock, JSON.stringify({ pid: deadPid(), started_ticks: '1' }))
    const orphan = join(state, 'uploads', 'abc-0.json.lock')
    writeFileSync(orphan, JSON.stringify({ pid: deadPid(), started_ticks: '1' }))
    for (const left of [path, lock, orphan]) makeOld(left)
    await (await claim({ path: '/other.mp3' })).remove()
    expect(files()).toEqual([])
  })

  it('is not swept while a process works on it', async () => {
    const session = await claim()
    for (const name of files()) makeOld(join(state, 'uploads', name))
    await (await claim({ path: '/other.mp3' })).remove()
    expect(files()).toHaveLength(2)
    await session.remove()
  })

  it('counts as new for the sweeping each time somebody comes back', async () => {
    await (await claim()).release()
    const path = join(state, 'uploads', files()[0] ?? '')
    const tenDaysAgo = Date.now() / 1000 - 10 * 24 * 3600
    utimesSync(path, tenDaysAgo, tenDaysAgo)
    await (await claim()).release()
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000)
  })

  it('survives a record that is damaged', async () => {
    const first = await claim()
    await first.release()
    writeFileSync(join(state, 'uploads', files()[0] ?? ''), '{"idempo')
    const second = await claim()
    expect(second.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })
})
