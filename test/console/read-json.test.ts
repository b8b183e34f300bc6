// The page reads JSON with integers of any size, as the mock does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from '../../mock/console/parts/read-json.ts'
import { readJson as readOfMock } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'

test('What the mock writes is read as the mock reads it, in random runs', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('\0', '\0\x001', '\x009007199254740993', '"\\', '1e400'),
  )
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      text,
      fc.constantFrom(null, true, false),
      fc.array(tie('value')),
      fc.dictionary(
        text.filter(key => key !== '__proto__'),
        tie('value'),
      ),
    ),
  }))
  const property = fc.property(value, fc.constantFrom('', '  '), (value, indent) => {
    const json = writeJson(value, indent)
    expect(readJson(json)).toEqual(readOfMock(json))
  })
  fc.assert(property, { numRuns: 1_000, endOnFailure: true })
})

test.each([
  [
    '[9007199254740993,-9223372036854775808,9007199254740991]',
    [9007199254740993n, -9223372036854775808n, 9007199254740991],
  ],
  [
    '[0.1234567890123456,1234567890123456.5,1e400]',
    [0.1234567890123456, 1234567890123456.5, Infinity],
  ],
  ['{"9007199254740993":"9007199254740993"}', { '9007199254740993': '9007199254740993' }],
])('%s', (json, value) => {
  expect(readJson(json)).toEqual(value)
})

test('What is not JSON throws', () => {
  for (const text of ['{', '9007199254740993x', '"9007199254740993', ''])
    expect(() => readJson(text)).toThrow(SyntaxError)
})
