// The user's own npm settings (registry, scoped registries, proxy, certificates, credentials), as
// npm itself would read them: npm's built-in file, the global and the user's npmrc and npm_config_*
// variables. A project's npmrc is left out: which folder scribe was started in must not decide
// where a model comes from. Nothing is written, and npm's warnings go nowhere.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Config from '@npmcli/config'
import npm from '@npmcli/config/lib/definitions/index.js'

/** Options as pacote and npm's fetch take them. */
export type NpmOptions = Record<string, unknown> & {
  registry: string
  offline?: boolean
  retry?: object
}

/** npm waits up to a minute between tries; here a person waits, who may simply be offline. */
const RETRY_PAUSES = { minTimeout: 500, maxTimeout: 4_000 }

/**
 * Reads npm's configuration.
 *
 * @param env the environment to read it for; it is not changed
 */
export async function loadNpmOptions(env: NodeJS.ProcessEnv): Promise<NpmOptions> {
  const config = new Config({
    npmPath: findNpm(env),
    definitions: npm.definitions,
    shorthands: npm.shorthands,
    flatten: npm.flatten,
    nerfDarts: npm.nerfDarts,
    // Global mode is npm's own way to say: no project.
    argv: [process.execPath, 'npm', '--location=global'],
    // A copy, because loading sets npm_config_* variables in it.
    env: { ...env },
    warn: false,
  })
  await config.load()
  const options = config.flat as NpmOptions
  return { ...options, retry: { ...options.retry, ...RETRY_PAUSES } }
}

/** URL of the registry that a package comes from: its scope's, else the general one. */
export function registryOf(npm: NpmOptions, packageName: string): string {
  const scoped = npm[`${packageName.split('/')[0]}:registry`]
  return typeof scoped === 'string' ? scoped : npm.registry
}

/** Folder of the npm that belongs to this Node: its built-in npmrc moves the global one on some systems. */
function findNpm(env: NodeJS.ProcessEnv): string {
  const bin = dirname(process.execPath)
  const folders = [join(bin, 'node_modules/npm'), join(bin, '../lib/node_modules/npm')]
  if (env.npm_execpath?.endsWith('npm-cli.js')) folders.unshift(dirname(dirname(env.npm_execpath)))
  const found = folders.find((folder) => existsSync(join(folder, 'package.json')))
  return found === undefined ? bin : realpathSync(found)
}
