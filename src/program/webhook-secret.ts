// The flags for what the webhook commands sign and verify with.
import type { Command } from 'commander'

export function withSecret(command: Command): Command {
  return command
    .option('--secret <secret>', 'signing secret (others see it in the list of processes)')
    .option(
      '--secret-file <file>',
      'file with the signing secret (env: SCRIBE_WEBHOOK_SECRET; else that of the local daemon)',
    )
}
