// Why yt-dlp could not be pulled, in a sentence that says what happened and what to do. The
// low-level error stays in `cause`.

/** The message is fit for the user. */
export class ToolPullError extends Error {
  override readonly name = 'ToolPullError'
}

/** Facts for a sentence; `host` without the rest of the address, which may hold a password. */
interface Facts {
  host: string
  folder: string
  detail: string
}

const AGAIN = 'Run `scribe tools pull yt-dlp` again'

const REASONS: [codes: RegExp, sentence: (facts: Facts) => string][] = [
  [
    /^E404$/,
    ({ host }) =>
      `${host} does not have the file for this machine. Install yt-dlp another way, and set SCRIBE_YTDLP to its path.`,
  ],
  [
    /^E(401|403|407)$/,
    ({ host, detail }) =>
      `${host}, or a proxy before it, refused the download (${detail}). Check the proxy settings.`,
  ],
  [
    /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|ENOTDIR|EISDIR)$/,
    ({ folder, detail }) =>
      `it could not be written below ${folder} (${detail}). Make room there or make it writable, or set SCRIBE_CACHE_DIR to another folder.`,
  ],
  [
    /CERT|SIGNATURE|ERR_TLS|ERR_SSL|^EPROTO$/,
    ({ host, detail }) =>
      `${host} showed a certificate that is not trusted (${detail}). Set npm's cafile, or NODE_EXTRA_CA_CERTS, to your network's certificate authority.`,
  ],
  [
    /./,
    ({ host, detail }) =>
      `could not be fetched from ${host} (${detail}). ${AGAIN} when online; proxy settings are honoured, and SCRIBE_YTDLP_RELEASES may name a mirror.`,
  ],
]

/** @param releases address of the release, as it is set */
export function toToolPullError(error: unknown, releases: string, folder: string): ToolPullError {
  if (error instanceof ToolPullError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const host = URL.canParse(releases) ? new URL(releases).host : 'the address that is set'
  const detail = (error instanceof Error ? error.message || code : String(error)).replace(
    /\/\/[^/@\s]+@/g,
    '//',
  )
  const [, sentence] =
    REASONS.find(([codes]) => codes.test(code)) ?? REASONS[REASONS.length - 1] ?? []
  return new ToolPullError(`yt-dlp: ${sentence?.({ host, folder, detail }) ?? detail}`, {
    cause: error,
  })
}

export function notGenuine(): ToolPullError {
  return new ToolPullError(
    `yt-dlp: what was sent is not the file that the release's checksums name; nothing was kept. ${AGAIN}; if it stays so, a proxy or mirror changes the download.`,
  )
}

export function notRunning(asset: string, reason: string): ToolPullError {
  const python = asset === 'yt-dlp' ? ' It needs python3, 3.10 or newer.' : ''
  return new ToolPullError(
    `yt-dlp: the file for this machine (${asset}) does not run (${reason}); nothing was kept.${python} Install yt-dlp another way, and set SCRIBE_YTDLP to its path.`,
  )
}
