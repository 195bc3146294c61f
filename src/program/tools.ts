// The flags of `scribe tools`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addTools(_program: Command, _runner: Runner): void {}
