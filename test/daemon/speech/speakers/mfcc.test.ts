import { describe, expect, it } from 'vitest'
import { createPowerSpectrum } from '../../../../daemon/speech/speakers/fft.ts'
import { COEFFICIENTS, createExtractor } from '../../../../daemon/speech/speakers/mfcc.ts'

describe('the power spectrum', () => {
  it('is that of the Fourier sum', () => {
    const size = 32
    const samples = Float64Array.from({ length: size }, (_, i) => Math.sin(i * i) + 0.3)
    const spectrum = createPowerSpectrum(size)
    const power = new Float64Array(spectrum.bins)
    spectrum.compute(samples, power)
    for (const [k, value] of power.entries()) {
      let [real, imaginary] = [0, 0]
      for (const [i, sample] of samples.entries()) {
        real += sample * Math.cos((2 * Math.PI * k * i) / size)
        imaginary -= sample * Math.sin((2 * Math.PI * k * i) / size)
      }
      expect(value).toBeCloseTo(real * real + imaginary * imaginary, 9)
    }
  })
})

describe('the features of a voice', () => {
  const extract = createExtractor()
  const tone = (hertz: number, gain = 1) =>
    Float32Array.from({ length: 8000 }, (_, i) => {
      return gain * (0.3 * Math.sin((2 * Math.PI * hertz * i) / 16_000) + 0.05 * Math.sin(i * i))
    })

  it('come a hundred times a second, as long as a window fits', () => {
    const { cepstra, decibels } = extract(tone(300))
    expect(decibels).toHaveLength(48)
    expect(cepstra).toHaveLength(48 * COEFFICIENTS)
    expect(extract(new Float32Array(399)).decibels).toHaveLength(0)
  })

  it('are the same however loud it is', () => {
    const loud = extract(tone(300)).cepstra
    const quiet = extract(tone(300, 0.25)).cepstra
    for (const [i, value] of loud.entries()) expect(value).toBeCloseTo(quiet[i] ?? 0, 1)
  })

  it('differ with the sound', () => {
    const [low, high] = [extract(tone(300)).cepstra, extract(tone(2000)).cepstra]
    expect(Math.abs((low[0] ?? 0) - (high[0] ?? 0))).toBeGreaterThan(1)
  })
})
