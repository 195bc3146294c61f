// --json passes what the server sent, also what this program does not know of and could not hold:
// servers that are newer, or that write numbers as JavaScript would not.
import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'
import { type Reply, serve } from '../support/scripted-server.ts'
import { urlOf } from '../support/videos.ts'

const home = new Home()
afterAll(() => home.remove())

const FOREIGN =
  '"later":{"z":12345678901234567890,"a":1.0,"10":-0,"2":1e21,"e":"\\u00e9\\/"},"x": 1E+2'
const jobOf = (id: string, status = 'completed') =>
  `{"object":"transcription","id":"${id}","status":"${status}","created_at":"2026-01-01T00:00:00Z", ${FOREIGN}}`
const JOB = jobOf('tr_1')
/** As some servers write. */
const pretty = (job: string) => job.replaceAll(/,(?=")/g, ',\n  ')

function sent(text: string): Reply {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(text)
  }
}

async function asked(replies: Reply[], args: string[]) {
  const server = await serve(replies)
  const ran = await home.run([...args, '--json'], { env: { SCRIBE_BASE_URL: server.baseUrl } })
  server.close()
  return ran
}

describe('--json prints one document byte for byte', () => {
  const progress = `{"object":"upload","status":"awaiting_upload","total_bytes":1.0,"received_chunks":[],"chunks":[], ${FOREIGN}}`
  const page = `{"object":"list","data":[ ${JOB} ],"next_cursor":null, ${FOREIGN}}`

  it.each<[string, string, string[]]>([
    ['create', JOB, ['create', urlOf('abc')]],
    ['transcribe', JOB, ['transcribe', urlOf('abc')]],
    ['transcribe --no-wait', JOB, ['transcribe', '--no-wait', urlOf('abc')]],
    [
      'transcribe --no-wait --reuse-recent',
      JOB.replace('{', '{"reused":true,"billed_minutes":2,'),
      ['transcribe', '--no-wait', '--reuse-recent', urlOf('abc')],
    ],
    ['get', JOB, ['get', 'tr_1']],
    ['wait', JOB, ['wait', 'tr_1']],
    ['list', page, ['list']],
    ['account', `{"object":"account", ${FOREIGN}}`, ['account']],
    ['upload status', progress, ['upload', 'status', 'tr_1']],
    ['upload complete', JOB, ['upload', 'complete', 'tr_1']],
  ])('%s', async (_name, text, args) => {
    const { stdout, exitCode } = await asked([sent(pretty(text))], args)
    expect(stdout).toBe(`${pretty(text)}\n`)
    expect(exitCode).toBe(0)
  })

  it('upload of a file', async () => {
    writeFileSync(home.path('talk.wav'), 'sound')
    const { stdout } = await asked([sent(pretty(JOB))], ['upload', 'talk.wav'])
    expect(stdout).toBe(`${pretty(JOB)}\n`)
  })

  it('cancel', async () => {
    const replies = [sent(jobOf('tr_1', 'queued')), sent(''), sent(pretty(JOB))]
    expect((await asked(replies, ['cancel', 'tr_1'])).stdout).toBe(`${pretty(JOB)}\n`)
  })
})

describe('--json prints of several documents a line each, unchanged', () => {
  const second = jobOf('tr_2')

  it('list --all', async () => {
    const pageOf = (jobs: string[], next: string) =>
      `{"next_cursor":${next},"data":[${jobs.join(' ,\n ')}],"object":"list"}`
    const replies = [sent(pageOf([JOB, second], '"c"')), sent(pageOf([pretty(JOB)], 'null'))]
    const { stdout, exitCode } = await asked(replies, ['list', '--all'])
    expect(stdout).toBe(`${JOB}\n${second}\n${JOB}\n`)
    expect(exitCode).toBe(0)
  })

  it('wait', async () => {
    const byId: Reply = (request, response) =>
      sent(pretty(request.url?.includes('tr_2') ? second : JOB))(request, response)
    const { stdout } = await asked([byId], ['wait', 'tr_1', 'tr_2'])
    expect(stdout.trimEnd().split('\n').sort()).toEqual([JOB, second])
  })

  it('transcribe', async () => {
    const account = sent('{"object":"account","limits":{"max_active_jobs":2}}')
    const args = ['transcribe', urlOf('a'), urlOf('b')]
    const { stdout } = await asked([account, sent(pretty(JOB))], args)
    expect(stdout).toBe(`${JOB}\n${JOB}\n`)
  })

  it('list --watch, without the transcript that comes with the end of one', async () => {
    const running = jobOf('tr_1', 'transcribing')
    const ended = `{"transcript":{"text":"hello"},${JOB.slice(1)}`
    const server = await serve([
      (request, response) => {
        const page = `{"data":[${running}],"next_cursor":null}`
        sent(request.url?.includes('/tr_1') ? ended : page)(request, response)
      },
    ])
    let lines = ''
    await home.run(['list', '--watch', '--json'], {
      env: { SCRIBE_BASE_URL: server.baseUrl },
      onStart: (child) =>
        child.stdout?.on('data', (text) => {
          lines += text
          if (lines.split('\n').length > 2) child.kill('SIGINT')
        }),
    })
    server.close()
    expect(lines).toBe(`${running}\n${JOB.replaceAll(/([,:]) /g, '$1')}\n`)
  })
})
