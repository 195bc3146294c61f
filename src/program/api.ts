// The flags of `scribe api`.
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function addApi(program: Command, runner: Runner): void {
  const command = addCommand(program, 'api', 'Send any request with the credential', [
    'scribe api GET /account',
    'scribe api GET "/transcriptions?status=failed&limit=5" | jq -r ".data[].error.code"',
    "scribe api POST /transcriptions -H 'Idempotency-Key: talk-1' -d @request.json",
    'scribe api GET /transcriptions/tr_0123 -i',
  ])
    .argument('<method>', METHODS.join(', '))
    .argument('<path>', 'below the base URL, or a whole URL of the same server')
    .option('-d, --data <json>', 'body: JSON, @file, or @- for stdin')
    .option('-H, --header <line>', 'header such as "Name: value"; may be given again', collect)
    .option('-i, --include', 'print status and headers before the body')
  action(command, runner, async (context, [method = '', path = ''], flags) => {
    const options = {
      method: checkedMethod(method),
      path,
      data: textFlag(flags, 'data'),
      headers: Array.isArray(flags.header) ? flags.header : [],
      include: flags.include === true,
    }
    const { api } = await import('../commands/api.ts')
    await api(context, options)
  })
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function checkedMethod(given: string): string {
  const method = given.toUpperCase()
  if (METHODS.includes(method)) return method
  throw new UsageError(`"${given}" is no method; say for example: scribe api GET /account`)
}
