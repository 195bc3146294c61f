// Sounds without a word go the whole way: decoded, searched for voice, recognised. And where the
// voice detector would let them pass, the engine itself must not be talked into hearing words.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Speech } from '../../../daemon/ports.ts'
import type { Engine } from '../../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../../daemon/speech/engines/load.ts'
import { newFolder, removeFolders } from '../../support/daemon.ts'
import { noiseClips } from '../../support/noise-clips.ts'
import { hear, openSpeech, resolveModel } from '../../support/speech.ts'
import { wavHeader } from '../../support/wav.ts'

const SECONDS = 5
const clips = noiseClips(SECONDS).map(({ name, samples }) => ({ name, samples }))
let folder = ''
let speech: Speech
let engine: Engine

beforeAll(async () => {
  folder = await newFolder()
  speech = openSpeech().speech
  const config = await resolveModel()
  engine = await loadEngine(config.engine)
})
afterAll(async () => {
  await engine.close()
  await speech.close()
  await removeFolders()
})

function wavFile(samples: Float32Array): string {
  const path = join(folder, 'clip.wav')
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767))
  const header = wavHeader(pcm.byteLength, 16_000, 16)
  writeFileSync(path, Buffer.concat([header, Buffer.from(pcm.buffer)]))
  return path
}

describe('no word comes out of', () => {
  it.each(clips)('$name', async ({ samples }) => {
    const heard = hear(speech, wavFile(samples))
    await expect(heard).rejects.toMatchObject({ code: 'no_speech' })
    expect((await engine.recognize(samples)).words).toEqual([])
  })

  it('36 clips', () => {
    expect(clips).toHaveLength(36)
  })
})
