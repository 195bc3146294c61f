// The flags of `scribe upload`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addUpload(_program: Command, _runner: Runner): void {}
