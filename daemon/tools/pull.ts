// Brings yt-dlp: the official release file for this machine, compared with the checksums of the
// same release, tried once, and put in place by a rename. An interrupted pull leaves nothing in
// place and is started anew; two at once do no harm, the later one's file stays. It is always the
// newest release, because YouTube changes every few weeks.
import { createHash } from 'node:crypto'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../models/installed.ts'
import { makeTemporary } from '../models/temporary.ts'
import { assetFor, checksumOf, thisMachine } from './asset.ts'
import { askVersion, pulledPath } from './find.ts'
import { notGenuine, notRunning, toToolPullError } from './pull-error.ts'
import type { Web } from './web.ts'

/** Where the releases of yt-dlp are; a mirror can be set in its place. */
export const OFFICIAL_RELEASES = 'https://github.com/yt-dlp/yt-dlp/releases/latest/download'

const SUMS = 'SHA2-256SUMS'
const SUMS_MAX_BYTES = 1_000_000
/** Releases have about 40 MB. */
const PROGRAM_MAX_BYTES = 300_000_000

export interface ToolProgress {
  receivedBytes: number
  /** Null when the server does not say. */
  totalBytes: number | null
}

export interface PullToolOptions {
  cacheDir: string
  /** Address of the folder with the newest release's files. */
  releases: string
  signal: AbortSignal
  onProgress(progress: ToolProgress): void
  env?: NodeJS.ProcessEnv
}

/**
 * @returns where it is now, and its version
 * @throws ToolPullError, and the signal's reason
 */
export async function pullYtDlp(
  options: PullToolOptions,
): Promise<{ path: string; version: string | null }> {
  const { cacheDir, releases, signal, env = process.env } = options
  const target = pulledPath(cacheDir)
  let folder: string | undefined
  let web: Web | undefined
  try {
    const [{ loadNpmOptions }, { openWeb }] = await Promise.all([
      import('../models/npm-config.ts'),
      import('./web.ts'),
    ])
    web = openWeb(await loadNpmOptions(env), env)
    folder = await makeTemporary(dirname(target))
    const fresh = join(folder, basename(target))
    const asset = assetFor(thisMachine())
    await download(web, asset, fresh, options)
    const version = await tryOut(fresh, asset)
    signal.throwIfAborted()
    await rename(fresh, target)
    await syncFolder(dirname(target))
    return { path: target, version }
  } catch (error) {
    signal.throwIfAborted()
    throw toToolPullError(error, releases, dirname(target))
  } finally {
    await web?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function download(
  web: Web,
  asset: string,
  path: string,
  { releases, signal, onProgress }: PullToolOptions,
): Promise<void> {
  const base = releases.replace(/\/+$/, '')
  const sums = await web.get(`${base}/${SUMS}`, signal)
  const wanted = checksumOf(await textOf(sums.body), asset)
  if (wanted === null) throw Object.assign(new Error(`no ${asset} in ${SUMS}`), { code: 'E404' })
  const { body, totalBytes } = await web.get(`${releaseOf(sums.addresses)}/${asset}`, signal)
  let receivedBytes = 0
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o755)
  try {
    for await (const chunk of body) {
      receivedBytes += chunk.length
      if (receivedBytes > PROGRAM_MAX_BYTES) throw notGenuine()
      hash.update(chunk)
      await file.write(chunk)
      onProgress({ receivedBytes, totalBytes })
    }
    if (hash.digest('hex') !== wanted) throw notGenuine()
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, 0o755)
}

/**
 * "Latest" leads to a certain release by a redirect: the program is taken from that one, should a
 * newer one come out meanwhile. Further redirects lead to where the bytes are kept.
 */
function releaseOf(addresses: string[]): string {
  const last = addresses.findLast((address) => new URL(address).pathname.endsWith(`/${SUMS}`))
  return (last ?? '').slice(0, -`/${SUMS}`.length)
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > SUMS_MAX_BYTES) throw notGenuine()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function tryOut(path: string, asset: string): Promise<string | null> {
  try {
    return await askVersion(path)
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    const reason = stderr.split('\n').at(-1) || (error instanceof Error ? error.message : '')
    throw notRunning(asset, reason)
  }
}

/** @returns whether there was one */
export async function removeYtDlp(cacheDir: string): Promise<boolean> {
  try {
    await rm(pulledPath(cacheDir))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
