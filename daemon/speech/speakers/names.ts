// Puts the speakers' names on the words. The ear hears a change to some tenths of a second, words
// are known to some hundredths, and people rather stop at the end of a sentence than within one:
// so a change is first moved to the best joint between two words nearby.
import type { Word } from '../../../src/api/types.ts'
import { endingOf } from '../sentence.ts'
import type { SpeakerTurn } from './speakers.ts'

/** How far a change may be moved. */
const REACH_SECONDS = 0.7
/** What the end of a sentence is worth, in seconds of a pause between words. */
const SENTENCE_SECONDS = 0.4
/** Of the distance to a joint, the part that counts against it. */
const DISTANCE_WEIGHT = 0.7

/**
 * Every word gets the speaker who is heard for the longest part of it, or else nearest to it.
 *
 * @param words in time order
 * @param turns in time order, never overlapping; none: everybody is taken for one speaker
 * @returns the same words; speakers are numbered in the order in which they say their first word
 */
export function nameSpeakers(words: readonly Word[], turns: readonly SpeakerTurn[]): Word[] {
  const voices = voicesOf(words, turns)
  const names = new Map<number, string>()
  return words.map((word, index) => {
    const voice = voices[index] ?? 0
    const name = names.get(voice) ?? `Speaker ${names.size + 1}`
    names.set(voice, name)
    return { ...word, speaker: name }
  })
}

/** The voice of each word. */
function voicesOf(words: readonly Word[], turns: readonly SpeakerTurn[]): number[] {
  let next = 0
  return turns.flatMap((turn, index) => {
    const follower = turns[index + 1]
    const from = next
    next =
      follower === undefined ? words.length : Math.max(from, jointNear(words, from, turn, follower))
    return words.slice(from, next).map(() => turn.voice)
  })
}

/** Index of the word with which the following turn begins. */
function jointNear(
  words: readonly Word[],
  from: number,
  turn: SpeakerTurn,
  follower: SpeakerTurn,
): number {
  const change = (turn.end + follower.start) / 2
  let best = from
  while (best < words.length && middleOf(words[best]) < change) best += 1
  let most = Number.NEGATIVE_INFINITY
  const nearest = best
  for (let joint = from; joint <= words.length; joint += 1) {
    const before = words[joint - 1]
    const after = words[joint]
    const pauseStart = before?.end ?? 0
    const pauseEnd = after?.start ?? Number.POSITIVE_INFINITY
    if (pauseStart > change + REACH_SECONDS) break
    if (pauseEnd < change - REACH_SECONDS) continue
    const distance = Math.max(0, pauseStart - change, change - pauseEnd)
    const value = worthOf(before, after) - DISTANCE_WEIGHT * distance
    if (value < most || (value === most && joint !== nearest)) continue
    most = value
    best = joint
  }
  return best
}

function middleOf(word: Word | undefined): number {
  return word === undefined ? 0 : (word.start + word.end) / 2
}

/** How good a place for a change the joint between two words is, in seconds. */
function worthOf(before: Word | undefined, after: Word | undefined): number {
  if (before === undefined || after === undefined) return 0
  const pause = Math.min(after.start - before.end, 1)
  return pause + (endingOf(before.text, after.text) === 'sentence' ? SENTENCE_SECONDS : 0)
}
