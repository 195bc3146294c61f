// Commands reach the local daemon through the socket in its data folder, and through its port
// where there is none.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DaemonFile } from '../../src/api/local.ts'
import { Home } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const list = () => home.run(['list', '-q'], { env: { SCRIBE_DATA_DIR: daemon.dataDir } })

describe.skipIf(process.platform === 'win32')('a command of this machine', () => {
  it('needs no port to reach the daemon', async () => {
    const path = join(daemon.dataDir, 'daemon.json')
    const told = readFileSync(path, 'utf8')
    const file: DaemonFile = JSON.parse(told)
    writeFileSync(path, JSON.stringify({ ...file, base_url: 'http://127.0.0.1:9/v1' }))
    expect((await list()).exitCode).toBe(0)
    writeFileSync(path, told)
  })

  it('uses the port when the socket is gone', async () => {
    rmSync(join(daemon.dataDir, 'daemon.sock'))
    expect((await list()).exitCode).toBe(0)
  })
})
