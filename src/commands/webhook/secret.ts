// Which secret a webhook command signs or verifies with. That of the local daemon counts only where
// the command would speak to that daemon: deliveries of another server are signed with another.
import { readFileSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { Flags } from '../../settings.ts'
import type { Secret } from '../../webhooks/current-secret.ts'

const VARIABLE = 'SCRIBE_WEBHOOK_SECRET'
const WAYS = `give it with --secret-file, ${VARIABLE} or --secret`

/** @throws UsageError when there is none, or what is given is none */
export async function findSecret(context: Context): Promise<Secret> {
  const given = givenSecret(context.flags, context.env)
  if (given !== undefined) return given
  const { localSecret } = await import('./local-secret.ts')
  const local = await localSecret(context)
  if (typeof local === 'string') return { text: local, source: 'the local daemon' }
  throw new UsageError(`There is no signing secret: ${WAYS} (${local.why})`)
}

/**
 * Of the flags, else of the environment; undefined when neither has one.
 *
 * @throws UsageError when what is given is none
 */
export function givenSecret(
  { secret, secretFile }: Flags,
  env: NodeJS.ProcessEnv,
): Secret | undefined {
  if (typeof secret === 'string' && typeof secretFile === 'string') {
    throw new UsageError('--secret and --secret-file exclude each other')
  }
  if (typeof secret === 'string') return { text: some(secret), source: '--secret' }
  if (typeof secretFile === 'string') return { text: fileText(secretFile), source: '--secret-file' }
  const text = env[VARIABLE]
  return text === undefined || text === '' ? undefined : { text, source: VARIABLE }
}

/** Editors and `echo` add a newline, or a byte order mark, which are not part of the secret. */
function fileText(file: string): string {
  try {
    return some(readFileSync(file, 'utf8').trim())
  } catch (error) {
    if (error instanceof UsageError) throw error
    const reason = error instanceof Error ? error.message : error
    throw new UsageError(`--secret-file ${file} cannot be read: ${reason}`)
  }
}

function some(secret: string): string {
  if (secret !== '') return secret
  throw new UsageError(`The signing secret is empty; ${WAYS}`)
}
