// How well speech fits a voice.
import { choleskyOf, type Sums } from './gaussian.ts'

/** Log likelihood, up to a constant that is the same for all voices, of some vectors in a row. */
export type Likelihood = (vectors: ArrayLike<number>, from: number, to: number) => number

export function likelihoodOf(sums: Sums): Likelihood {
  const dimensions = sums.first.length
  const mean = sums.first.map((sum) => sum / sums.count)
  const factor = choleskyOf(sums)
  const inverse = new Float64Array(dimensions)
  let logRoot = 0
  for (let row = 0, diagonal = 0; row < dimensions; row += 1, diagonal += row + 1) {
    const value = factor[diagonal] as number
    inverse[row] = 1 / value
    logRoot += Math.log(value)
  }
  const white = new Float64Array(dimensions)
  return (vectors, from, to) => {
    let squares = 0
    for (let base = from * dimensions; base < to * dimensions; base += dimensions) {
      for (let row = 0, r = 0; row < dimensions; r += ++row) {
        let value = (vectors[base + row] as number) - (mean[row] as number)
        for (let k = 0; k < row; k += 1) value -= (factor[r + k] as number) * (white[k] as number)
        value *= inverse[row] as number
        white[row] = value
        squares += value * value
      }
    }
    return -squares / 2 - (to - from) * logRoot
  }
}
