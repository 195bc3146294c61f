// The flags of `scribe login` and `scribe logout`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addLogin(program: Command, runner: Runner): void {
  const login = addCommand(
    program,
    'login',
    'Keep base URL and API key of a server as a profile, after trying them',
    [
      'scribe login',
      'scribe login --base-url https://api.example.com/v1 --with-token < key.txt',
      'scribe login --profile work',
    ],
  ).option('--with-token', 'read the key from stdin')
  action(login, runner, async (context, _args, flags) => {
    const { login } = await import('../commands/login.ts')
    await login(context, flags.withToken === true)
  })
  const logout = addCommand(program, 'logout', 'Remove a profile and its key from this machine', [
    'scribe logout',
    'scribe logout --profile work',
  ])
  action(logout, runner, async (context) => {
    const { logout } = await import('../commands/logout.ts')
    await logout(context)
  })
}
