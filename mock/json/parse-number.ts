/**
 * Parses a JSON number: an integer becomes a number if safe, otherwise a bigint. Only the value counts, not
 * its form: `1.0` and `1e3` are integers, `1e-400` is not. Rounding never makes a fraction a safe integer:
 * it becomes the nearest fraction that a double can hold, or `NaN` if there is none. Integers of more than
 * 40 digits become the nearest double.
 */
export function parseNumber(source: string): number | bigint {
  const number = Number(source)
  if (number === 0) return HAS_DIGIT.test(source) ? toFraction(0, true) * signOf(source) : 0
  const isShort = source.length <= MAX_DOUBLE_CHARS
  if (!Number.isFinite(number) || (isShort && Math.abs(number) <= Number.MAX_SAFE_INTEGER))
    return number
  const { sign, whole, fraction, exponent } = split(source)
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.slice(0, endOfZeros(digits))
  if (significant === '') return 0
  const zeros = exponent - fraction.length + digits.length - significant.length
  if (zeros < 0) {
    if (!Number.isSafeInteger(number)) return number
    const isBelow = isRoundedDown(significant, -zeros, Math.abs(number))
    return toFraction(Math.abs(number), isBelow) * signOf(source)
  }
  if (Number.isSafeInteger(number) || significant.length + zeros > MAX_DIGITS) return number
  return BigInt(sign + significant + '0'.repeat(zeros))
}

/** A double tells any two numbers of at most 15 digits apart. */
const MAX_DOUBLE_CHARS = 15

/** A digit other than 0 before the exponent. */
const HAS_DIGIT = /^[-.\d]*?[1-9]/

const signOf = (source: string) => (source.startsWith('-') ? -1 : 1)

/** Splits a number without a pattern, which would exhaust the stack on a very long one. */
function split(source: string) {
  const sign = source.startsWith('-') ? '-' : ''
  const [mantissa = '', exponent = '0'] = source.slice(sign.length).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { sign, whole, fraction, exponent: Number(exponent) }
}

/** Returns the length without trailing zeros. */
function endOfZeros(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return end
}

/** No integer format has that many digits. Longer ones, such as `1e9999999`, would make huge BigInts. */
const MAX_DIGITS = 40

/** Returns whether dropping the last `places` digits gives the integer. */
const isRoundedDown = (digits: string, places: number, integer: number) =>
  integer === Number(digits.slice(0, -places) || '0')

/** Returns the double next to a safe integer, on the side of the fraction that was rounded to it. */
function toFraction(integer: number, isBelow: boolean): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, integer)
  view.setBigInt64(0, view.getBigInt64(0) + (isBelow ? 1n : -1n))
  const fraction = view.getFloat64(0)
  return Number.isInteger(fraction) ? Number.NaN : fraction
}
