// Cues of words whose speakers are only known when the media is over: until then the words wait.
import type { Word } from '../../../src/api/types.ts'
import { type CueBuilder, createCueBuilder } from '../cues.ts'
import { nameSpeakers } from './names.ts'
import type { SpeakerTurn } from './speakers.ts'

export interface NamedCueBuilder extends CueBuilder {
  /** Who spoke when, to be told before the end; until then one speaker says everything. */
  turns: readonly SpeakerTurn[]
}

export function createNamedCueBuilder(): NamedCueBuilder {
  const waiting: { words: readonly Word[]; language: string | null }[] = []
  return {
    turns: [],
    push(words, language) {
      waiting.push({ words, language })
      return []
    },
    end(mediaSeconds) {
      const cues = createCueBuilder()
      const named = nameSpeakers(
        waiting.flatMap(({ words }) => words),
        this.turns,
      )
      let next = 0
      const complete = waiting.flatMap(({ words, language }) => {
        next += words.length
        return cues.push(named.slice(next - words.length, next), language)
      })
      return [...complete, ...cues.end(mediaSeconds)]
    },
  }
}
