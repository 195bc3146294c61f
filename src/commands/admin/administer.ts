// What the administration commands share: the running daemon of the data folder, and answers for
// people or for scripts. A daemon that does not run is not started: there is nothing to administer
// that could not wait until somebody wants it to run, and a typo in --data-dir must not make one.
import { Admin } from '../../client/admin.ts'
import type { Context } from '../../context.ts'
import { NoDaemon } from '../../local-daemon/connect.ts'
import { findDaemon } from '../../local-daemon/find.ts'
import { requestOptions } from '../../request-options.ts'

/**
 * Runs `work` with the administration of the running daemon.
 *
 * @throws NoDaemon when none runs in the data folder
 */
export async function administer<T>(
  context: Context,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { folders, flags, signal } = context
  const running = await findDaemon(folders.data, signal)
  if (running === null) {
    const same = flags.dataDir === undefined ? '' : ' and the same --data-dir'
    const how = `start it with \`scribe daemon start\`${same}`
    throw new NoDaemon(`No daemon runs in ${folders.data}; ${how}`)
  }
  const { status, apiKey } = running
  const options = { ...(await requestOptions(context)), baseUrl: status.base_url, apiKey }
  const admin = new Admin(options, signal)
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}

/** The server's answer under --json, else the one value that it is about. */
export async function answer({ io }: Context, json: object, value: string): Promise<void> {
  await io.write(io.json ? `${JSON.stringify(json)}\n` : `${value}\n`)
}
