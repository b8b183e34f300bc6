// The token of a request is hidden where a service repeats it, in whatever form programs write it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedact, redactUrls } from '../../mock/http/redact.ts'

type Form = (mark: string, code: number, hex: string) => string

const NAMES: Readonly<Record<string, string>> = {
  '-': 'hyphen',
  _: 'lowbar',
  '.': 'period',
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  '~': 'tilde',
  '|': 'vert',
}

/** How programs write what is not a letter or a digit. */
const forms: readonly [form: string, toForm: Form][] = [
  ['as it was sent', mark => mark],
  ['escaped for a URL', (_, _code, hex) => `%${hex}`],
  ['escaped for a URL three times', (_, _code, hex) => `%2525${hex.toUpperCase()}`],
  ['escaped by JSON', (_, _code, hex) => `\\u00${hex}`],
  ["escaped by Django's escapejs", (_, _code, hex) => `\\u00${hex.toUpperCase()}`],
  ['escaped by JSON in JSON', (_, _code, hex) => `\\\\\\u00${hex}`],
  ['with backslashes', mark => `\\${mark}`],
  ['escaped by JavaScript', (_, _code, hex) => `\\x${hex}`],
  ['escaped by HTML', (_, code) => `&#${code};`],
  ['escaped by HTML twice', (_, _code, hex) => `&amp;#x${hex};`],
  ['escaped by HTML with names', (mark, code) => `&${NAMES[mark] ?? `#${code}`};`],
  ['escaped by HTML with names, twice', (mark, code) => `&amp;${NAMES[mark] ?? `#${code}`};`],
]

const escaped = (token: string, toForm: (index: number) => Form) => {
  let index = 0
  return token.replace(/[^a-z\d]/gi, mark => {
    const code = mark.charCodeAt(0)
    return toForm(index++)(mark, code, code.toString(16))
  })
}

const TOKENS = [
  '12|ab+c/d=e~f.ghi-jkl+m/n==',
  '550e8400-e29b-41d4-a716-446655440000',
  'sk-proj-4f_9A-b2C3d4E5f6G7h8I9j0',
  'xoxb-2468-1357-AbCdEfGhIjKl',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  '-_-_-_-_',
]

test.each(forms.flatMap(([form, toForm]) => TOKENS.map(token => ({ form, toForm, token }))))(
  'the token $token of a forwarded request, $form, is hidden where a service repeats it, and what is around it stays',
  ({ toForm, token }) => {
    const redact = createRedact([token])
    const text = escaped(token, () => toForm)
    const shown =
      '"not \\"[redacted]\\"\\n", [redacted] ok, &quot;[redacted]&quot;&lt;/b&gt; &#34;[redacted]&#34;'
    expect(
      redact(`"not \\"${text}\\"\\n", ${text} ok, &quot;${text}&quot;&lt;/b&gt; &#34;${text}&#34;`),
    ).toBe(shown)
  },
)

const char = fc.constantFrom(...'ABCxyz0189-_.~+/=')
const tokens = fc
  .string({ unit: char, minLength: 8, maxLength: 80 })
  .filter(token => /[a-z\d]/i.test(token) && !/[=]+$/.test(token))

test('a random token in a random mixture of forms is hidden, and nothing else', () => {
  const mixtures = fc.array(fc.constantFrom(...forms), { minLength: 1, maxLength: 20 })
  const around = fc.array(
    fc.constantFrom('%', '\\', '\\\\', '&amp;', '&lt;', '"', '\n', 'Z ', '%41'),
  )
  fc.assert(
    fc.property(tokens, mixtures, around, around, (token, mixture, before, after) => {
      const written = escaped(
        token,
        index => mixture[index % mixture.length]?.[1] ?? (mark => mark),
      )
      const [start, end] = [`${before.join('')}<`, `>${after.join('')}`]
      expect(createRedact([token])(start + written + end)).toBe(`${start}[redacted]${end}`)
    }),
    { numRuns: process.env.MODE === 'long' ? 100_000 : 2_000 },
  )
})

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
  ['names of references', '&', '&lowbar'],
  ['fifteen marks and a letter, against escaped marks', `${'/'.repeat(15)}b`, '\\\\\\/'],
  ['eight marks and a letter, against escapes of any kind', `${'-'.repeat(8)}b`, '\\u002d%2d&#45;'],
  ['a UUID, against its beginning', '550e8400-e29b-41d4-a716-44665544', '550e8400-e29b-41%252'],
])('a token of 1 MiB is searched in 4 MiB in one pass: %s', (_name, token, text) => {
  const redact = createRedact([token.repeat(2 ** 20 / token.length)])
  const long = text.repeat(2 ** 22 / text.length)
  expect(redact(`${long}"<`).slice(-2)).toBe('"<')
})

test('Credentials are hidden in the addresses of a text, and in no word that is not one', () => {
  const message = 'ERROR (code=23505;key=id) 42; token=x, a&code=1'
  expect(redactUrls(message)).toBe(message)
  expect(redactUrls('See https://me:pw@a.test/b or /login?code=1&page=2, then #token=3')).toBe(
    'See https://[redacted]@a.test/b or /login?code=[redacted]&page=2, then #token=[redacted]',
  )
})
