/** Whether a number is a multiple of another in decimal, as it is written: 0.3 is one of 0.1. */
export function isMultipleOf(value: number | bigint, divisor: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  const [one, other] = aligned(String(value), String(divisor))
  return one % other === 0n
}

/** Two decimals as integers of the same unit. */
export function aligned(one: string, other: string): [bigint, bigint] {
  const decimals = [decimal(one), decimal(other)] as const
  const least = Math.min(...decimals.map(({ exponent }) => exponent))
  const scaled = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - least)
  return [scaled(decimals[0]), scaled(decimals[1])]
}

interface Decimal {
  digits: bigint
  exponent: number
}

function decimal(literal: string): Decimal {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
