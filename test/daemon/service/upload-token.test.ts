import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { UPLOAD_TOKEN_SECONDS } from '../../../daemon/config.ts'
import { systemClock } from '../../../daemon/io/clock.ts'
import { openStore } from '../../../daemon/io/store.ts'
import { openUpload } from '../../../daemon/service/upload-token.ts'
import { removeFolders, startDaemon } from '../../support/daemon.ts'
import { reserve } from '../../support/uploads.ts'

afterAll(removeFolders)

describe('an upload token', () => {
  it('is good for 24 hours and then 401 unauthorized', async () => {
    const daemon = await startDaemon()
    const created = await reserve(daemon, 100)
    await daemon.stop()
    const token = created.upload?.headers['X-Upload-Token']
    const issuedMs = Date.parse(created.upload?.expires_at ?? '') - UPLOAD_TOKEN_SECONDS * 1000

    const store = await openStore({ dir: daemon.dataDir, log: pino({ level: 'silent' }) })
    const openAfter = (seconds: number) => {
      const clock = { ...systemClock, now: () => issuedMs + seconds * 1000 }
      return () => openUpload({ store, clock }, created.id, token)
    }
    const inTime = openAfter(UPLOAD_TOKEN_SECONDS - 1)()
    await store.close()

    expect(inTime.chunks).toEqual([{ index: 0, offset: 0, size: 100 }])
    expect(openAfter(UPLOAD_TOKEN_SECONDS)).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    )
  })
})
