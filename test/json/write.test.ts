// JSON as the mock writes it: as JSON.stringify does, but with each bigint as an integer.
import { expect, test } from 'vitest'
import { describeJson } from '../../mock/json/describe.ts'
import { toPointer } from '../../mock/json/pointer.ts'
import { readJson } from '../../mock/json/read.ts'
import { toStringifiable, writeJson } from '../../mock/json/write.ts'

test.each([
  ['a "quoted" \u{1f335}\n'],
  [-0],
  [Number.NaN],
  [[1, [2, []], {}]],
  [{ a: 1, b: { c: [true, { d: null }] }, e: {} }],
  [{ a: undefined, b: () => 1, c: Symbol('c'), d: 1 }],
  [[undefined, () => 1, Symbol('c')]],
  [{ at: new Date(0), list: [new Date(1)] }],
  [{ toJSON: 'no function' }],
  [{ __proto__: null, a: 1 }],
])('as JSON.stringify: %j', value => {
  expect(writeJson(value)).toBe(JSON.stringify(value))
  expect(writeJson(value, '  ')).toBe(JSON.stringify(value, null, '  '))
})

test('a bigint is an integer, wherever it is', () => {
  const id = 9007199254740993n
  expect(writeJson(id)).toBe('9007199254740993')
  expect(writeJson({ id, list: [-id] })).toBe('{"id":9007199254740993,"list":[-9007199254740993]}')
  expect(readJson(writeJson({ id }))).toEqual({ id })
  const value = { a: [1, { b: 2n }], c: undefined, d: [] }
  expect(writeJson(value, '  ')).toBe(JSON.stringify({ a: [1, { b: 2 }], d: [] }, null, '  '))
})

test('a copy that JSON.stringify can write', () => {
  const value = { id: 9007199254740993n, list: [1n, null, { a: 'b' }, [-2n]], at: undefined, x: 1 }
  const text = '{"id":9007199254740993,"list":[1,null,{"a":"b"},[-2]],"x":1}'
  const isExact = 'rawJSON' in JSON
  const written = isExact ? text : text.replace(/-?\d{16}|(?<=\[)1|-2/g, '"$&"')
  expect(JSON.stringify(toStringifiable(value))).toBe(written)
  expect(toStringifiable('a')).toBe('a')
})

test('circular values and too deep nesting are refused', () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(writeJson(nested(501))).toHaveLength(1_002)
  const message = 'cannot be written as JSON: nested deeper than 500 levels'
  expect(() => writeJson(nested(502))).toThrow(new TypeError(message))
  const circular: Record<string, unknown> = {}
  circular.self = circular
  expect(() => writeJson(circular)).toThrow(new TypeError(message))
})

test.each([
  [0, 'the number 0'],
  [-0.5, 'the number -0.5'],
  [Number.MIN_VALUE, 'a fraction'],
  ['a'.repeat(40), `the string "${'a'.repeat(40)}"`],
  ['a'.repeat(41), `the string "${'a'.repeat(40)}..."`],
  [10n ** 40n, `the number 1${'0'.repeat(39)}...`],
  [Number.POSITIVE_INFINITY, 'a number that is too large'],
  [false, 'false'],
  [{}, 'an object'],
])('in a few words: %s', (value, words) => {
  expect(describeJson(value)).toBe(words)
})

test('a path is a JSON Pointer', () => {
  expect(toPointer(['a/b', 0, '~/~c/', ''])).toBe('/a~1b/0/~0~1~0c~1/')
  expect(toPointer([])).toBe('')
})
