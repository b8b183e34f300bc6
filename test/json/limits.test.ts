// How deep JSON may be nested is limited.
import { expect, test } from 'vitest'
import { MAX_DEPTH } from '../../mock/json/depth.ts'
import { readJson } from '../../mock/json/read.ts'
import { MAX_WRITTEN_DEPTH, writeJson } from '../../mock/json/write.ts'

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('nesting is limited to 128 levels, as MockResponse documents', () => {
  expect(MAX_DEPTH).toBe(128)
})

test('JSON may be nested as deep as the limit, and no deeper', () => {
  for (const text of [nested(MAX_DEPTH), nestedObjects(MAX_DEPTH)])
    expect(() => readJson(text, MAX_DEPTH), text.slice(0, 1)).not.toThrow()
  const message = `nested deeper than ${MAX_DEPTH} levels at position ${MAX_DEPTH}`
  expect(() => readJson(nested(MAX_DEPTH + 1), MAX_DEPTH)).toThrow(message)
  expect(() => readJson(nestedObjects(MAX_DEPTH + 1), MAX_DEPTH)).toThrow(
    `nested deeper than ${MAX_DEPTH} levels at position ${5 * MAX_DEPTH}`,
  )
  expect(() => readJson('['.repeat(2_000_000), MAX_DEPTH)).toThrow(message)
})

test.each<[json: string, depth: number]>([
  ['1', 0],
  ['[]', 1],
  ['{}', 1],
  ['[[],{},[1],{"a":2}]', 2],
  ['["]","[[[","\\"[[","\\\\",[["{"]]]', 3],
  ['{"[":{"{":["\\\\\\"[{"]}}', 3],
])('%s is %i deep', (json, depth) => {
  const padded = json.padStart(300) // a text is not scanned if it is shorter than the limit
  expect(() => readJson(padded, depth)).not.toThrow()
  if (depth > 0) expect(() => readJson(padded, depth - 1)).toThrow('nested deeper than')
})

test('JSON at the limit can be written within lists and states', () => {
  expect(writeJson([[[[[[readJson(nested(MAX_DEPTH), MAX_DEPTH)]]]]]])).toHaveLength(
    2 * MAX_DEPTH + 12,
  )
})

test('a number is exact however deep it is nested, up to what the stack of the engine allows', () => {
  const numberAt = (depth: number) => {
    let value = readJson(`${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`, Infinity)
    while (Array.isArray(value)) [value] = value
    return value
  }
  expect(numberAt(MAX_WRITTEN_DEPTH)).toBe(9007199254740993n)
  expect(numberAt(100_000)).toBe(9007199254740992)
})
