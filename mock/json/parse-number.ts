/**
 * Parses a JSON number: an integer is a number if safe, otherwise a bigint. What matters is the value,
 * not its form: `1.0` and `1e3` are integers, `1e-400` is not. Where rounding to a double would turn a
 * fraction into an integer, the result is `NaN`.
 */
export function parseNumber(source: string): number | bigint {
  const number = Number(source)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(TRAILING_ZEROS, '')
  if (significant === '') return 0
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return Number.isInteger(number) ? Number.NaN : number
  if (Number.isSafeInteger(number) || significant.length + zeros > MAX_DIGITS) return number
  return BigInt(sign + significant + '0'.repeat(zeros))
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The lookbehind makes the match linear: a run of zeros is tried once, not once for each zero. */
const TRAILING_ZEROS = /(?<!0)0+$/

/** Longer integers stay numbers: no integer format is as large, and a BigInt of them is slow. */
const MAX_DIGITS = 400
