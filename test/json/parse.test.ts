// What is JSON (RFC 8259), and where the first error is.
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../mock/json/parse.ts'
import { readJson } from '../../mock/json/read.ts'

describe('an error is named with its position', () => {
  test.each([
    ['', 'expected a value but got the end at position 0'],
    ['[', 'expected a value but got the end at position 1'],
    ['[1,]', 'expected a value but got "]" at position 3'],
    ['[1 2]', 'expected "," or "]" but got "2" at position 3'],
    ['[1}', 'expected "," or "]" but got "}" at position 2'],
    ['{', 'expected a key in double quotes but got the end at position 1'],
    ['{a:1}', 'expected a key in double quotes but got "a" at position 1'],
    ['{"a":1,}', 'expected a key in double quotes but got "}" at position 7'],
    ['{"a" 1}', 'expected ":" but got "1" at position 5'],
    ['{"a":}', 'expected a value but got "}" at position 5'],
    ['{"a":1 "b":2}', 'expected "," or "}" but got "\\"" at position 7'],
    ['{"a":1]', 'expected "," or "}" but got "]" at position 6'],
    ['1 2', 'expected the end but got "2" at position 2'],
    ['[]\u{1f335}', 'expected the end but got "\u{1f335}" at position 2'],
    ['\ufeff1', 'expected a value but got "\ufeff" at position 0'],
    ['\u00a01', 'expected a value but got "\u00a0" at position 0'],
    ['"a', 'expected the end of the string but got the end at position 2'],
    ['"a\nb"', 'expected the end of the string but got "\\n" at position 2'],
    ['"\\x"', 'expected the end of the string but got "\\\\" at position 1'],
    ['"\\n\\', 'expected the end of the string but got "\\\\" at position 3'],
    ["'a'", 'expected a value but got "\'" at position 0'],
    ['nul', 'expected a value but got "n" at position 0'],
    ['NaN', 'expected a value but got "N" at position 0'],
    ['-', 'expected a value but got "-" at position 0'],
    ['[-a]', 'expected a value but got "-" at position 1'],
    ['01', 'expected the end but got "1" at position 1'],
    ['1.', 'expected the end but got "." at position 1'],
    ['1e', 'expected the end but got "e" at position 1'],
    ['[1.5E-]', 'expected "," or "]" but got "E" at position 4'],
  ])('%j', (text, message) => {
    const thrown = () => parseJson(text)
    expect(thrown).toThrow(SyntaxError)
    expect(thrown).toThrow(new SyntaxError(message))
    expect(() => readJson(text)).toThrow(new SyntaxError(message))
  })
})

describe('JSON is read as JSON.parse reads it', () => {
  test.each([
    ['null'],
    ['[false,true,null]'],
    ['""'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83C\\uDF35"'],
    ['" !#[]^\u007f\u2028\u{1f335}"'],
    ['0.5'],
    ['1.5e3'],
    ['25E-1'],
    ['[[],{},[{}]]'],
    ['{"a":{"b":[1,{"c":2}],"d":3},"e":4}'],
    [
      ' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n, "b" : { } } \t\r\n',
    ],
    ['{"a":1,"b":2,"a":3}'],
    ['{"1":1,"b":2,"0":3}'],
    ['{"constructor":1,"toString":{"a":2}}'],
  ])('%s', text => {
    expect(parseJson(text)).toStrictEqual(JSON.parse(text))
    expect(readJson(text)).toStrictEqual(JSON.parse(text))
  })

  test('__proto__ is a key like any other', () => {
    const value = parseJson('{"__proto__":{"a":1},"b":{"__proto__":2}}') as Record<string, object>
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"b":{"__proto__":2}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    Object.assign(value.b ?? {}, { c: 3 })
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')).toEqual({
      value: { a: 1 },
      configurable: true,
      enumerable: true,
      writable: true,
    })
  })
})

describe('the positions of the elements', () => {
  test.each([
    ['[1, {"a":[2,3]} ,"b"]', [1, 4, 17]],
    ['\n[ [1,2],[[3]] ]', [3, 9]],
    ['{"a":[1,2]}', []],
    ['1', []],
  ])('of %j', (text, positions) => {
    const elements: number[] = []
    parseJson(text, { elements })
    expect(elements).toEqual(positions)
  })
})
