// Random tokens of the whole alphabet, in random forms and mixtures of them, in random text: the token is replaced, and
// everything around it stays as it was sent, in a time that grows in line with the text.
import fc from 'fast-check'
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'

const isLong = process.env.MODE === 'long'
const replaced = '[access token]'

/** Resolves to the body of a page in which the service repeats the token. */
async function page(accessToken: string, body: string): Promise<string> {
  const fetch = async () => new Response(body, { status: 502 })
  const client = new PlantStoreClient({ baseUrl: 'https://a.test', accessToken, fetch })
  return Object((await client.addPlant({ id: 1, name: 'Monstera' })).error).body
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Those of RFC 6750, section 2.1, and others. Where a token has `%` or `&`, a text may be read in two ways. */
const marks = '.~+/=|:!$*,;@#^(){}"\'?[]`\\'
const char = fc.constantFrom(...letters, ...marks)

/** Many have few different characters, so that their parts look alike. */
const tokens = fc
  .oneof(
    fc.string({ unit: char, minLength: 8, maxLength: 24 }),
    fc.string({ unit: char, minLength: 8, maxLength: 2_000 }),
    fc
      .array(char, { minLength: 1, maxLength: 3 })
      .chain(few => fc.string({ unit: fc.constantFrom(...few), minLength: 8, maxLength: 40 })),
  )
  // Of a token, backslashes at the end, many in a row, and those that begin an escape are not found.
  .filter(token => !/\\$|\\{4}|\\[ux]/.test(token))

/** By the HTML standard. */
const NAMES: Record<string, string> = {
  '-': '&hyphen;',
  _: '&UnderBar;',
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '.': '&period;',
  '{': '&lbrace;',
  '\\': '&bsol;',
  '"': '&quot;',
}

const hexOf = (mark: string) => mark.charCodeAt(0).toString(16)
type Form = (mark: string) => string
const forms: Form[] = [
  mark => mark,
  mark => `\\${mark}`,
  mark => `\\\\${mark}`,
  mark => `%${hexOf(mark)}`,
  mark => `%${hexOf(mark).toUpperCase()}`,
  mark => `%25${hexOf(mark)}`,
  mark => `%2525${hexOf(mark).toUpperCase()}`,
  mark => `\\u00${hexOf(mark)}`,
  mark => `\\\\u00${hexOf(mark).toUpperCase()}`,
  mark => `\\x${hexOf(mark)}`,
  mark => `&#${mark.charCodeAt(0)};`,
  mark => `&#x${hexOf(mark)};`,
  mark => `&amp;#x${hexOf(mark).toUpperCase()};`,
  mark => NAMES[mark] ?? mark,
]

/** A form for each mark: one throughout, as a program does it, or another each time. */
const mixtures = fc.oneof(
  fc.constantFrom(...forms).map(form => [form]),
  fc.array(fc.constantFrom(...forms), { minLength: 1, maxLength: 40 }),
)

function write(token: string, mixture: readonly Form[]): string {
  let index = 0
  return token.replace(/[^a-z\d]/gi, mark => mixture[index++ % mixture.length]?.(mark) ?? mark)
}

/** Text around a token: with escapes and backslashes of its own, and other letters. */
const around = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        '%',
        '%41',
        '%2B',
        '\\',
        '\\\\',
        '\\u0041',
        '&amp;',
        '&#43;',
        '"',
        '\n',
        '🪴',
      ),
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''))

test('A random token is replaced in any form, and nothing around it is changed', async () => {
  await fc.assert(
    fc.asyncProperty(tokens, mixtures, around, around, async (token, mixture, before, after) => {
      const written = write(token, mixture)
      const [start, end] = [`${before}<`, `>${after}`]
      fc.pre(!`${start}${end}`.includes(token))
      expect(await page(token, start + written + end)).toBe(start + replaced + end)
    }),
    { numRuns: isLong ? 100_000 : 500 },
  )
}, 900_000)

describe('1 MiB of hostile text takes at most 0.1 s longer than plain text:', () => {
  const SIZE = 2 ** 20
  const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)
  const hostile: [name: string, token: string][] = [
    ['a JWT', `eyJhbGciOiJIUzI1NiJ9.${'aB3_-'.repeat(300)}`],
    ['one letter', 'a'.repeat(16_384)],
    ['one letter and another', `${'a'.repeat(15)}b`],
    ['fifteen marks and a letter', `${'/'.repeat(15)}b`],
    ['slashes', '/'.repeat(16_384)],
    ['a mark and a letter', '+a'.repeat(2_000)],
    ['backslashes', '\\+'.repeat(50)],
    ['percent signs', '%25'.repeat(20)],
    ['ampersands', '&amp;'.repeat(10)],
    ['what looks like an escape', 'x2b+u002b'.repeat(5)],
  ]
  const parts = [
    ...['\\', '+\\', 'a\\', '/\\\\\\', '%', '%25', `%${'25'.repeat(1_000)}`, '&', '&amp;', '&#43;'],
    ...['\\u002b', '\\x2b', 'a', `${'a'.repeat(15)}c`, '/', '%2f', '&amp;amp;amp;'],
    ...['%5C%2F', '&#92;/', '\\\\\\/', '\\\\\\u002f', `${'\\\\\\/'.repeat(15)}c`],
  ]

  test.each(isLong ? hostile : hostile.slice(0, 2))(
    'a token of %s',
    async (_name, token) => {
      /** Of this thread alone, and the shortest of three: what else the machine does is not the client's. */
      const timeOf = async (text: string) => {
        const times: number[] = []
        for (let run = 0; run < 3; run++) {
          const start = process.threadCpuUsage()
          await page(token, text)
          times.push(process.threadCpuUsage(start).user / 1_000)
        }
        return Math.min(...times)
      }
      const plain = await timeOf(fill('The quick brown fox. '))
      for (const part of [...parts, token, token.slice(0, 15), encodeURIComponent(token)])
        expect((await timeOf(fill(part))) - plain, part.slice(0, 20)).toBeLessThan(100)
    },
    60_000,
  )
})
