// Which video a YouTube URL means. Strict on purpose: the host is compared as the client wrote
// it, before any parser has repaired it, so that ports, user names, escapes, trailing dots and
// look-alike letters never reach the comparison of the id. Only the id is used further on; the
// fetcher is given a URL of our own making.

export interface VideoUrl {
  /** The 11 characters that name the video, whatever form the URL had. */
  videoId: string
  /** The one form in which the video is stored and fetched. */
  url: string
}

const SITE_HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com']
const EMBED_HOSTS = ['youtube-nocookie.com', 'www.youtube-nocookie.com']
const SHORT_HOSTS = ['youtu.be', 'www.youtu.be']

const ID = /^[\w-]{11}$/
/** Players of lists and channels; their names happen to have the length of an id. */
const NOT_IDS = ['videoseries', 'live_stream']

/** Null for everything that is not the URL of one video. */
export function parseVideoUrl(text: string): VideoUrl | null {
  const host = /^https?:\/\/([^/?#\\\s]+)[/?][^\\\s]*$/i.exec(text)?.[1]?.toLowerCase()
  if (host === undefined || !URL.canParse(text)) return null
  const videoId = idIn(host, new URL(text))
  if (videoId === undefined || !ID.test(videoId) || NOT_IDS.includes(videoId)) return null
  return { videoId, url: `https://www.youtube.com/watch?v=${videoId}` }
}

function idIn(host: string, { pathname, searchParams }: URL): string | undefined {
  const [first, second, ...rest] = pathname.replace(/\/$/, '').split('/').slice(1)
  if (rest.length > 0) return undefined
  if (SHORT_HOSTS.includes(host)) return second === undefined ? first : undefined
  if (SITE_HOSTS.includes(host) && first === 'watch') return second ?? onlyValue(searchParams, 'v')
  const paths = SITE_HOSTS.includes(host)
    ? ['shorts', 'live', 'embed', 'v', 'e']
    : EMBED_HOSTS.includes(host)
      ? ['embed', 'v']
      : []
  return paths.includes(first ?? '') ? second : undefined
}

/** A parameter given twice could mean two videos. */
function onlyValue(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name)
  return values.length === 1 ? values[0] : undefined
}
