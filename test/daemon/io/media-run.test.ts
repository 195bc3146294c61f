// One run of a program that does not end by itself.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runYtDlp } from '../../../daemon/io/media/run.ts'

const going = new AbortController().signal

async function run(script: string, limits: { limitSeconds: number; silenceSeconds?: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'program')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  let printed = ''
  const onOutput = (text: string) => {
    printed += text
  }
  const env = { PATH: process.env.PATH }
  await runYtDlp(program, { args: [], env, folder, onOutput, ...limits }, going)
  return printed
}

describe('a run', () => {
  it('ends when its time is over, however much it says', async () => {
    const script = 'while true; do echo bytes=1; sleep 0.05; done'

    await expect(run(script, { limitSeconds: 0.3, silenceSeconds: 10 })).rejects.toMatchObject({
      name: 'FetchCrash',
      message: expect.stringContaining('longer than'),
    })
  })

  it('ends when it says nothing for too long', async () => {
    await expect(
      run('echo bytes=1; sleep 100', { limitSeconds: 100, silenceSeconds: 0.3 }),
    ).rejects.toMatchObject({
      name: 'FetchCrash',
      message: expect.stringContaining('stood still'),
    })
  })

  it('goes on as long as it says something, on either stream', async () => {
    const script = 'for n in 1 2 3 4 5; do sleep 0.2; echo $n; sleep 0.2; echo $n >&2; done'

    expect(await run(script, { limitSeconds: 100, silenceSeconds: 1.5 })).toBe('1\n2\n3\n4\n5\n')
  })
})
