// The flags of `scribe account`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addAccount(_program: Command, _runner: Runner): void {}
