// How exact the times of words are, on speech that was made with known word times. Not a matter of
// speed: the same figures come out on a busy machine.
import { loadEngine } from '../../daemon/speech/engines/load.ts'
import { openVoiceDetector } from '../../daemon/speech/open-vad.ts'
import { resolveModel } from '../support/speech.ts'
import { quantile, wordErrors } from '../support/word-times.ts'

const config = await resolveModel()
const engine = await loadEngine(config.engine)
const voices = await wordErrors(engine, await openVoiceDetector(config.vadModelPath))
await engine.close()

const ms = (seconds: number) => `${(seconds * 1000).toFixed(0)} ms`
const line = (name: string, known: number, starts: number[], ends: number[]) => {
  const words = `${starts.length} of ${known} words`.padEnd(18)
  const figures = [starts, ends].map((e) => `${ms(quantile(e, 0.5))} · ${ms(quantile(e, 0.9))}`)
  console.log(`  ${name.padEnd(8)} ${words} start ${figures[0]}   end ${figures[1]}`)
}
console.log('  median · 90th percentile of the error')
for (const { voice, known, starts, ends } of voices) line(voice, known, starts, ends)
line(
  'all',
  voices.reduce((sum, { known }) => sum + known, 0),
  voices.flatMap(({ starts }) => starts),
  voices.flatMap(({ ends }) => ends),
)
process.exit()
