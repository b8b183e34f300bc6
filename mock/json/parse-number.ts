/**
 * Parses a JSON number: an integer becomes a number if safe, otherwise a bigint. Only the value counts, not
 * its form: `1.0` and `1e3` are integers, `1e-400` is not. Rounding never makes a fraction a safe integer:
 * it becomes the nearest fraction that a double can hold, or `NaN` if there is none. Integers beyond 2^64 that have an
 * exponent, or more than 4,300 digits, become the nearest double.
 */
export function parseNumber(source: string): number | bigint {
  const number = Number(source)
  if (number === 0)
    return source.length > 2 && HAS_DIGIT.test(source) ? Number.MIN_VALUE * signOf(source) : number
  const isShort = source.length <= MAX_DOUBLE_CHARS
  if (isShort && Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number
  if (Math.abs(number) >= 2 ** 64) return isPlainInteger(source) ? BigInt(source) : number
  if (!Number.isInteger(number)) return number // no integer is rounded to a fraction
  const { whole, fraction, exponent } = split(source)
  const digits = whole + fraction
  const end = endOfDigits(digits)
  const zeros = exponent - fraction.length + digits.length - end
  const significant = digits.slice(startOfDigits(digits), end)
  if (zeros < 0) {
    if (!Number.isSafeInteger(number)) return number
    if (Math.abs(number) >= 2 ** 52) return Number.NaN // where doubles have no fractions
    const isBelow = isRoundedDown(significant, -zeros, Math.abs(number))
    return toFraction(Math.abs(number), isBelow) * signOf(source)
  }
  if (Number.isSafeInteger(number)) return number
  const integer = zeros === 0 ? BigInt(significant) : BigInt(significant) * (POWERS[zeros] ?? 0n)
  return source.startsWith('-') ? -integer : integer
}

/** A double tells any two numbers of at most 15 digits apart. */
export const MAX_DOUBLE_CHARS = 15

/** A digit other than 0 before the exponent. */
const HAS_DIGIT = /^[-.\d]*?[1-9]/

/** Of numbers beyond 2^64: digits alone. */
const isPlainInteger = (source: string) =>
  source.length <= MAX_INTEGER_CHARS && /^-?\d+$/.test(source)

const signOf = (source: string) => (source.startsWith('-') ? -1 : 1)

/** Splits a number, whose sign is left out. No pattern, which would exhaust the stack on a very long one. */
function split(source: string): { whole: string; fraction: string; exponent: number } {
  const start = source.startsWith('-') ? 1 : 0
  const mark = Math.max(source.indexOf('e'), source.indexOf('E'))
  const end = mark < 0 ? source.length : mark
  const point = source.indexOf('.')
  return {
    whole: source.slice(start, point < 0 ? end : point),
    fraction: point < 0 ? '' : source.slice(point + 1, end),
    exponent: mark < 0 ? 0 : Number(source.slice(mark + 1)),
  }
}

/** Returns how many zeros are at the start. */
function startOfDigits(digits: string): number {
  let start = 0
  while (digits[start] === '0') start++
  return start
}

/** Returns the length without trailing zeros. */
function endOfDigits(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return end
}

/** Huge bigints are slow. Python has this limit too (`sys.int_info.default_max_str_digits`). */
const MAX_INTEGER_CHARS = 4_300

/** Of the integers below 2^64. */
const POWERS: readonly bigint[] = Array.from({ length: 20 }, (_, zeros) => 10n ** BigInt(zeros))

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
