/** Whether a number is a multiple of another in decimal, as it is written: 0.3 is one of 0.1. */
export function isMultipleOf(value: number | bigint, divisor: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  const one = decimal(value)
  const other = decimal(divisor)
  const exponent = Math.min(one.exponent, other.exponent)
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent)
  return scaled(one) % scaled(other) === 0n
}

interface Decimal {
  digits: bigint
  exponent: number
}

function decimal(number: number | bigint): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
