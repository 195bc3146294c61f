// Which method tells the speakers apart: the neural models where they were pulled, the classical
// method where not. The classical one listens along in any case (it costs two thousandths of
// the media's length), so that it can stand in when the models fail.
import { createClassicSpeakers } from './classic.ts'
import { createNeuralSpeakers, type NeuralOptions } from './neural.ts'
import type { SpeakerMethod, Speakers } from './speakers.ts'

export interface SpeakerOptions extends Omit<NeuralOptions, 'models'> {
  /** Null where they were not pulled. */
  models: NeuralOptions['models'] | null
  /** Told once, when the turns are known. */
  used(method: SpeakerMethod): void
  /** Told once, when the models could not be used. */
  failed(error: unknown): void
}

export function openSpeakers({ models, used, failed, ...options }: SpeakerOptions): Speakers {
  const classic = createClassicSpeakers(options.alive)
  let neural = models === null ? null : createNeuralSpeakers({ models, ...options })
  /** Goes on without the models when they fail; a signal is no failure. */
  async function attempt<T>(work: (speakers: Speakers) => Promise<T>, signal: AbortSignal) {
    if (neural === null) return null
    try {
      return await work(neural)
    } catch (error) {
      signal.throwIfAborted()
      neural.close()
      neural = null
      failed(error)
      return null
    }
  }
  return {
    async feed(piece, signal) {
      await classic.feed(piece, signal)
      await attempt((speakers) => speakers.feed(piece, signal), signal)
    },
    async finish(signal) {
      const turns = await attempt((speakers) => speakers.finish(signal), signal)
      used(turns === null ? 'classical' : 'neural')
      return turns ?? classic.finish(signal)
    },
    close: () => neural?.close(),
  }
}
