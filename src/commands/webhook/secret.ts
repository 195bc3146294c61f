// Which secret a webhook command signs or verifies with. That of the local daemon counts only where
// the command would speak to that daemon: deliveries of another server are signed with another.
import { readFile } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'

export interface Secret {
  text: string
  /** In words. */
  source: string
}

const VARIABLE = 'SCRIBE_WEBHOOK_SECRET'
const WAYS = `give it with --secret-file, ${VARIABLE} or --secret`

/** @throws UsageError when there is none, or what is given is none */
export async function findSecret(context: Context): Promise<Secret> {
  const { flags, env } = context
  if (typeof flags.secret === 'string' && typeof flags.secretFile === 'string') {
    throw new UsageError('--secret and --secret-file exclude each other')
  }
  if (typeof flags.secret === 'string') return { text: some(flags.secret), source: '--secret' }
  if (typeof flags.secretFile === 'string') {
    return { text: await fileText(flags.secretFile), source: '--secret-file' }
  }
  const text = env[VARIABLE]
  if (text !== undefined && text !== '') return { text, source: VARIABLE }
  const { localSecret } = await import('./local-secret.ts')
  const local = await localSecret(context)
  if (typeof local === 'string') return { text: local, source: 'the local daemon' }
  throw new UsageError(`There is no signing secret: ${WAYS} (${local.why})`)
}

/** Editors and `echo` end a file with a newline, which is not part of the secret. */
async function fileText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--secret-file ${file} cannot be read: ${error.code ?? error.message}`)
  })
  return some(text.replace(/\r?\n$/, ''))
}

function some(secret: string): string {
  if (secret !== '') return secret
  throw new UsageError(`The signing secret is empty; ${WAYS}`)
}
