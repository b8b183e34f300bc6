// Plants with values that services are known to spoil. The contract decides which of them are valid.
import { textFields } from '../../contract/parse-plant.ts'
import { escapeInvisible } from '../../contract/visible.ts'
import { writeJson } from '../../json/write.ts'
import { createRandom } from '../../store/random.ts'
import { BOUNDED } from './expectations.ts'
import { bearer, contractAllows, minimal, post, toPlant } from './plant-json.ts'
import type { Probe } from './probe.ts'
import { letters } from './rules.ts'

const everyCharacter = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    '',
  )

/** By what is unusual about each. */
const TEXTS: Readonly<Record<string, string>> = {
  'the empty text': '',
  'one letter': 'a',
  'spaces at both ends': '  Aloe vera  ',
  'only a space': ' ',
  'two spaces in a row': 'Aloe  vera',
  'a no-break space': 'Aloe\u00a0vera',
  'a line break': 'Aloe\nvera',
  'a line break of Windows': 'Aloe\r\nvera',
  'upper case': 'ALOE',
  'lower case': 'aloe',
  'letters without a simple other case': '\u1e9e\u00df\u0130\u0131\u017f',
  'an accent in one character': 'Caf\u00e9',
  'an accent as a character of its own': 'Cafe\u0301',
  'compatibility characters': '\ufb01g \u212b \uff21',
  'other scripts': '\u5927\u53f6 \u0420\u043e\u0437\u0430',
  'beyond the basic plane': '\u{1fab4} \u{20bb7}',
  'a joined emoji, and one in colour': '\u{1f469}\u200d\u{1f33e} \u2764\ufe0f z',
  'right-to-left marks': '\u200f\u0639\u0646\u0628\u200e',
  'a zero-width space': 'Aloe\u200bvera',
  'a byte order mark': '\ufeffAloe',
  'control characters': `a${everyCharacter(0x01, 0x1f)}${everyCharacter(0x7f, 0x9f)}z`,
  'the character 0': 'a\u0000z',
  'digits only': '12',
  'the digit 0': '0',
  'digits after a 0': '007',
  'an exponent': '1e3',
  'a decimal fraction': '1.50',
  'a date': '2024-01-01T00:00:00.000Z',
  'the word null': 'null',
  'the word true': 'true',
  'the word false': 'false',
  'the word no': 'no',
  'the word undefined': 'undefined',
  quotes: '"Aloe" \'vera\' `z`',
  'one single quote': "O'Hara",
  backslashes: 'a\\b\\n\\u0041',
  markup: '<b>&amp;</b>',
  'percent and plus signs': '100%25+%20',
  placeholders: '{{a}} %s $1 {0}',
  JSON: '{"a":[1]}',
  'a formula': '=1+1',
  'a hash sign first': '#aloe',
  'an address': 'https://a.example/?b=1&c=@d',
  'each sign of ASCII, three times': everyCharacter(0x21, 0x7e)
    .replace(/\w/g, '')
    .replace(/./g, '$&$&$&'),
  'each character of Latin-1': everyCharacter(0xa0, 0xff),
  'all general punctuation': everyCharacter(0x2000, 0x206f),
  'the name of a prototype': '__proto__',
  'line breaks at both ends': '\nAloe\n',
  'a line break of old Macs': 'Aloe\rvera',
  'tabs at both ends and within': '\tAloe\tvera\t',
  'wide spaces at both ends': '\u3000Aloe\u3000',
  'many digits': '12345678901234567890',
  'a day': '2024-01-01',
  'a number with a sign': '+5',
  'a backslash at the end': 'Aloe\\',
  'quotes around': '"Aloe"',
  'apostrophes around': "'Aloe'",
  'a script': '<script>alert(1)</script>',
  'references to characters': '&lt;&#39;&#x27;&nbsp;&eacute;',
  'comments and templates': '<!-- a --> ]]> <%= a %> \u0024{a} $a',
  'more scripts': '\u03a3\u03c2 \u05d0 \u0e01\u0e33 \u1112\u1161\u11ab \u0663 \uf900 \u20ac \u301c',
  'two accents, not in canonical order': 'a\u0301\u0323',
  'the last planes': '\u{1f3f4}\u{e0067}\u{e007f} \u{f0000} \u{10fffd} \u{1f44d}\u{1f3fd}',
  'private and replacement characters': '\ue000 \ufffd \ufffe\uffff \ufdd0',
  '200 letters beyond ASCII': '\u00e4'.repeat(200),
}

/** Lengths of texts, to learn of bounds. */
const LENGTHS = [100, 255, 256, 1000]

/** What random texts are made of. */
const PIECES = [...Object.values(TEXTS).filter(text => text.length <= 20), 'a', 'Z', '9', '\u00e4']

const withText = (field: string, text: string) => ({ [field]: escapeInvisible(writeJson(text)) })

/** A plant with one unusual text, the other fields as in most requests, so that no other text is refused in its place. */
const plantWith = (name: string, field: string, text: string): Probe => ({
  name: `${field}: ${name}`,
  expectation: BOUNDED,
  unusual: { field, text },
  requests: (id, token) => [
    post(toPlant(id, { ...minimal, ...withText(field, text) }), bearer(token)),
  ],
})

const isPossible = (field: string, text: string) => contractAllows(withText(field, text))

const listed = [
  ...Object.entries(TEXTS),
  ...LENGTHS.map(count => [`${count} characters`, letters(count)] as const),
].flatMap(([name, text]) =>
  textFields.filter(field => isPossible(field, text)).map(field => plantWith(name, field, text)),
)

/** How many plants the table has under this contract. */
export const LISTED: number = listed.length

/** A plant with a text of so many letters, which differs with the id. Undefined if the contract allows none. */
export function textOfLetters(field: string, length: number): Probe | undefined {
  const toText = (id: bigint) => {
    const own = [...id.toString(26)].map(digit => LETTERS[Number.parseInt(digit, 26)])
    return (own.reverse().join('') + letters(length)).slice(0, length)
  }
  const text = letters(length)
  if (!isPossible(field, text)) return undefined
  return {
    ...plantWith(`${length} letters`, field, text),
    requests: (id, token) => [
      post(toPlant(id, { ...minimal, ...withText(field, toText(id)) }), bearer(token)),
    ],
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** How many random plants are tried for each one that the contract allows. */
const MAX_TRIES = 50

/** The plants of the table, and then random ones from a seed, as many as the contract allows. */
export function plantsOf(count: number, seed: number): Probe[] {
  const random = createRandom(seed)
  const choose = (limit: number) => Math.floor(random() * limit)
  const randomText = () => {
    const pieces = Array.from({ length: 1 + choose(8) }, () => PIECES[choose(PIECES.length)])
    const repeated = choose(4) === 0 ? 1 + choose(20) : 1
    return pieces.join(choose(2) ? ' ' : '').repeat(repeated)
  }
  const plants = listed.slice(0, count)
  for (
    let tries = (count - plants.length) * MAX_TRIES;
    plants.length < count && tries > 0;
    tries--
  ) {
    const field = textFields[choose(textFields.length)] ?? ''
    const text = randomText()
    if (isPossible(field, text))
      plants.push({ ...plantWith(`random text ${plants.length + 1}`, field, text), isRandom: true })
  }
  return plants
}
