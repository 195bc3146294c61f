// An engine of the user's own: any program that reads WAV files (16 kHz, mono, 16 bits, 15 s at
// most) and answers lines of JSON on stdout:
//
//   {"start": 0.4, "end": 2.1, "text": "Hello there."}      a segment; times in s from the start
//   {"start": 0.4, "end": 2.1, "text": "Hello there.",
//    "words": [{"start": 0.4, "end": 0.8, "text": "Hello", "confidence": 0.97}, …]}
//   {"error": "out of memory"}                              the piece failed
//   {"done": true, "language": "en"}                        the piece is done; the last line
//
// `words`, `confidence` and `language` may be left out. A command with `{wav}` among its arguments
// is run once a piece, `{wav}` and `{language}` (a tag or `auto`) filled in, and ends with code 0. A
// command without is started once, gets a line {"wav": "/path", "language": "auto"} on stdin for
// each piece, answers up to `done`, and ends when stdin does. Its stderr is not part of the answer.
// One that takes too long is ended, with all that it started.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, createAnswer } from './command-answer.ts'
import { type Ended, failed, failureOf, type Program, startProgram } from './command-process.ts'
import type { CommandEngineConfig } from './config.ts'
import type { Engine, Recognition, RecognizeOptions } from './engine.ts'
import { beforeDeath } from './last-acts.ts'
import { answerSeconds } from './patience.ts'
import { writeWav } from './wav-file.ts'
import { readWhisperOutput, whisperFailure } from './whisper-cli.ts'
import { whisperLanguage } from './whisper-languages.ts'

const SAMPLE_RATE = 16_000

/** What a program is asked. */
interface Request {
  wav: string
  language: string
  /** Path without extension for programs that write files. */
  out: string
  samples: Float32Array
}

/** Nothing is started before the first piece. */
export function openCommand(config: CommandEngineConfig): Engine {
  return new CommandEngine(config)
}

class CommandEngine implements Engine {
  readonly model: string
  readonly languages: readonly string[]
  readonly #config: CommandEngineConfig
  #talking: Program | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(config: CommandEngineConfig) {
    this.model = config.model
    this.languages = config.languages
    this.#config = config
  }

  recognize(samples: Float32Array, options: RecognizeOptions = {}): Promise<Recognition> {
    const work = this.#last.then(() => this.#recognize(samples, options))
    this.#last = work.catch(() => undefined)
    return work
  }

  async #recognize(
    samples: Float32Array,
    { language = 'auto', signal }: RecognizeOptions,
  ): Promise<Recognition> {
    signal?.throwIfAborted()
    const folder = await mkdtemp(join(tmpdir(), 'scribe-speech-'))
    const forget = beforeDeath(() => rmSync(folder, { recursive: true, force: true }))
    try {
      const out = join(folder, 'piece')
      const request = { wav: `${out}.wav`, language, out, samples }
      await writeWav(request.wav, samples)
      return await this.#ask(request, signal)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      forget()
    }
  }

  async #ask(request: Request, signal: AbortSignal | undefined): Promise<Recognition> {
    signal?.throwIfAborted()
    const program = this.#program(request)
    const kill = () => program.kill()
    const seconds = this.#patienceSeconds(request)
    const patience = AbortSignal.timeout(Math.ceil(seconds * 1000))
    const either = AbortSignal.any(signal === undefined ? [patience] : [patience, signal])
    either.addEventListener('abort', kill, { once: true })
    try {
      return await this.#answerOf(program, request)
    } catch (error) {
      this.#talking = undefined
      kill()
      signal?.throwIfAborted()
      if (patience.aborted) {
        throw failed(`${this.#config.command.program} was not done after ${Math.round(seconds)} s`)
      }
      throw error
    } finally {
      either.removeEventListener('abort', kill)
    }
  }

  #patienceSeconds({ samples }: Request): number {
    const { family, patienceSeconds } = this.#config
    return patienceSeconds ?? answerSeconds(family, samples.length / SAMPLE_RATE)
  }

  #program(request: Request): Program {
    const { program, arguments: args, answers } = this.#config.command
    if (!args.some((word) => word.includes('{wav}'))) {
      if (!this.#talking?.alive) this.#talking = startProgram(program, args, true)
      return this.#talking
    }
    const filling = answers === 'lines' ? request : withOwnLanguage(request)
    const filled = args.map((word) =>
      word.replace(
        /\{(wav|language|out)\}/g,
        (_, name: 'wav' | 'language' | 'out') => filling[name],
      ),
    )
    return startProgram(program, filled, false)
  }

  async #answerOf(program: Program, request: Request): Promise<Recognition> {
    const { program: name, answers } = this.#config.command
    const { samples, wav, language, out } = request
    if (answers === 'whisper-cli') {
      await readThrough(program)
      const ended = await requireSuccess(name, program)
      const result = await readWhisperOutput(`${out}.json`, samples)
      if (result === null) throw whisperFailure(ended, language)
      return result
    }
    const answer = createAnswer(samples, language)
    const talks = program === this.#talking
    if (talks && program.hasMore()) throw failed(`${name} went on after it was done`)
    if (talks) program.write(JSON.stringify({ wav, language }))
    const complete = await readUntilDone(program, answer)
    if (!talks) {
      await readThrough(program)
      await requireSuccess(name, program)
    }
    if (!complete) {
      await requireSuccess(name, program)
      throw failed(`${name} ended before it was done`)
    }
    return answer.recognition()
  }

  async close(): Promise<void> {
    await this.#last
    this.#talking?.kill()
  }
}

function withOwnLanguage(request: Request): Request {
  return { ...request, language: whisperLanguage(request.language) }
}

/** @returns whether the answer is complete; after it a talking program waits for the next request */
async function readUntilDone({ lines }: Program, answer: Answer): Promise<boolean> {
  for (let line = await lines.next(); !line.done; line = await lines.next())
    if (answer.add(line.value)) return true
  return false
}

async function readThrough({ lines }: Program): Promise<void> {
  for (let line = await lines.next(); !line.done; ) line = await lines.next()
}

async function requireSuccess(name: string, program: Program): Promise<Ended> {
  const ended = await program.ended
  if (ended.code !== 0) throw failureOf(name, ended)
  return ended
}
