// The flags of `scribe config` and `scribe profile`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addConfigCommands(_program: Command, _runner: Runner): void {}
