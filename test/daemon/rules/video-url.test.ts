import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseVideoUrl } from '../../../daemon/rules/video-url.ts'

const ID = 'dQw4w9WgX-_'
const CANONICAL = { videoId: ID, url: `https://www.youtube.com/watch?v=${ID}` }

describe('a video URL', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://www.youtube.com/watch?v=${ID}`,
    `HTTPS://WWW.YouTube.com/watch?v=${ID}`,
    `https://youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch/?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}&app=m`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
    `https://www.youtube.com/watch?v=${ID}&list=PL0123456789&index=4&t=1m30s`,
    `https://www.youtube.com/watch?feature=shared&si=abc&v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}&utm_source=a%20b#t=30`,
    `https://www.youtube.com/watch?time_continue=4&v=${ID}&feature=emb_logo&ab_channel=A`,
    `https://www.youtube.com/watch?app=desktop&pp=ygU%3D&v=${ID}&t=90`,
    `https://www.youtube.com/watch?list=PL0123456789&v=${ID}&start_radio=1`,
    `https://www.youtube.com/watch?v=%64Qw4w9WgX-_`,
    `https://www.youtube.com/watch/${ID}`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}/`,
    `https://youtu.be/${ID}?si=tracking&t=42`,
    `https://youtu.be/${ID}#t=42`,
    `https://www.youtube.com/shorts/${ID}?feature=share`,
    `https://m.youtube.com/shorts/${ID}/`,
    `https://www.youtube.com/live/${ID}?si=x`,
    `https://m.youtube.com/live/${ID}`,
    `http://youtu.be/${ID}?list=PL0123456789&index=2`,
    `https://www.youtube.com/embed/${ID}?start=10&autoplay=1`,
    `https://www.youtube.com/v/${ID}?version=3`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
    `https://youtube-nocookie.com/v/${ID}`,
  ])('names its video: %s', (url) => {
    expect(parseVideoUrl(url)).toEqual(CANONICAL)
  })

  it.each([
    ['no URL', ''],
    ['a bare id', ID],
    ['no scheme', `www.youtube.com/watch?v=${ID}`],
    ['no scheme, but slashes', `//www.youtube.com/watch?v=${ID}`],
    ['another scheme', `ftp://www.youtube.com/watch?v=${ID}`],
    ['a script', `javascript:alert("https://www.youtube.com/watch?v=${ID}")`],
    ['a file', `file://www.youtube.com/watch?v=${ID}`],
    ['an option', `--exec=https://www.youtube.com/watch?v=${ID}`],
    ['white space before', ` https://www.youtube.com/watch?v=${ID}`],
    ['white space behind', `https://www.youtube.com/watch?v=${ID} `],
    ['a line feed that parsers drop', `https://www.youtu\nbe.com/watch?v=${ID}`],
    ['a tab in the id', `https://youtu.be/dQw4w9\tWgX-_`],
    ['a longer host', `https://www.youtube.com.evil.example/watch?v=${ID}`],
    ['a host that ends alike', `https://evilyoutube.com/watch?v=${ID}`],
    ['another subdomain', `https://evil.youtube.com/watch?v=${ID}`],
    ['a trailing dot', `https://www.youtube.com./watch?v=${ID}`],
    ['a user name', `https://www.youtube.com@evil.example/watch?v=${ID}`],
    ['a user name before the right host', `https://evil@www.youtube.com/watch?v=${ID}`],
    ['a port', `https://www.youtube.com:8443/watch?v=${ID}`],
    ['the default port', `https://www.youtube.com:443/watch?v=${ID}`],
    ['a name and a password', `https://name:word@youtu.be/${ID}`],
    [
      'the right host as name and password',
      `https://www.youtube.com:443@evil.example/watch?v=${ID}`,
    ],
    ['a longer short host', `https://youtu.be.evil.example/${ID}`],
    ['a host that begins alike', `https://youtube.community/watch?v=${ID}`],
    ['the embed host’s twin', `https://www.youtube-nocookie.co/embed/${ID}`],
    ['an invisible character in the host', `https://www.you\u200btube.com/watch?v=${ID}`],
    ['a mark that turns the reading direction', `https://www.youtube.com/\u202ewatch?v=${ID}`],
    ['a null character', `https://www.youtube.com\0.evil.example/watch?v=${ID}`],
    ['one slash', `https:/www.youtube.com/watch?v=${ID}`],
    ['three slashes', `https:///www.youtube.com/watch?v=${ID}`],
    ['an address of this machine', `http://[::1]/watch?v=${ID}`],
    ['an option on a second line', `https://youtu.be/${ID}\n--exec`],
    ['dots that lead elsewhere', `https://www.youtube.com/redirect/../@x/${ID}`],
    [
      'a link through the attribution page',
      `https://www.youtube.com/attribution_link?u=/watch?v=${ID}`,
    ],
    ['a clip', 'https://www.youtube.com/clip/UgkxXXXXXXX'],
    ['a post', 'https://www.youtube.com/post/UgkxXXXXXXX'],
    ['an encoded dot', `https://www%2eyoutube.com/watch?v=${ID}`],
    ['an encoded slash', `https://evil.example%2f.youtube.com/watch?v=${ID}`],
    ['a backslash', `https://evil.example\\@www.youtube.com/watch?v=${ID}`],
    ['backslashes for slashes', `https:\\\\www.youtube.com\\watch?v=${ID}`],
    ['full-width letters', `https://www.ｙｏｕｔｕｂｅ.com/watch?v=${ID}`],
    ['a full-width dot', `https://www。youtube.com/watch?v=${ID}`],
    ['a Cyrillic letter', `https://www.yоutube.com/watch?v=${ID}`],
    ['punycode', `https://www.xn--yutube-iua.com/watch?v=${ID}`],
    ['an address', `https://142.250.74.78/watch?v=${ID}`],
    ['a host in the query', `https://evil.example/?https://www.youtube.com/watch?v=${ID}`],
    ['a host in the fragment', `https://evil.example#www.youtube.com/watch?v=${ID}`],
    ['a redirect', `https://www.youtube.com/redirect?q=https://youtu.be/${ID}`],
    ['the start page', 'https://www.youtube.com/'],
    ['no path', 'https://www.youtube.com'],
    ['no id', 'https://www.youtube.com/watch'],
    ['an empty id', 'https://www.youtube.com/watch?v='],
    ['a short id', 'https://www.youtube.com/watch?v=dQw4w9WgXc'],
    ['a long id', 'https://www.youtube.com/watch?v=dQw4w9WgXcQQ'],
    ['other characters in the id', 'https://www.youtube.com/watch?v=dQw4w9WgXc!'],
    ['letters of another script in the id', 'https://www.youtube.com/watch?v=dQw4w9WgXcé'],
    ['two ids', `https://www.youtube.com/watch?v=${ID}&v=aaaaaaaaaaa`],
    ['an id in the fragment', `https://www.youtube.com/watch#v=${ID}`],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL0123456789'],
    ['a list without video', 'https://www.youtube.com/watch?list=PL0123456789'],
    ['the player of a list', 'https://www.youtube.com/embed/videoseries?list=PL0123456789'],
    ['the player of a channel', 'https://www.youtube.com/embed/live_stream?channel=UC0'],
    ['a channel', 'https://www.youtube.com/@speaker'],
    ['a channel’s videos', `https://www.youtube.com/c/${ID}`],
    ['more path behind the id', `https://youtu.be/${ID}/more`],
    ['an empty path part', `https://www.youtube.com//watch?v=${ID}`],
    ['watching at the short host', `https://youtu.be/watch?v=${ID}`],
    ['a path of the site at the embed host', `https://www.youtube-nocookie.com/shorts/${ID}`],
  ])('is refused with %s', (_what, url) => {
    expect(parseVideoUrl(url)).toBeNull()
  })

  it('is whatever comes out with an id of its characters, and nothing else', () => {
    const parts = fc.constantFrom(
      ...[
        'https://',
        'http://',
        'www.',
        'youtube.com',
        'youtu.be',
        '/watch?v=',
        '/',
        '@',
        ':',
        '.',
      ],
      ...['&v=', '#', '%2e', '\\', ID, 'evil.example', '?', 'embed', 'shorts', ' '],
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        const text = texts.join('')
        const found = parseVideoUrl(text)
        if (found === null) return
        expect(found.url).toBe(`https://www.youtube.com/watch?v=${found.videoId}`)
        expect(new URL(text).hostname).toMatch(/^(www\.)?(youtube\.com|youtu\.be)$/)
      }),
      { numRuns: 2000 },
    )
  })
})
