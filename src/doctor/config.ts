// The check of the configuration file: whether it can be read, and every value in it can be.
import { existsSync } from 'node:fs'
import { configPath } from '../config-file.ts'
import { CONFIGURED, configuredValue } from '../configured.ts'
import { type CheckResult, fail, ok } from './check.ts'

export async function checkConfig(configDir: string): Promise<CheckResult> {
  const path = configPath(configDir)
  try {
    for (const name of CONFIGURED) await configuredValue(name, configDir)
  } catch (error) {
    return fail(reasonOf(error, path), `edit or delete ${path}`)
  }
  return ok(existsSync(path) ? path : `nothing is set (${path})`)
}

/** A damaged file's own message says also what to do. */
function reasonOf(error: unknown, path: string): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? `${path} cannot be read (${cause.message})` : message
}
