// Telling speakers apart with neural models, which the user has pulled: sherpa-onnx wants a whole
// recording at once, so it gets windows of five minutes of speech (19 MB), in a child process
// (neural-child.ts), and the voices of all windows are linked at the end (link.ts).
import { type ChildProcess, fork } from 'node:child_process'
import type { Piece } from '../pieces.ts'
import { type LocalVoice, linkVoices } from './link.ts'
import type { WindowAnswer, WindowCommand } from './neural-child.ts'
import type { SpeakerModelFiles, Speakers, SpeakerTurn } from './speakers.ts'
import { createSpeechWindow, type SpeechWindow } from './window.ts'

/** Much more is slow to come out; much less, and a voice is too short to be known again. */
const WINDOW_SECONDS = 300
const ALIVE_EVERY_MS = 10_000

export interface NeuralOptions {
  models: SpeakerModelFiles
  /** Absolute path of the built daemon/speech/worker.js. */
  workerPath: string
  /** Called now and then while a window is being worked on. */
  alive(): void
  /** Speech that is looked at together. */
  windowSeconds?: number
}

/** Whatever fails in the child rejects `feed` or `finish`; after that it is of no more use. */
export function createNeuralSpeakers(options: NeuralOptions): Speakers {
  const { models, workerPath, alive, windowSeconds = WINDOW_SECONDS } = options
  const child = fork(workerPath, ['speakers', JSON.stringify(models)], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const dead = untilDead(child)
  const windows: { window: SpeechWindow; answer: WindowAnswer }[] = []
  let open = createSpeechWindow()
  let working: Promise<void> = Promise.resolve()

  async function wait(signal: AbortSignal): Promise<void> {
    const timer = setInterval(alive, ALIVE_EVERY_MS)
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    try {
      await working
    } finally {
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
      signal.throwIfAborted()
    }
  }

  /** Hands the open window to the child, once it is done with the last one. */
  async function handOver(signal: AbortSignal): Promise<void> {
    await wait(signal)
    const window = open
    open = createSpeechWindow()
    working = Promise.race([ask(child, { samples: window.takeSamples() }), dead]).then((answer) => {
      windows.push({ window, answer })
    })
    // Whoever waits for it next is told.
    working.catch(() => {})
  }

  return {
    async feed(piece: Piece, signal) {
      open.add(piece)
      if (open.seconds >= windowSeconds) await handOver(signal)
    },
    async finish(signal) {
      if (open.seconds > 0) await handOver(signal)
      await wait(signal)
      const turns = turnsOf(windows)
      if (turns.length === 0) throw new Error('The speaker models heard nobody.')
      return turns
    },
    close: () => void child.kill('SIGKILL'),
  }
}

/** Rejects when the child ends. */
function untilDead(child: ChildProcess): Promise<never> {
  const dead = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`The speaker models failed (${signal ?? `exit code ${code}`}).`)),
    )
  })
  dead.catch(() => {})
  return dead
}

function ask(child: ChildProcess, command: WindowCommand): Promise<WindowAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer: WindowAnswer) => resolve(answer))
    child.send(command, (error) => {
      if (error !== null) reject(error)
    })
  })
}

function turnsOf(windows: { window: SpeechWindow; answer: WindowAnswer }[]): SpeakerTurn[] {
  const local = windows.flatMap(({ answer }, window) =>
    answer.embeddings.map((embedding, speaker): LocalVoice => {
      const own = answer.segments.filter((segment) => segment.speaker === speaker)
      return { window, embedding, seconds: own.reduce((sum, s) => sum + s.end - s.start, 0) }
    }),
  )
  const voices = linkVoices(local)
  let first = 0
  const turns = windows.flatMap(({ window, answer }) => {
    const base = first
    first += answer.embeddings.length
    return answer.segments.flatMap(({ speaker, ...span }) =>
      window.inMedia(span).map((part) => ({ ...part, voice: voices[base + speaker] ?? 0 })),
    )
  })
  return oneAtATime(turns)
}

/** Who speaks first keeps the floor until the end of the turn; turns of one voice are joined. */
function oneAtATime(turns: SpeakerTurn[]): SpeakerTurn[] {
  const floor: SpeakerTurn[] = []
  for (const turn of turns.toSorted((a, b) => a.start - b.start)) {
    const last = floor.at(-1)
    if (last !== undefined && turn.end <= last.end) continue
    if (last?.voice === turn.voice) last.end = turn.end
    else floor.push({ ...turn, start: Math.max(turn.start, last?.end ?? 0) })
  }
  return floor
}
