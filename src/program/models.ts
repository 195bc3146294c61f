// The flags of `scribe models`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addModelCommands(program: Command, runner: Runner): void {
  const models = addCommand(program, 'models', 'Speech models on this machine', [
    'scribe models list',
    'scribe models pull moonshine-tiny-en',
  ])
  const list = addCommand(
    models,
    'list',
    'List the models that scribe knows, and whether they are installed',
    ['scribe models list --json'],
  )
  action(list, runner, async (context) => {
    const { listModels } = await import('../commands/models-list.ts')
    await listModels(context)
  })
  addNamed(models, runner, 'pull', 'Download a model and check it', 'pullNamedModel')
  addNamed(models, runner, 'remove', 'Delete a model from this machine', 'removeNamedModel')
  addNamed(models, runner, 'path', "Print the folder of a model's files", 'printModelPath')
}

function addNamed(
  models: Command,
  runner: Runner,
  verb: string,
  description: string,
  run: 'pullNamedModel' | 'removeNamedModel' | 'printModelPath',
): void {
  const example = `scribe models ${verb} moonshine-tiny-en`
  const command = addCommand(models, verb, description, [example]).argument(
    '<name>',
    'a model of `scribe models list`',
  )
  action(command, runner, async (context, args) => {
    const commands = await import('../commands/models.ts')
    await commands[run](context, args[0] ?? '')
  })
}
