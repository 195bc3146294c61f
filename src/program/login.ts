// The flags of `scribe login` and `scribe logout`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addLogin(_program: Command, _runner: Runner): void {}
