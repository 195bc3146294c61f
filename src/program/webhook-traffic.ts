// The flags of `scribe webhook listen|trigger|replay`.
import type { Command } from 'commander'
import { oneOf, wholeNumber } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { action, optionFor, type Runner, textFlag } from './runner.ts'
import { withSecret } from './webhook-secret.ts'

const PORT = 4790
const PORT_MAX = 65_535
const COUNT_MAX = 1_000_000_000
const KINDS = ['completed', 'failed'] as const

const LISTEN_HELP = `Answers 204, or 400 to what does not verify. With --forward-to, what verifies goes on with its
bytes and headers, and the answer's status goes back to the sender (502 when there is none).

Without the internet, as in CI:
  $ scribe daemon start --allow-private-webhooks
  $ scribe webhook listen --json --count 1 > delivery.json &
  $ scribe transcribe talk.mp3 --webhook-url http://127.0.0.1:${PORT}/
  $ wait %1 && scribe webhook verify --delivery delivery.json
`

export function addListen(webhook: Command, runner: Runner): void {
  const command = addCommand(
    webhook,
    'listen',
    'Receive deliveries on this machine: verify them, print them, hand them on',
    [
      'scribe webhook listen',
      'scribe webhook listen --forward-to localhost:3000/hook',
      'scribe webhook listen --json | tee deliveries.jsonl',
    ],
  )
    .addHelpText('after', LISTEN_HELP)
    .option('--port <number>', `port to listen on; 0 takes a free one (default: ${PORT})`)
    .addOption(optionFor('host'))
    .option('--forward-to <url>', 'hand on what verifies to this URL')
    .option('--count <number>', 'end after so many deliveries; exit 10 if one did not verify')
    .option('--no-verify', 'take every delivery, without any secret')
  action(withSecret(command), runner, async (context, _args, flags) => {
    const port = textFlag(flags, 'port')
    const count = textFlag(flags, 'count')
    const options = {
      host: textFlag(flags, 'host') ?? '127.0.0.1',
      port: port === undefined ? PORT : wholeNumber('--port', port, 0, PORT_MAX),
      forwardTo: textFlag(flags, 'forwardTo'),
      verify: flags.verify !== false,
      count: count === undefined ? undefined : wholeNumber('--count', count, 1, COUNT_MAX),
    }
    const { listen } = await import('../commands/webhook/listen.ts')
    await listen(context, options)
  })
}

export function addTrigger(webhook: Command, runner: Runner): void {
  const command = addCommand(webhook, 'trigger', 'Send a sample event, correctly signed', [
    'scribe webhook trigger completed --to http://localhost:3000/hook',
    'scribe webhook trigger failed --to localhost:3000/hook --secret-file secret --json',
  ])
    .argument('<kind>', KINDS.join(' or '))
    .requiredOption('--to <url>', 'where it goes')
  action(withSecret(command), runner, async (context, args, flags) => {
    const kind = oneOf('trigger', args[0] ?? '', KINDS)
    const { trigger } = await import('../commands/webhook/trigger.ts')
    await trigger(context, kind, textFlag(flags, 'to') ?? '')
  })
}

export function addReplay(webhook: Command, runner: Runner): void {
  const command = addCommand(
    webhook,
    'replay',
    'Send recorded deliveries again: the same bytes, new signatures',
    [
      'scribe webhook replay deliveries.jsonl --to http://localhost:3000/hook',
      'tail -n 1 deliveries.jsonl | scribe webhook replay - --to localhost:3000/hook',
    ],
  )
    .argument('<file>', 'records of `listen --json` or `trigger --json`; - is stdin')
    .requiredOption('--to <url>', 'where they go')
  action(withSecret(command), runner, async (context, args, flags) => {
    const { replay } = await import('../commands/webhook/replay.ts')
    await replay(context, args[0] ?? '', textFlag(flags, 'to') ?? '')
  })
}
