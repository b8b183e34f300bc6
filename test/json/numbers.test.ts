// Numbers keep their value: integers every digit, and fractions are never read as integers.
import { expect, test } from 'vitest'
import { readJson } from '../../mock/json/read.ts'

test.each<[source: string, value: number | bigint]>([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740991', -9007199254740991],
  ['-9007199254740993', -9007199254740993n],
  ['1.0', 1],
  ['1e3', 1000],
  ['1E19', 10n ** 19n],
  ['1E20', 1e20], // beyond 2^64: as a double, it costs no more than its text
  ['-1e399', Number.NEGATIVE_INFINITY],
  ['9'.repeat(40), BigInt('9'.repeat(40))],
  [`-${'9'.repeat(4299)}`, -BigInt('9'.repeat(4299))],
  ['9'.repeat(4301), Number.POSITIVE_INFINITY],
  [`${'9'.repeat(40)}.0`, 1e40],
  ['0.7e1', 7],
  ['1200e-2', 12],
  ['90071992547409930e-1', 9007199254740993n],
  ['900719925474099.3e1', 9007199254740993n],
  ['-9007199254740993.0', -9007199254740993n],
  ['-0', -0],
  ['-0e0', -0],
  ['0.0', 0],
  [`0.${'0'.repeat(400)}12345678901234567890e420`, 12345678901234567890n],
  // A fraction stays one.
  ['0.5', 0.5],
  ['1.00000000000000000001', 1 + Number.EPSILON],
  ['0.99999999999999999999', 1 - Number.EPSILON / 2],
  ['-1.00000000000000000001', -1 - Number.EPSILON],
  ['1e-400', Number.MIN_VALUE],
  ['4503599627370495.49999', 4503599627370495.5],
  ['4503599627370496.4', Number.NaN],
  ['9007199254740990.5', Number.NaN],
  ['9007199254740993.5', 9007199254740994],
])('the number %s keeps its value, or stays a fraction', (source, value) => {
  expect(readJson(source)).toBe(value)
  expect(readJson(`{"id":${source}}`)).toStrictEqual({ id: value })
})

test.each([String.raw`"\""`, String.raw`"\\\""`, String.raw`"\\"`, '"\\u0022"'])(
  'an integer between the string %s and another one is exact',
  string => {
    const [, id] = readJson(`[${string},9007199254740993,""]`) as unknown[]
    expect(id).toBe(9007199254740993n)
  },
)
