// The signing secret of the daemon that runs on this machine. It is never started for that: a
// daemon that does not run has sent nothing.
import type { Context } from '../../context.ts'
import { NoDaemon } from '../../local-daemon/connect.ts'
import { readDaemonFile } from '../../local-daemon/find.ts'
import { resolveTarget } from '../../target.ts'
import { administer } from '../admin/administer.ts'

/** @returns the secret, or why there is none to take */
export async function localSecret(context: Context): Promise<string | { why: string }> {
  const { flags, env, folders } = context
  const { baseUrl } = await resolveTarget(flags, env, folders.config)
  if (baseUrl !== null && (await readDaemonFile(folders.data))?.base_url !== baseUrl) {
    return { why: `that of ${new URL(baseUrl).origin} is shown in its dashboard` }
  }
  try {
    return (await administer(context, (admin) => admin.secret(undefined))).signing_secret
  } catch (error) {
    if (error instanceof NoDaemon) return { why: 'no local daemon runs whose own could be taken' }
    throw error
  }
}
