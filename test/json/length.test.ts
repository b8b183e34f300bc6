// No length of a text exhausts the stack, or takes more than linear time.
import { expect, test } from 'vitest'
import { readJson } from '../../mock/json/read.ts'

const LENGTH = 2_000_000

test.each([
  ['a string of escapes', `"${'\\n'.repeat(LENGTH)}"`, '\n'.repeat(LENGTH)],
  ['a string of letters', `"${'a'.repeat(LENGTH)}"`, 'a'.repeat(LENGTH)],
  ['spaces', `${' '.repeat(LENGTH)}1`, 1],
  ['digits', '1'.repeat(LENGTH), Number.POSITIVE_INFINITY],
  ['zeros of a fraction', `1.${'0'.repeat(LENGTH)}`, 1],
  ['digits of an exponent', `1e${'0'.repeat(LENGTH)}1`, 10],
  ['runs of zeros', `1.${'01'.repeat(LENGTH / 2)}`, Number('1.01010101010101010101')],
])('%s', (_name, text, value) => {
  expect(readJson(text) === value).toBe(true) // a message with the value would be as long
})

test('the position of an error behind 2 million escapes', () => {
  expect(() => readJson(`["${'\\n'.repeat(LENGTH)}",]`)).toThrow(
    `but got ']' at position ${2 * LENGTH + 4}`,
  )
})
