// The command tree. Each command's flags and help stand here and in program/; its code is
// imported when it runs, so that help and version load nothing else.
import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { UsageError } from './errors.ts'
import { globalOptions, helpColumns, optionList, ownOptions } from './help/layout.ts'
import { TOPICS } from './help/topics.ts'
import { addAccount } from './program/account.ts'
import { addApi } from './program/api.ts'
import { addCompletion } from './program/completion.ts'
import { addConfigCommands } from './program/config.ts'
import { addCreate } from './program/create.ts'
import { addDaemonCommands } from './program/daemon.ts'
import { addDelete } from './program/delete.ts'
import { addDoctor } from './program/doctor.ts'
import { addEval } from './program/eval.ts'
import { addGet } from './program/get.ts'
import { addJobCommands } from './program/jobs.ts'
import { addList } from './program/list.ts'
import { addLogin } from './program/login.ts'
import { addModelCommands } from './program/models.ts'
import { optionFor, type Runner } from './program/runner.ts'
import { addTools } from './program/tools.ts'
import { addTopics } from './program/topics.ts'
import { addTranscribe } from './program/transcribe.ts'
import { addUpload } from './program/upload.ts'
import { addWebhookCommands } from './program/webhook.ts'
import { VERSION } from './version.ts'

const EXAMPLES = `
Examples:
  $ scribe transcribe talk.mp3                   print the transcript
  $ scribe transcribe *.mp4 -f srt -o subtitles  one subtitle file each
  $ scribe doctor                                check this machine
`

const TOPICS_HINT = `
More: scribe help <command>|${TOPICS.join('|')}
`

/** In the order of the help. */
const COMMANDS = {
  'Transcribing:': [addTranscribe, addUpload, addCreate],
  'Transcriptions:': [addList, addGet, addJobCommands, addDelete],
  'Account and API:': [addAccount, addApi, addWebhookCommands],
  'This machine:': [addDaemonCommands, addModelCommands, addTools, addEval, addDoctor],
  'Settings:': [addLogin, addConfigCommands, addCompletion, addTopics],
}

/**
 * Parses the command line and runs its command.
 *
 * @throws whatever the command throws, and UsageError for what is not understood
 */
export async function run(process: NodeJS.Process, signal: AbortSignal): Promise<void> {
  const program = buildProgram({ process, signal })
  try {
    await program.parseAsync(process.argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help or version has been printed, also where a command of commands stood alone.
    if (error.exitCode === 0 || error.code === 'commander.help') return
    throw new UsageError(messageOf(error) + dashHint(error))
  }
}

/** Commander's message on one line. */
function messageOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replaceAll('\n', ' ')
}

/** A file whose name begins with a dash looks like an option. */
function dashHint({ code, message }: CommanderError): string {
  const name = code === 'commander.unknownOption' ? /'(-.+)'/s.exec(message)?.[1] : undefined
  return name !== undefined && existsSync(name) ? `; for the file of that name say ./${name}` : ''
}

function buildProgram(runner: Runner): Command {
  const { process } = runner
  const program = new Command('scribe')
    .description('Turn audio and video files into transcripts on your own machine.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .option('--json', 'print what the server answered, and errors as JSON')
    .option('-q, --quiet', 'print nothing on stderr unless something fails')
    .configureHelp({ visibleOptions: ownOptions, minWidthToWrap: 16 })
    .addHelpText('after', ({ command }) => {
      return `\nOptions:\n${optionList(command, helpColumns(process))}${EXAMPLES}${TOPICS_HINT}`
    })
    .addHelpText('afterAll', ({ command }) => globalOptions(command, helpColumns(process)))
    .configureOutput({
      outputError() {},
      writeErr: (text) => process.stdout.write(text),
      getOutHelpWidth: () => helpColumns(process),
      getErrHelpWidth: () => helpColumns(process),
    })
    .exitOverride()
  for (const name of ['baseUrl', 'apiKey', 'profile', 'autostart', 'maxRetries'] as const) {
    program.addOption(optionFor(name))
  }
  for (const name of ['verbose', 'debug'] as const) {
    program.addOption(optionFor(name).conflicts('quiet'))
  }
  for (const [heading, adders] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading)
    for (const add of adders) add(program, runner)
  }
  return program
}
