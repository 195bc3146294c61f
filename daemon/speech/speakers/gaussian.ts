// A voice as one Gaussian with full covariance, kept as sums, so that putting two stretches of
// speech together is an addition and no feature has to be looked at twice.

/** Sums over feature vectors. */
export interface Sums {
  count: number
  /** One a dimension. */
  first: Float64Array
  /** Products, lower triangle row by row. */
  second: Float64Array
}

/** Keeps covariances invertible where vectors hardly differ; in squares of their unit. */
const LEAST_VARIANCE = 0.05

export function emptySums(dimensions: number): Sums {
  const products = (dimensions * (dimensions + 1)) / 2
  return { count: 0, first: new Float64Array(dimensions), second: new Float64Array(products) }
}

/** Adds the vectors `from` up to, not including, `to`. */
export function addVectors(sums: Sums, vectors: ArrayLike<number>, from: number, to: number): void {
  const { first, second } = sums
  const dimensions = first.length
  for (let v = from; v < to; v += 1) {
    const base = v * dimensions
    for (let row = 0, i = 0; row < dimensions; row += 1) {
      const value = vectors[base + row] as number
      first[row] = (first[row] as number) + value
      for (let column = 0; column <= row; column += 1, i += 1) {
        second[i] = (second[i] as number) + value * (vectors[base + column] as number)
      }
    }
  }
  sums.count += to - from
}

/** @param sign 1 adds `added`, -1 takes it away again */
export function addSums(sums: Sums, added: Sums, sign: 1 | -1 = 1): Sums {
  const { first, second } = sums
  for (let i = 0; i < first.length; i += 1) {
    first[i] = (first[i] as number) + sign * (added.first[i] as number)
  }
  for (let i = 0; i < second.length; i += 1) {
    second[i] = (second[i] as number) + sign * (added.second[i] as number)
  }
  sums.count += sign * added.count
  return sums
}

export function joined(a: Sums, b: Sums): Sums {
  return addSums(addSums(emptySums(a.first.length), a), b)
}

/** Lower triangle of the Cholesky factor of the covariance. */
export function choleskyOf({ count, first, second }: Sums): Float64Array {
  const dimensions = first.length
  const factor = new Float64Array(second.length)
  for (let row = 0, r = 0; row < dimensions; r += ++row) {
    for (let column = 0, c = 0; column <= row; c += ++column) {
      const product = (first[row] as number) * (first[column] as number)
      let value = ((second[r + column] as number) - product / count) / count
      for (let k = 0; k < column; k += 1) {
        value -= (factor[r + k] as number) * (factor[c + k] as number)
      }
      factor[r + column] =
        row === column
          ? Math.sqrt(Math.max(value, LEAST_VARIANCE))
          : value / (factor[c + column] as number)
    }
  }
  return factor
}

/** Of one dimension alone. */
export function spreadOf({ count, first, second }: Sums, dimension: number) {
  const mean = (first[dimension] as number) / count
  const square = (second[(dimension * (dimension + 3)) / 2] as number) / count
  return { mean, variance: square - mean ** 2 }
}

/** Natural logarithm of the determinant of the first dimensions' covariance. */
export function logDeterminant(sums: Sums, dimensions: number): number {
  const factor = choleskyOf(sums)
  let sum = 0
  for (let row = 0, diagonal = 0; row < dimensions; row += 1, diagonal += row + 1) {
    sum += Math.log(factor[diagonal] as number)
  }
  return 2 * sum
}
