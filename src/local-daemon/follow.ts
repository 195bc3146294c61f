// Finds the local daemon again after a lost connection. One that was restarted is where its file
// says; one that had been started by a command and crashed is started again, as its jobs go on
// then. One that somebody stopped, or started by hand, is left alone.
import { readCrashedDaemon, readDaemonFile } from './find.ts'

/**
 * @param restart starts the daemon; called for several lost connections once
 * @returns tells the base URL, or null while there is none
 */
export function followLocal(
  dataDir: string,
  restart: () => Promise<{ status: { base_url: string } }>,
): () => Promise<string | null> {
  let restarting: Promise<string | null> | undefined
  const revive = async () => {
    const crashed = await readCrashedDaemon(dataDir)
    if (!crashed?.idle_exit_minutes) return null
    return restart().then(
      ({ status }) => status.base_url,
      () => null,
    )
  }
  return async () => {
    const file = await readDaemonFile(dataDir)
    if (file !== null) return file.base_url
    restarting ??= revive().finally(() => {
      restarting = undefined
    })
    return restarting
  }
}
