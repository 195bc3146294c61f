import { expect, it } from 'vitest'
import { answerSeconds, pieceSilenceSeconds } from '../../../../daemon/speech/engines/patience.ts'

it('a longer piece may take longer, and Whisper minutes over the shortest', () => {
  expect(pieceSilenceSeconds('moonshine', 15)).toBeGreaterThan(pieceSilenceSeconds('moonshine', 1))
  expect(answerSeconds('whisper', 1)).toBeGreaterThan(300)
})

it('a program is given up by its recogniser, which can say why, before the daemon loses patience', () => {
  for (const seconds of [0.1, 1, 15])
    expect(answerSeconds('command', seconds)).toBeLessThan(pieceSilenceSeconds('command', seconds))
})
