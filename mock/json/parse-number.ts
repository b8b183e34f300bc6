/**
 * Parses a JSON number: an integer is a number if safe, otherwise a bigint. What matters is the value,
 * not its form: `1.0` and `1e3` are integers, `1e-400` is not. A fraction never becomes a safe integer
 * by rounding: it becomes the nearest fraction that a double holds, or `NaN` where doubles hold none.
 */
export function parseNumber(source: string): number | bigint {
  const number = Number(source)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(TRAILING_ZEROS, '')
  if (significant === '') return 0
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) {
    if (!Number.isSafeInteger(number)) return number
    const isBelow = isRoundedDown(significant, -zeros, Math.abs(number))
    return toFraction(Math.abs(number), isBelow) * (sign === '-' ? -1 : 1)
  }
  if (Number.isSafeInteger(number) || significant.length + zeros > MAX_DIGITS) return number
  return BigInt(sign + significant + '0'.repeat(zeros))
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The lookbehind makes the match linear: a run of zeros is tried once, not once for each zero. */
const TRAILING_ZEROS = /(?<!0)0+$/

/** Longer integers stay numbers: no integer format is as large, and a BigInt of them is slow. */
const MAX_DIGITS = 400

/** Whether an integer is what is left of digits without their last `places`. */
const isRoundedDown = (digits: string, places: number, integer: number) =>
  integer === Number(digits.slice(0, -places) || '0')

/** The double next to a safe integer, on the side of the fraction that was rounded to it. */
function toFraction(integer: number, isBelow: boolean): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, integer)
  view.setBigInt64(0, view.getBigInt64(0) + (isBelow ? 1n : -1n))
  const fraction = view.getFloat64(0)
  return Number.isInteger(fraction) ? Number.NaN : fraction
}
