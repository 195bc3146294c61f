import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TranscriptionList } from '../../../src/api/types.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { errorOf } from '../../support/errors.ts'
import { reserve } from '../../support/uploads.ts'

let daemon: TestDaemon
let team: TestDaemon
/** Seven reservations, oldest first; the second is canceled, the fourth deleted. */
const ids: string[] = []

beforeAll(async () => {
  daemon = await startDaemon()
  team = daemon.as((await daemon.newTeam()).key)
  for (let n = 0; n < 7; n += 1) ids.push((await reserve(team, 100 + n)).id)
  await team.request('DELETE', `/transcriptions/${ids[1]}`)
  await team.request('DELETE', `/transcriptions/${ids[3]}`)
  await team.request('DELETE', `/transcriptions/${ids[3]}`)
})
afterAll(async () => {
  await daemon.stop()
  await removeFolders()
})

const list = async (query = '') =>
  (await (await team.request('GET', `/transcriptions${query}`)).json()) as TranscriptionList
const idsOf = (page: TranscriptionList) => page.data.map((job) => job.id)
const pick = (...indexes: number[]) => indexes.map((index) => ids[index])

describe('GET /transcriptions', () => {
  it('lists the team newest first, without transcripts and without deleted ones', async () => {
    const page = await list()

    expect(page).toMatchObject({ object: 'list', next_cursor: null })
    expect(idsOf(page)).toEqual(pick(6, 5, 4, 2, 1, 0))
    expect(page.data.filter((job) => 'transcript' in job)).toEqual([])
  })

  it('shows deleted ones, marked, when asked for', async () => {
    const page = await list('?include_deleted=true')

    expect(idsOf(page)).toEqual(pick(6, 5, 4, 3, 2, 1, 0))
    expect(page.data.filter((job) => job.deleted_at !== null).map((job) => job.id)).toEqual(pick(3))
  })

  it.each([
    ['?status=canceled', [1]],
    ['?status=canceled&include_deleted=true', [3, 1]],
    ['?status=awaiting_upload&limit=2', [6, 5]],
    ['?platform=upload', [6, 5, 4, 2, 1, 0]],
    ['?platform=youtube', []],
    ['?platform=upload&status=completed', []],
  ])('filters by %s', async (query, indexes) => {
    expect(idsOf(await list(query))).toEqual(pick(...indexes))
  })

  it('goes through all pages once, while records come and go in between', async () => {
    const first = await list('?limit=2')
    const added = await reserve(team, 500)
    await team.request('DELETE', `/transcriptions/${ids[5]}`)
    const second = await list(`?limit=2&cursor=${first.next_cursor}`)
    const third = await list(`?limit=2&cursor=${second.next_cursor}`)

    expect([first, second, third].map(idsOf)).toEqual([pick(6, 5), pick(4, 2), pick(1, 0)])
    expect(third.next_cursor).toBeNull()
    expect(idsOf(await list('?limit=1'))).toEqual([added.id])
  })

  it('refuses a cursor that is invented, changed, or of another list', async () => {
    const { next_cursor } = await list('?limit=1')
    const other = daemon.as((await daemon.newTeam()).key)
    const answers = await Promise.all([
      team.request('GET', '/transcriptions?cursor=abc'),
      team.request('GET', `/transcriptions?cursor=${next_cursor}x`),
      team.request('GET', `/transcriptions?status=canceled&cursor=${next_cursor}`),
      other.request('GET', `/transcriptions?cursor=${next_cursor}`),
    ])
    const errors = await Promise.all(answers.map(errorOf))

    expect(errors.map(({ http, code }) => [http, code])).toEqual(
      answers.map(() => [422, 'invalid_request']),
    )
  })

  it.each(['limit=0', 'limit=101', 'limit=1.0', 'status=done', 'platform=vimeo', 'order=asc'])(
    'refuses ?%s and names it in params',
    async (query) => {
      const error = await errorOf(await team.request('GET', `/transcriptions?${query}`))

      expect(error).toMatchObject({ http: 422, code: 'invalid_request' })
      expect(error.params).toHaveProperty(query.split('=')[0] ?? '')
    },
  )
})
