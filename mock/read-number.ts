/** `1.0` and `1e3` are integers, `1e-400` is not, and 2^53 + 1 is not 2^53. */
export function readNumber(source: string): number | bigint {
  const number = Number(source)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(TRAILING_ZEROS, '')
  if (significant === '') return 0
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return Number.isInteger(number) ? Number.NaN : number // rounding made it one
  if (Number.isSafeInteger(number) || significant.length + zeros > LONGEST) return number
  return BigInt(sign + significant + '0'.repeat(zeros))
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** With the look-behind, a run of zeros in the middle is looked at once, not once for each zero. */
const TRAILING_ZEROS = /(?<!0)0+$/

/** A longer one stays a number: no integer format reaches so far, and BigInt would take for ever. */
const LONGEST = 400
