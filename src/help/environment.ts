// `scribe help environment`, made of the settings table.
import { SETTINGS, type Setting } from '../settings.ts'
import { glossary, wrapped } from './layout.ts'

/** Variables that other programs know too. */
const COMMON = [
  ['NO_COLOR', 'no colours'],
  ['FORCE_COLOR', 'colours also where there is no terminal; 0 turns them off'],
  ['CI', 'plain lines instead of a moving progress view'],
  ['TERM', 'dumb: no colours and no moving progress view'],
  ['COLUMNS', 'how wide this help is'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'how servers are reached, except this machine'],
] as const

const ORDER =
  'What counts is the flag, else the variable, else the configuration file (`scribe config ' +
  'list` shows it), else the default. An empty variable counts as not set.'

export function environmentHelp(columns: number): string {
  const own = Object.values<Setting>(SETTINGS).flatMap(({ env, help, flag }) =>
    env === undefined ? [] : [[env, help + alike(flag)] as const],
  )
  return `Environment variables that scribe reads

${glossary(own, columns)}
Those of other programs, too:

${glossary([...COMMON], columns)}
${wrapped(ORDER.split(' '), columns)}

Examples:
  $ SCRIBE_PROFILE=work scribe list
  $ export SCRIBE_API_KEY=$(cat key.txt) SCRIBE_BASE_URL=https://api.example.com/v1
`
}

function alike(flag: string | undefined): string {
  const name = /--[\w-]+/.exec(flag ?? '')?.[0]
  return name === undefined ? '' : ` (as ${name})`
}
