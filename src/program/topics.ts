// The flags of `scribe help <topic>`.
import type { Command } from 'commander'
import type { Runner } from './runner.ts'

export function addTopics(_program: Command, _runner: Runner): void {}
