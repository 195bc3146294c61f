// Which file of a yt-dlp release runs on this machine. The stand-alone programs need nothing else
// on the machine; where there is none, the one that needs Python is taken.

export interface Machine {
  platform: NodeJS.Platform
  arch: string
  /** The C library of Linux is musl (Alpine), not glibc. */
  musl: boolean
}

const FILES: Record<string, string> = {
  'linux x64': 'yt-dlp_linux',
  'linux arm64': 'yt-dlp_linux_aarch64',
  'linux-musl x64': 'yt-dlp_musllinux',
  'linux-musl arm64': 'yt-dlp_musllinux_aarch64',
  'darwin x64': 'yt-dlp_macos',
  'darwin arm64': 'yt-dlp_macos',
  'win32 x64': 'yt-dlp.exe',
  'win32 ia32': 'yt-dlp_x86.exe',
  'win32 arm64': 'yt-dlp_arm64.exe',
}

/** Runs wherever there is a python3. */
const FOR_PYTHON = 'yt-dlp'

export function assetFor({ platform, arch, musl }: Machine): string {
  const system = platform === 'linux' && musl ? 'linux-musl' : platform
  return FILES[`${system} ${arch}`] ?? FOR_PYTHON
}

export function thisMachine(): Machine {
  const { platform, arch } = process
  return { platform, arch, musl: platform === 'linux' && !hasGlibc() }
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime !== undefined
}

/** The lower-case hex SHA-256 of a file in a list as sha256sum writes it; null when not listed. */
export function checksumOf(list: string, file: string): string | null {
  for (const line of list.split(/\r?\n/)) {
    const [, sum, name] = /^([\da-f]{64}) [ *](.+)$/i.exec(line) ?? []
    if (name === file && sum !== undefined) return sum.toLowerCase()
  }
  return null
}
