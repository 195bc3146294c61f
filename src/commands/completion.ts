// `scribe completion`: prints the script that makes a shell complete scribe's command lines. It is
// made of the command table and complete in itself: pressing TAB starts no program.
import type { Command } from 'commander'
import type { Tree } from '../completion/tree.ts'
import { treeOf } from '../completion/tree.ts'
import type { Context } from '../context.ts'
import { loadCatalogue } from '../local.ts'

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

export async function printCompletion(
  { io }: Context,
  program: Command,
  shell: Shell,
): Promise<void> {
  const { CATALOGUE } = await loadCatalogue()
  const speech = CATALOGUE.filter(({ role }) => role === 'speech')
  const models = CATALOGUE.map(({ name }) => name)
  const speechModels = speech.map(({ name }) => name)
  const tree = treeOf(program, { models, speechModels })
  const generate = await generatorFor(shell)
  await io.writePainted(generate(tree))
}

async function generatorFor(shell: Shell): Promise<(tree: Tree) => string> {
  if (shell === 'bash') return (await import('../completion/bash.ts')).bashCompletion
  if (shell === 'zsh') return (await import('../completion/zsh.ts')).zshCompletion
  if (shell === 'fish') return (await import('../completion/fish.ts')).fishCompletion
  return (await import('../completion/powershell.ts')).powershellCompletion
}
