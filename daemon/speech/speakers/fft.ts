// The power spectrum of real samples. A radix-2 transform of our own, 60 lines instead of a
// package: even samples become the real, odd ones the imaginary part of a transform of half the
// length, and one pass over the result takes the two apart (Press et al., Numerical Recipes, 12.3).

export interface PowerSpectrum {
  /** Number of values: half the samples, plus one. */
  readonly bins: number
  /**
   * @param samples as many as the transform is long
   * @param power receives the squared magnitudes, from 0 Hz to half the sample rate
   */
  compute(samples: Float64Array, power: Float64Array): void
}

/** @param size samples in a transform, a power of two */
export function createPowerSpectrum(size: number): PowerSpectrum {
  const half = size / 2
  const re = new Float64Array(half)
  const im = new Float64Array(half)
  const cos = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size))
  const sin = Float64Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size))
  const order = bitReversed(half)
  return {
    bins: half + 1,
    compute(samples, power) {
      for (let i = 0; i < half; i += 1) {
        const to = order[i] as number
        re[to] = samples[2 * i] as number
        im[to] = samples[2 * i + 1] as number
      }
      transform(re, im, cos, sin)
      separate(re, im, cos, sin, power)
    },
  }
}

function bitReversed(size: number): Uint16Array {
  const bits = Math.log2(size)
  return Uint16Array.from({ length: size }, (_, index) => {
    let reversed = 0
    for (let bit = 0; bit < bits; bit += 1) reversed |= ((index >> bit) & 1) << (bits - 1 - bit)
    return reversed
  })
}

/** In place, on input in bit-reversed order; the tables are those of twice the length. */
function transform(re: Float64Array, im: Float64Array, cos: Float64Array, sin: Float64Array): void {
  const size = re.length
  for (let span = 1; span < size; span *= 2) {
    const stride = size / span
    for (let offset = 0; offset < span; offset += 1) {
      const wr = cos[offset * stride] as number
      const wi = -(sin[offset * stride] as number)
      for (let a = offset; a < size; a += 2 * span) {
        const b = a + span
        const xr = (re[b] as number) * wr - (im[b] as number) * wi
        const xi = (re[b] as number) * wi + (im[b] as number) * wr
        re[b] = (re[a] as number) - xr
        im[b] = (im[a] as number) - xi
        re[a] = (re[a] as number) + xr
        im[a] = (im[a] as number) + xi
      }
    }
  }
}

/** The spectrum of the even samples plus the turned one of the odd samples, squared. */
function separate(
  re: Float64Array,
  im: Float64Array,
  cos: Float64Array,
  sin: Float64Array,
  power: Float64Array,
): void {
  const half = re.length
  for (let k = 0; k <= half; k += 1) {
    const i = k % half
    const j = (half - k) % half
    const evenR = ((re[i] as number) + (re[j] as number)) / 2
    const evenI = ((im[i] as number) - (im[j] as number)) / 2
    const oddR = ((im[i] as number) + (im[j] as number)) / 2
    const oddI = ((re[j] as number) - (re[i] as number)) / 2
    const c = k === half ? -1 : (cos[k] as number)
    const s = k === half ? 0 : (sin[k] as number)
    const real = evenR + oddR * c + oddI * s
    const imaginary = evenI + oddI * c - oddR * s
    power[k] = real * real + imaginary * imaginary
  }
}
