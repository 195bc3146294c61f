// The setting speech_command: a program of the user's own that recognises speech, with its
// arguments, or `whisper-cli:<model file>` for whisper.cpp. It is never given to a shell. Pure.

export interface SpeechCommand {
  /** A name that is looked up on PATH, or an absolute path. */
  program: string
  /** `{wav}`, `{language}` and `{out}` stand for what differs from piece to piece. */
  arguments: readonly string[]
  /** How it answers: lines of JSON on stdout, or whisper.cpp's JSON file. */
  answers: 'lines' | 'whisper-cli'
}

const WHISPER = /^(.*?whisper-cli(?:\.exe)?):(.+)$/
const ABSOLUTE = /^(\/|[a-z]:[\\/]|\\\\)/i

/** A command that is not taken; the message says why. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/**
 * Reads the setting: words between white space; quotes, single or double, keep white space inside
 * a word.
 *
 * @throws CommandRefused
 */
export function readSpeechCommand(text: string): SpeechCommand {
  const [, whisper, model] = WHISPER.exec(text.trim()) ?? []
  if (whisper !== undefined && model !== undefined) return whisperCommand(whisper, model)
  if (/["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))) {
    throw new CommandRefused(`a quote is not closed in: ${text}`)
  }
  const words = (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
  const [program, ...further] = words
  if (program === undefined || program === '') throw new CommandRefused('it names no program')
  return { program: checkedProgram(program), arguments: further, answers: 'lines' }
}

function whisperCommand(program: string, model: string): SpeechCommand {
  if (!ABSOLUTE.test(model)) {
    throw new CommandRefused(`whisper-cli: takes the absolute path of a model, not "${model}"`)
  }
  return {
    program: checkedProgram(program),
    arguments: ['-m', model, '-f', '{wav}', '-l', '{language}', '-ojf', '-of', '{out}', '-np'],
    answers: 'whisper-cli',
  }
}

/** The daemon's own folder is none that a user knows. */
function checkedProgram(program: string): string {
  if (!/[\\/]/.test(program) || ABSOLUTE.test(program)) return program
  throw new CommandRefused(`it takes a name on PATH or an absolute path, not "${program}"`)
}

/** What /status and messages call it. */
export function commandName({ program }: SpeechCommand): string {
  return `command:${program.split(/[\\/]/).at(-1)}`
}
