// What the value of a flag or an argument can be. Where the command table does not list choices
// itself, the name in its brackets tells: <file> is a file, <format> one of the formats. Ids and
// free text are not completed: that would need the network.
import { SCOPES } from '../api/scopes.ts'
import { CONFIG_KEYS } from '../config-keys.ts'
import { TOPICS } from '../help/topics.ts'
import { FORMAT_EXTENSIONS } from '../outputs/names.ts'
import { LOG_LEVELS } from '../settings.ts'

export type Value =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' | 'folder' | 'other' }

interface Question {
  path: string
  /** '' for an argument. */
  flag: string
  /** The name in the brackets, without dots. */
  placeholder: string
  choices: readonly string[] | undefined
  models: readonly string[]
}

const FILES = ['file', 'path', 'input', 'record']
const FOLDERS = ['dir', 'folder']

/** By the name in the brackets. */
const WORDS: Record<string, readonly string[]> = {
  format: Object.keys(FORMAT_EXTENSIONS),
  key: CONFIG_KEYS,
  level: LOG_LEVELS,
  scope: SCOPES,
  source: ['auto', 'captions', 'stt'],
  topic: TOPICS,
}

export function valueFor({ path, flag, placeholder, choices, models }: Question): Value {
  if (choices !== undefined) return { kind: 'words', words: choices }
  if (flag === '--model' || (path.startsWith('models ') && placeholder === 'name')) {
    return { kind: 'words', words: models }
  }
  const name = placeholder.replace(/\.+$/, '').toLowerCase()
  // A key of the API, not of the configuration.
  const isConfigKey = flag === '' && path.startsWith('config ')
  if (Object.hasOwn(WORDS, name) && (name !== 'key' || isConfigKey)) {
    return { kind: 'words', words: WORDS[name] ?? [] }
  }
  if (FILES.includes(name)) return { kind: 'file' }
  return { kind: FOLDERS.includes(name) ? 'folder' : 'other' }
}
