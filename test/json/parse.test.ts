// What is JSON and what is not (RFC 8259), and where the first error is.
import { expect, test } from 'vitest'
import { readJson } from '../../mock/json/read.ts'

/** An integer that `JSON.parse` would round, so that the exact parser reads the text. */
const EXACT = '9007199254740993'

test.each([
  ['', 'JSON value expected but reached end of input at position 0'],
  ['[1,]', "Array item expected but got ']' at position 3"],
  ['[1 2]', "Comma ',' expected after value but got '2' at position 3"],
  ['{a:1}', "Quoted object key expected but got 'a' at position 1"],
  ['{"a":1,}', "Quoted object key expected but got '}' at position 7"],
  ['{"a" 1}', "Colon ':' expected after property name but got '1' at position 5"],
  ['{} {}', "Expected end of input but got '{' at position 3"],
  ['"a', "End of string '\"' expected but reached end of input at position 2"],
  ['[1 \u{1f335}]', "Comma ',' expected after value but got '\\ud83c' at position 3"],
  ['"a\nb"', "Invalid character '\\n' at position 2"],
  ['1.', "Invalid number '1.', expecting a digit but reached end of input at position 2"],
])('the error in %j is named with its position', (text, message) => {
  expect(() => readJson(text)).toThrow(new SyntaxError(message))
})

test.each([
  ...['{"a":}', '{"a":1]', '\ufeff1', '\u00a01', '"\\x"', '"\\u12g4"'],
  ...["'a'", 'NaN', '+1', '.5', '01'],
])('%j is not JSON', text => {
  expect(() => readJson(text)).toThrow(/ at position \d+$/)
})

test.each([
  ['[false,true,null]'],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83C\\uDF35"'],
  ['" !#[]^\u007f\u2028\u{1f335}"'],
  ['[0,-1,19,0.5,-0.25,1.5e3,25E-1]'],
  ['[[],{},[{}],{"":""}]'],
  [' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 ] , "b" : { } } \t\r\n'],
  ['{"a":1,"b":2,"a":3}'],
  ['{"1":1,"b":2,"0":3}'],
  ['{"constructor":1,"toString":{"a":2}}'],
])('what is JSON is read as JSON.parse reads it: %s', text => {
  expect(readJson(text)).toStrictEqual(JSON.parse(text))
  expect(readJson(`[${EXACT},${text}]`)).toStrictEqual([BigInt(EXACT), JSON.parse(text)])
})

test.each(['1', EXACT])('__proto__ is a key like any other, next to %s', number => {
  const text = `{"__proto__":{"a":${number}},"b":{"__proto__":2}}`
  const value = Object(readJson(text))
  expect(Object.keys(value)).toEqual(['__proto__', 'b'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.getPrototypeOf(value.b)).toBe(Object.prototype)
})
