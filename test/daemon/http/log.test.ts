import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { BIN, Home } from '../../support/cli.ts'

const home = new Home()
afterAll(() => home.remove())

/** The built daemon at the most talkative log level, used for a while, then ended. */
async function logOf(use: (baseUrl: string) => Promise<void>): Promise<string> {
  const args = [BIN, 'daemon', 'run', '--port', '0', '--log-level', 'trace']
  const child = spawn(process.execPath, args, { env: home.env })
  let log = ''
  child.stderr.on('data', (data) => {
    log += data
  })
  const [line] = await once(child.stdout, 'data')
  await use(JSON.parse(String(line)).base_url)
  child.kill('SIGTERM')
  await once(child, 'close')
  return log
}

describe('the log', () => {
  it('has a line for every request with its id, and none of its secrets', async () => {
    const secrets = ['svc_secretkey', 'upl_secrettoken', 'secret-idempotency', 'svc_secretcookie']
    const ids: (string | null)[] = []
    const log = await logOf(async (baseUrl) => {
      const headers = {
        authorization: `Bearer ${secrets[0]}`,
        'x-upload-token': secrets[1] ?? '',
        'idempotency-key': secrets[2] ?? '',
        cookie: `scribe_session=${secrets[3]}`,
      }
      const paths: [string, string][] = [
        ['POST', '/transcriptions'],
        ['PUT', '/transcriptions/tr_none/upload/chunks/0'],
        ['GET', '/transcriptions?cursor=none'],
        ['GET', '/transcriptions/%zz'],
      ]
      for (const [method, path] of paths) {
        const answer = await fetch(baseUrl + path, { method, headers })
        ids.push(answer.headers.get('x-request-id'))
      }
    })
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const answered = lines.filter(({ msg }) => msg === 'answered')

    expect(answered.map(({ request_id }) => request_id)).toEqual(ids)
    expect(answered[0]).toMatchObject({ method: 'POST', path: '/v1/transcriptions', status: 401 })
    expect(lines.filter((line) => 'hostname' in line)).toEqual([])
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})
