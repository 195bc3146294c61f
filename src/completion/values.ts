// What the value of a flag or an argument can be. Where the command table does not list choices
// itself, the name in its brackets tells: <file> is a file, <format> one of the formats. Ids and
// free text are not completed: that would need the network.
import { PLATFORMS, SOURCE_MODES, STATUSES, UPLOAD_SOURCE_MODES } from '../api/choices.ts'
import { SCOPES } from '../api/scopes.ts'
import { CONFIG_KEYS } from '../config-keys.ts'
import { TOPICS } from '../help/topics.ts'
import { FORMAT_EXTENSIONS } from '../outputs/names.ts'
import { LOG_LEVELS } from '../settings.ts'

export type Value =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' | 'folder' | 'other' }

/** Names that the command table itself does not hold. */
export interface Names {
  /** Commands that `help` explains. */
  commands: readonly string[]
  /** All that `scribe models` knows, and those that recognise speech. */
  models: readonly string[]
  speechModels: readonly string[]
}

interface Question {
  /** Of the command. */
  path: string
  /** '' for an argument. */
  flag: string
  /** The name in the brackets. */
  placeholder: string
  choices: readonly string[] | undefined
  names: Names
}

const FILES = ['file', 'path', 'input', 'url or file']
const FOLDERS = ['dir', 'folder']

/** By the name in the brackets. */
const WORDS: Record<string, readonly string[]> = {
  format: Object.keys(FORMAT_EXTENSIONS),
  kind: ['completed', 'failed'],
  level: LOG_LEVELS,
  method: ['GET', 'POST', 'PUT', 'DELETE'],
  platform: PLATFORMS,
  scope: SCOPES,
  source: SOURCE_MODES,
  status: STATUSES,
  way: ['auto', 'one-shot', 'chunked'],
}

/** By command and name, where the name alone says too little. */
function wordsOf(names: Names): Record<string, readonly string[]> {
  const configKeys = ['get', 'set', 'unset'].map((verb) => [`config ${verb} key`, CONFIG_KEYS])
  const models = ['pull', 'remove', 'path'].map((verb) => [`models ${verb} name`, names.models])
  const tools = ['pull', 'remove', 'path'].map((verb) => [`tools ${verb} name`, ['yt-dlp']])
  return {
    ...Object.fromEntries([...configKeys, ...models, ...tools]),
    'upload --source': UPLOAD_SOURCE_MODES,
    'api path': ['/account', '/transcriptions'],
    'help topic': [...names.commands, ...TOPICS],
  }
}

export function valueFor({ path, flag, placeholder, choices, names }: Question): Value {
  const name = placeholder.replace(/\.+$/, '').toLowerCase()
  const special = wordsOf(names)[`${path} ${flag || name}`]
  const model = flag === '--model' ? names.speechModels : undefined
  const words = choices ?? special ?? model ?? WORDS[name]
  if (words !== undefined) return { kind: 'words', words }
  if (FILES.includes(name)) return { kind: 'file' }
  return { kind: FOLDERS.includes(name) ? 'folder' : 'other' }
}
