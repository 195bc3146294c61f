// The flags of `scribe completion`.
import { Argument, type Command } from 'commander'
import { oneOf } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

const INSTALL = `
To have it in every new shell:
  bash        add to ~/.bashrc:  source <(scribe completion bash)
              bash 3.2 (macOS):  eval "$(scribe completion bash)"
  zsh         add to ~/.zshrc, below compinit:  source <(scribe completion zsh)
              or:  scribe completion zsh > "\${fpath[1]}/_scribe"
  fish        scribe completion fish > ~/.config/fish/completions/scribe.fish
  powershell  add to $PROFILE:  scribe completion powershell | Out-String | Invoke-Expression
The script holds all commands and flags: make it again after an update of scribe.
`

export function addCompletion(program: Command, runner: Runner): void {
  const shell = new Argument('<shell>', SHELLS.join(', '))
  shell.argChoices = [...SHELLS]
  const command = addCommand(program, 'completion', 'Print the script for completing with TAB', [
    'source <(scribe completion bash)',
  ])
    .addArgument(shell)
    .addHelpText('after', INSTALL)
  action(command, runner, async (context, args) => {
    const { printCompletion } = await import('../commands/completion.ts')
    await printCompletion(context, program, oneOf('completion', args[0] ?? '', SHELLS))
  })
}
