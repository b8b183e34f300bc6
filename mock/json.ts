import { parse } from 'lossless-json'

/** A number that JSON.parse might not read digit for digit, or may read as -0. */
const INEXACT = /\d{16}|\d[.eE]|-0/

/**
 * Reads JSON without losing a digit: an integer is a number where that is safe, else a bigint.
 * Throws a `SyntaxError` that names the position.
 */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return INEXACT.test(text) ? readExactly(text) : value
  } catch (error) {
    // Only lossless-json says where, in the same words on every engine.
    if (error instanceof SyntaxError) readExactly(text)
    throw error
  }
}

function readExactly(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: readNumber,
      onDuplicateKey: ({ newValue }) => newValue, // the last one counts, as in JSON.parse
    })
  } catch (error) {
    // RFC 8259, section 9: a reader may set limits on the depth of nesting.
    if (error instanceof RangeError) throw new SyntaxError('nested too deeply')
    throw error
  }
}

/** `1.0` and `1e3` are integers, `1e-400` is not, and 2^53 + 1 is not 2^53. */
export function readNumber(source: string): number | bigint {
  const number = Number(source)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return 0
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return Number.isInteger(number) ? Number.NaN : number // rounding made it one
  if (Number.isSafeInteger(number) || zeros > LONGEST_EXPONENT) return number
  return BigInt(sign + significant + '0'.repeat(zeros))
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** A larger one stays a number: no integer format reaches so far, and BigInt would take for ever. */
const LONGEST_EXPONENT = 400
