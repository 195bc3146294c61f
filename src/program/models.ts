// The flags of `scribe models`.
import { type Command, Option } from 'commander'
import { addCommand } from './command.ts'
import { action, optionFor, type Runner } from './runner.ts'

export function addModelCommands(program: Command, runner: Runner): void {
  const models = addCommand(program, 'models', 'Speech models on this machine', [
    'scribe models list',
    'scribe models pull whisper-base',
    'scribe models import ./models-from-a-stick',
  ])
  const list = addCommand(
    models,
    'list',
    'List the models that scribe knows, and whether they are installed',
    ['scribe models list', 'scribe models list --json'],
  )
  action(list, runner, async (context) => {
    const { listModels } = await import('../commands/models-list.ts')
    await listModels(context)
  })
  addNamed(models, runner, 'pull', 'Download a model and check it', 'pullNamedModel').addOption(
    optionFor('modelsMirror'),
  )
  addImport(models, runner)
  addNamed(models, runner, 'remove', 'Delete a model from this machine', 'removeNamedModel')
  addPrune(models, runner)
  addNamed(models, runner, 'path', "Print the folder of a model's files", 'printModelPath')
}

function addNamed(
  models: Command,
  runner: Runner,
  verb: string,
  description: string,
  run: 'pullNamedModel' | 'removeNamedModel' | 'printModelPath',
): Command {
  const example = `scribe models ${verb} moonshine-tiny-en`
  const command = addCommand(models, verb, description, [example]).argument(
    '<name>',
    'a model of `scribe models list`',
  )
  return action(command, runner, async (context, args) => {
    const commands = await import('../commands/models.ts')
    await commands[run](context, args[0] ?? '')
  })
}

function addPrune(models: Command, runner: Runner): void {
  const command = addCommand(
    models,
    'prune',
    'Delete the versions of models that an earlier scribe kept',
    ['scribe models prune'],
  )
  action(command, runner, async (context) => {
    const { pruneModels } = await import('../commands/models.ts')
    await pruneModels(context)
  })
}

function addImport(models: Command, runner: Runner): void {
  const command = addCommand(
    models,
    'import',
    'Take models from a folder with their files, checked, for machines without internet',
    ['scribe models import ./models', 'scribe models import moonshine-js-0.1.29.tgz'],
  )
    .argument('<source>', 'folder with the files, under any names, or a .tgz or .tar.gz file')
    .addOption(new Option('--model <name>', 'take this model only'))
  action(command, runner, async (context, args, flags) => {
    const { importFrom } = await import('../commands/models-import.ts')
    await importFrom(context, args[0] ?? '', flags.model)
  })
}
