// The flags of `scribe create`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addCreate(_program: Command, _runner: Runner): void {}
