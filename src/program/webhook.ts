// The flags of `scribe webhook verify|sign`; those of the commands that receive and send stand in
// webhook-traffic.ts.
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { wholeNumber } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'
import { withSecret } from './webhook-secret.ts'
import { addListen, addReplay, addTrigger } from './webhook-traffic.ts'

const UNIX_MAX = 999_999_999_999_999

export function addWebhookCommands(program: Command, runner: Runner): void {
  const webhook = addCommand(program, 'webhook', 'Receive, verify, sign and send webhooks', [
    'scribe webhook listen',
    "scribe webhook verify body.json --header 't=1700000000,v1=5257a8…'",
    'scribe webhook trigger completed --to http://localhost:3000/hook',
  ])
  addVerify(webhook, runner)
  addSign(webhook, runner)
  addListen(webhook, runner)
  addTrigger(webhook, runner)
  addReplay(webhook, runner)
}

function addVerify(webhook: Command, runner: Runner): void {
  const command = addCommand(
    webhook,
    'verify',
    'Check the signature of a delivery; exit 10 and the reason when it does not verify',
    [
      'scribe webhook verify body.json --header "$HEADER" --secret-file secret',
      "curl … | scribe webhook verify - --header 'X-Service-Signature: t=…,v1=…'",
      'scribe webhook listen --json --count 1 | scribe webhook verify --delivery -',
    ],
  )
    .argument('[file]', 'the body as it was received (default: -, stdin)')
    .option('--header <text>', 'signature header: t=…,v1=…, with or without its name')
    .option(
      '--delivery <file>',
      'records of `listen --json` instead of body and header; - is stdin',
    )
    .option('--tolerance <seconds>', 'how far the time may be off (default: 300; 0 takes any time)')
    .option('--now <unix>', 'time to judge at (default: now; of a record, when it was received)')
  action(withSecret(command), runner, async (context, args, flags) => {
    const header = textFlag(flags, 'header')
    const delivery = textFlag(flags, 'delivery')
    if (delivery !== undefined) {
      if (header === undefined && args.length === 0) {
        const { verifyRecords } = await import('../commands/webhook/verify-records.ts')
        return verifyRecords(context, delivery)
      }
      throw new UsageError('--delivery has body and header; leave out the file and --header')
    }
    if (header === undefined) {
      throw new UsageError("--header 't=…,v1=…' is missing; or give a record with --delivery")
    }
    const { verify } = await import('../commands/webhook/verify.ts')
    await verify(context, args[0] ?? '-', header)
  })
}

function addSign(webhook: Command, runner: Runner): void {
  const command = addCommand(webhook, 'sign', 'Print the signature header for a body', [
    'scribe webhook sign body.json --secret-file secret',
    'curl -H "X-Service-Signature: $(scribe webhook sign body.json)" --data-binary @body.json URL',
  ])
    .argument('[file]', 'the body as it will be sent (default: -, stdin)')
    .option('--timestamp <unix>', 'time of signing in Unix seconds (default: now)')
  action(withSecret(command), runner, async (context, args, flags) => {
    const text = textFlag(flags, 'timestamp')
    const timestamp = text === undefined ? undefined : wholeNumber('--timestamp', text, 0, UNIX_MAX)
    const { sign } = await import('../commands/webhook/sign.ts')
    await sign(context, args[0] ?? '-', timestamp)
  })
}
