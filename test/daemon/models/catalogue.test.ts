import { expect, it } from 'vitest'
import {
  CATALOGUE,
  downloadBytes,
  findModel,
  modelForLanguage,
} from '../../../daemon/models/catalogue.ts'

it('every model has a name of its own, a licence and files with proper checksums', () => {
  expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length)
  for (const { name, licence, files } of CATALOGUE) {
    expect(licence, name).not.toBe('')
    for (const { sha256, source } of Object.values(files)) {
      expect(sha256 ?? '0'.repeat(64), source).toMatch(/^[0-9a-f]{64}$/)
      expect(source).not.toMatch(/^\/|\.\.|:/)
    }
  }
})

it('every speech model says how it is run, in which languages, and needs the voice detector', () => {
  for (const entry of CATALOGUE.filter(({ role }) => role === 'speech')) {
    expect(entry.family, entry.name).toBeDefined()
    expect(entry.requires).toEqual(['silero-vad-v5'])
    expect(entry.languages.length).toBeGreaterThan(0)
    for (const language of entry.languages) expect(language).toMatch(/^[a-z]{2,3}$/)
  }
})

it('what another model requires is there', () => {
  for (const { requires } of CATALOGUE)
    for (const name of requires) expect(findModel(name)).toBeDefined()
})

it('Whisper knows about a hundred languages, Parakeet v3 twenty-five', () => {
  expect(new Set(findModel('whisper-base')?.languages).size).toBe(99)
  expect(findModel('whisper-large-v3-turbo')?.languages).toHaveLength(100)
  expect(findModel('parakeet-tdt-0.6b-v3')?.languages).toHaveLength(25)
})

it('a model is advised for every language that any model knows', () => {
  expect(modelForLanguage('en')?.name).toBe('moonshine-tiny-en')
  expect(modelForLanguage('de')?.name).toBe('whisper-base')
  expect(modelForLanguage('yue')?.name).toBe('sense-voice-small')
  expect(modelForLanguage('tlh')).toBeUndefined()
})

it('the size of every download is known', () => {
  for (const entry of CATALOGUE) expect(downloadBytes(entry), entry.name).toBeGreaterThan(1e6)
})
