/** More digits than any integer format has; writing out a larger exponent could exhaust memory. */
const MAX_DIGITS = 400

/**
 * The integer that a JSON number stands for, in any of its forms: `1.0` and `1e3` are integers. A
 * number where that is safe, otherwise a bigint; undefined for a fraction.
 */
export function toInteger(literal: string): number | bigint | undefined {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const zeros = Number(exponent) - fraction.length
  if (digits === '') return 0
  if (digits.length + zeros > MAX_DIGITS) return Number(literal)
  if (/[^0]/.test(zeros < 0 ? digits.slice(zeros) : '')) return undefined
  if (digits.length + zeros <= 0) return undefined
  const magnitude = BigInt(zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros))
  const integer = literal.startsWith('-') ? -magnitude : magnitude
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : integer
}
