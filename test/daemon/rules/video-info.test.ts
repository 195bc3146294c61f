import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usableTracks } from '../../../daemon/rules/caption-track.ts'
import { readVideoInfo } from '../../../daemon/rules/video-info.ts'

const json3 = (query = '') => [
  { ext: 'json3', url: `https://www.youtube.com/api/timedtext?fmt=json3${query}` },
  { ext: 'vtt', url: 'https://www.youtube.com/api/timedtext?fmt=vtt' },
]
const RECOGNISED = {
  'en-orig': json3(),
  en: json3(),
  de: json3('&tlang=de'),
  fr: json3('&tlang=fr'),
}

const keys = (info: object, language: string) =>
  usableTracks(readVideoInfo(info), language).map(({ kind, key }) => `${kind} ${key}`)

describe('the description of a video', () => {
  it('gives the media its fields', () => {
    const info = readVideoInfo({
      ...{ id: 'dQw4w9WgXcQ', title: 'A talk', uploader: 'Uploader', channel: 'Channel' },
      ...{ channel_url: 'https://youtube.com/channel/x', duration: 61.5 },
      thumbnail: 'https://i.ytimg.com/x.jpg',
    })

    expect(info.media).toEqual({
      ...{ title: 'A talk', author: 'Channel', author_url: 'https://youtube.com/channel/x' },
      ...{ thumbnail_url: 'https://i.ytimg.com/x.jpg', duration_seconds: 61.5 },
    })
  })

  it('may lack or garble every field: what is not as expected is null', () => {
    const info = { title: 5, channel_url: 'javascript:x', duration: '61', subtitles: [1], id: {} }

    for (const document of [info, null, 'x', [], { automatic_captions: { en: 'x', de: [null] } }]) {
      expect(readVideoInfo(document)).toEqual({
        ...{ videoId: null, isLive: false, language: null, tracks: [] },
        media: {
          ...{ title: null, author: null, author_url: null },
          ...{ thumbnail_url: null, duration_seconds: null },
        },
      })
    }
  })

  it.each(['is_live', 'is_upcoming', 'post_live'])('is live with %s', (live_status) => {
    expect(readVideoInfo({ live_status }).isLive).toBe(true)
  })

  it.each(['not_live', 'was_live', undefined])('is not live with %s', (live_status) => {
    expect(readVideoInfo({ live_status }).isLive).toBe(false)
  })
})

describe('the captions of a video', () => {
  it('believes in no duration beyond all videos', () => {
    expect(readVideoInfo({ duration: 1e300 }).media.duration_seconds).toBeNull()
    expect(readVideoInfo({ duration: 40_000 }).media.duration_seconds).toBe(40_000)
  })

  it('are those of the creator first, then the recognised ones', () => {
    const info = { subtitles: { en: json3() }, automatic_captions: RECOGNISED }

    expect(keys(info, 'en')).toEqual(['manual en', 'auto_generated en-orig'])
  })

  it('are in the language that is spoken when the client leaves it open', () => {
    const info = { subtitles: { de: json3(), en: json3() }, automatic_captions: RECOGNISED }

    expect(keys(info, 'auto')).toEqual(['manual en', 'auto_generated en-orig'])
  })

  it('are never machine translations', () => {
    expect(keys({ automatic_captions: RECOGNISED }, 'de')).toEqual([])
    const unmarked = { en: json3(), de: json3('&tlang=de') }
    expect(keys({ automatic_captions: unmarked }, 'de')).toEqual([])
    expect(keys({ automatic_captions: unmarked }, 'auto')).toEqual(['auto_generated en'])
  })

  it('match by tag, then by language, then by any region of it', () => {
    const subtitles = { 'en-GB': json3(), en: json3(), 'en-US': json3() }

    expect(keys({ subtitles }, 'en-US')).toEqual(['manual en-US'])
    expect(keys({ subtitles }, 'en-AU')).toEqual(['manual en'])
    expect(keys({ subtitles: { 'en-GB': json3() } }, 'EN')).toEqual(['manual en-GB'])
  })

  it('of a video that does not say its language serve when there is only one', () => {
    expect(keys({ subtitles: { fr: json3() } }, 'auto')).toEqual(['manual fr'])
    expect(keys({ subtitles: { fr: json3(), de: json3() } }, 'auto')).toEqual([])
    expect(keys({ language: 'de', subtitles: { fr: json3(), de: json3() } }, 'auto')).toEqual([
      'manual de',
    ])
  })

  it('are never in another script than the one that was asked for', () => {
    const subtitles = { 'zh-Hant': json3() }

    expect(keys({ subtitles }, 'zh-Hans')).toEqual([])
    expect(keys({ subtitles }, 'zh-CN')).toEqual([])
    expect(keys({ subtitles }, 'zh-TW')).toEqual(['manual zh-Hant'])
    expect(keys({ subtitles }, 'zh')).toEqual(['manual zh-Hant'])
  })

  it('match by the language’s name of today, whatever the site still calls it', () => {
    const info = { automatic_captions: { 'iw-orig': json3(), iw: json3() } }

    expect(keys(info, 'he')).toEqual(['auto_generated iw-orig'])
    expect(readVideoInfo(info)).toMatchObject({ language: 'he', tracks: [{ language: 'he' }] })
  })

  it('serve a language without its region, and a region with any', () => {
    const subtitles = { 'pt-BR': json3() }

    expect(keys({ subtitles }, 'pt')).toEqual(['manual pt-BR'])
    expect(keys({ subtitles }, 'pt-PT')).toEqual(['manual pt-BR'])
  })

  it('of a dubbed video are those of the language that the site calls its own', () => {
    const automatic_captions = { 'es-orig': json3(), 'en-orig': json3() }

    expect(keys({ language: 'en', automatic_captions }, 'auto')).toEqual(['auto_generated en-orig'])
    expect(keys({ automatic_captions }, 'auto')).toEqual(['auto_generated es-orig'])
  })

  it('have a language tag, without the marks that tell tracks apart', () => {
    const subtitles = { 'zh-Hans': json3(), 'pt-BR': json3(), 'es-nP7-2PuUl7o': json3() }
    const { tracks } = readVideoInfo({ subtitles })

    expect(tracks.map(({ language }) => language)).toEqual(['zh-Hans', 'pt-BR', 'es'])
  })

  it('are left out when they are a chat, or in no format that has times', () => {
    const subtitles = { live_chat: [{ ext: 'json' }], en: [{ ext: 'vtt' }] }

    expect(readVideoInfo({ subtitles }).tracks).toEqual([])
  })

  it('never have a name that means something else to yt-dlp', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.constant(json3())), (subtitles) => {
        for (const { key } of readVideoInfo({ subtitles }).tracks) {
          expect(key).toMatch(/^[a-z]{2,3}(-[\w-]*)?$/)
        }
      }),
    )
  })
})
