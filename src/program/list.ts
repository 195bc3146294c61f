// The flags of `scribe list`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addList(_program: Command, _runner: Runner): void {}
