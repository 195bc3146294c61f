// The flags of `scribe delete`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addDelete(_program: Command, _runner: Runner): void {}
