// `scribe webhook verify` as scripts call it, for every delivery: without the command tree, whose
// building takes several times as long as verifying. Takes only command lines that it understands
// to the last word; all others go the usual way, help and complaints included, and either way it
// is the same code that verifies.
import { parseArgs } from 'node:util'
import { givenSecret } from './commands/webhook/secret.ts'
import { verifyWith } from './commands/webhook/verify.ts'
import { Io } from './io.ts'
import type { Flags } from './settings.ts'

const TEXT = { type: 'string' } as const
const SWITCH = { type: 'boolean' } as const
const OPTIONS = {
  ...{ header: TEXT, secret: TEXT, 'secret-file': TEXT, tolerance: TEXT, now: TEXT },
  ...{ json: SWITCH, quiet: { ...SWITCH, short: 'q' } },
}

/**
 * @param args what follows `webhook verify`
 * @returns false when nothing was done and the usual way is to be gone
 */
export async function verifyQuickly(
  process: NodeJS.Process,
  args: string[],
  signal: AbortSignal,
): Promise<boolean> {
  const parsed = parsedArgs(args)
  if (parsed === null) return false
  const { header, 'secret-file': secretFile, json = false, quiet = false, ...rest } = parsed.values
  const [file = '-', ...more] = parsed.positionals
  if (header === undefined || more.length > 0) return false
  const flags: Flags = { ...rest, secretFile }
  const secret = givenSecret(flags, process.env)
  if (secret === undefined) return false
  await verifyWith(secret, { io: new Io(process, { json, quiet }), signal, flags }, file, header)
  return true
}

function parsedArgs(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true })
  } catch {
    return null
  }
}
