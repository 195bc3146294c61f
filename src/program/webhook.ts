// The flags of `scribe webhook`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addWebhookCommands(_program: Command, _runner: Runner): void {}
