// The flags of `scribe models`.
import type { Command } from 'commander'
import { action, type Runner } from './runner.ts'

export function addModelCommands(program: Command, runner: Runner): void {
  const models = program
    .command('models')
    .description('Speech models on this machine')
    .addHelpText(
      'after',
      '\nExamples:\n  $ scribe models list\n  $ scribe models pull moonshine-tiny-en\n',
    )
  const list = models
    .command('list')
    .description('List the models that scribe knows, and whether they are installed')
    .addHelpText('after', '\nExamples:\n  $ scribe models list --json\n')
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
  const command = models
    .command(verb)
    .argument('<name>', 'a model of `scribe models list`')
    .description(description)
    .addHelpText('after', `\nExamples:\n  $ scribe models ${verb} moonshine-tiny-en\n`)
  action(command, runner, async (context, args) => {
    const commands = await import('../commands/models.ts')
    await commands[run](context, args[0] ?? '')
  })
}
