// The token of a request is hidden where a service repeats it, in whatever form programs write it.
import { expect, test } from 'vitest'
import { createRedact } from '../../mock/http/redact.ts'

const TOKEN = '12|ab+c/d=e~f.ghi-jkl+m/n=='

const escaped = (toForm: (code: number, hex: string) => string) =>
  TOKEN.replace(/[^\w-]/g, mark => toForm(mark.charCodeAt(0), mark.charCodeAt(0).toString(16)))

test.each<[form: string, text: string]>([
  ['as it was sent', TOKEN],
  ['escaped for a URL', escaped((_, hex) => `%${hex}`)],
  ['escaped for a URL three times', escaped((_, hex) => `%2525${hex.toUpperCase()}`)],
  ['escaped by JSON', escaped((_, hex) => `\\u00${hex}`)],
  ['escaped by JSON in JSON', escaped((_, hex) => `\\\\\\u00${hex}`)],
  ['with backslashes', TOKEN.replace(/[^\w-]/g, '\\$&')],
  ['escaped by JavaScript', escaped((_, hex) => `\\x${hex}`)],
  ['escaped by HTML', escaped(code => `&#${code};`)],
  ['escaped by HTML twice', escaped((_, hex) => `&amp;#x${hex};`)],
])(
  'the token of a forwarded request, %s, is hidden where a service repeats it, and what is around it stays',
  (_form, text) => {
    const redact = createRedact([TOKEN])
    const shown = '"not \\"[redacted]\\"\\n", [redacted] ok'
    expect(redact(`"not \\"${text}\\"\\n", ${text} ok`)).toBe(shown)
  },
)

test('what begins with the first 16 characters of a longer token is hidden with it: of two with one beginning, the longer one is hidden whole', () => {
  const redact = createRedact(['abcdefgh', 'abcdefghijklmnopqrst'], '[token]')
  expect(redact('abcdefghijklmnopqrst abcdefgh')).toBe('[token] [token]')
  expect(createRedact(['abcdefghijklmnopqrst'], '[token]')('abcdefghijklmnopAB')).toBe('[token]')
})

test('a token of fewer than 8 characters is not searched', () => {
  expect(createRedact(['token'])('a token')).toBe('a token')
})

test.each(['+', '%', '\\', '&', '%25', '\\+', '('])('a token of %s alone is hidden', unit => {
  const token = unit.repeat(4_000)
  expect(createRedact([token])(`a ${token} b`)).toMatch(/^a \[redacted\]/)
})

// With a time that grew as the product of both does, each would take minutes.
test.each<[name: string, token: string, text: string]>([
  ['one letter', 'a', 'a'],
  ['one letter before another', `${'a'.repeat(15)}b`, 'a'],
  ['one mark', '+', '+'],
  ['marks, in backslashes', '+a', '\\'],
  ['percent signs, escaped over and over', '%', '25'],
  ['ampersands, escaped over and over', '&', `&${'amp;'.repeat(1_000)}`],
  ['letters before escapes', 'a', `${'a'.repeat(16)}${'\\x'.repeat(2 ** 18)}`],
  ['references with many zeros', '&', '&#0000000000'],
])('a token of 1 MiB is searched in 4 MiB in one pass: %s', (_name, token, text) => {
  const redact = createRedact([token.repeat(2 ** 20 / token.length)])
  const long = text.repeat(2 ** 22 / text.length)
  expect(redact(`${long}"<`).slice(-2)).toBe('"<')
})
