// The flags of `scribe api`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addApi(_program: Command, _runner: Runner): void {}
