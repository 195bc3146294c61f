import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { ABANDONED_AFTER_SECONDS, UPLOAD_TOKEN_SECONDS } from '../../../daemon/config.ts'
import { systemClock } from '../../../daemon/io/clock.ts'
import { openMediaFiles } from '../../../daemon/io/media-files.ts'
import { openStore } from '../../../daemon/io/store.ts'
import { cancelAbandoned } from '../../../daemon/service/abandoned.ts'
import { Changes } from '../../../daemon/service/changes.ts'
import { removeFolders, startDaemon } from '../../support/daemon.ts'
import { paddedScript, putAll, reserve } from '../../support/uploads.ts'

afterAll(removeFolders)

describe('an upload that nobody goes on with', () => {
  it('is canceled with its bytes a week after its token expired, and not before', async () => {
    const daemon = await startDaemon()
    const created = await reserve(daemon, 100)
    await putAll(created, paddedScript({ duration: 1 }, 100))
    await daemon.stop()

    const log = pino({ level: 'silent' })
    const store = await openStore({ dir: daemon.dataDir, log })
    const media = await openMediaFiles(daemon.dataDir)
    const after = (seconds: number) => ({
      ...systemClock,
      now: () => Date.now() + seconds * 1000,
    })
    const sweep = (seconds: number) =>
      cancelAbandoned({ store, media, clock: after(seconds), changes: new Changes(), log })
    const early = await sweep(UPLOAD_TOKEN_SECONDS + ABANDONED_AFTER_SECONDS - 60)
    const kept = await media.list()
    const late = await sweep(UPLOAD_TOKEN_SECONDS + ABANDONED_AFTER_SECONDS + 60)
    const status = store.get('transcriptions', created.id)?.status
    await store.close()

    expect([early, late]).toEqual([[], [created.id]])
    expect(kept).toHaveLength(1)
    expect(await media.list()).toEqual([])
    expect(status).toBe('canceled')
  })
})
