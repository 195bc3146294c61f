// The flags of `scribe completion`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addCompletion(_program: Command, _runner: Runner): void {}
