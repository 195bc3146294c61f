// The signing secret of a test daemon's team, as its dashboard reveals it.
import type { TestDaemon } from './daemon.ts'

export async function signingSecret({ baseUrl, key }: TestDaemon): Promise<string> {
  const url = new URL('/dashboard/secret', baseUrl)
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  return ((await response.json()) as { signing_secret: string }).signing_secret
}
