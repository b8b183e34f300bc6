// Plants with values that services are known to spoil. The contract decides which of them are valid.
import { requestFields } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import { createRandom } from '../store/random.ts'
import {
  bearer,
  EXAMPLE_ID,
  minimal,
  type Properties,
  parsePlant,
  post,
  toPlant,
} from './bodies.ts'
import { ADDED, BOUNDED } from './judge.ts'
import type { Probe } from './probe.ts'
import { escapeInvisible } from './visible.ts'

const letters = (count: number) => 'abcdefghij'.repeat(count / 10 + 1).slice(0, count)

const everyCharacter = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    '',
  )

/** By what is unusual about each. */
const TEXTS: Readonly<Record<string, string>> = {
  'the empty text': '',
  'spaces at both ends': '  Aloe vera  ',
  'a space at the end': 'Aloe ',
  'only a space': ' ',
  'two spaces in a row': 'Aloe  vera',
  'a no-break space': 'Aloe\u00a0vera',
  'a line break': 'Aloe\nvera',
  'a line break of Windows': 'Aloe\r\nvera',
  'a tab': 'Aloe\tvera',
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
  'control characters': 'a\u0001\u001b\u007f\u0085z',
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
  'all general punctuation': everyCharacter(0x2000, 0x2064),
  'the name of a prototype': '__proto__',
  ...Object.fromEntries(
    [20, 50, 100, 255, 256, 1000].map(count => [`${count} characters`, letters(count)]),
  ),
}

/** What random texts are made of. */
const PIECES = [...Object.values(TEXTS).filter(text => text.length <= 20), 'a', 'Z', '9', '\u00e4']

const fields: readonly { name: string; types: readonly string[] }[] = requestFields
const textFields = fields.filter(({ types }) => types.includes('string')).map(({ name }) => name)

const isValid = (plant: string) => parsePlant(plant) !== undefined

/** A field, and its JSON. */
const withText = (field: string, text: string) => ({ [field]: escapeInvisible(writeJson(text)) })

/** A plant with those fields, the others as in most requests. Some fields have bounds, so a service may refuse. */
const plantWith = (name: string, properties: Properties): Probe => ({
  name,
  ...BOUNDED,
  requests: (id, token) => [post(toPlant(id, { ...minimal, ...properties }), bearer(token))],
})

const isAllowed = (properties: Properties) =>
  isValid(toPlant(EXAMPLE_ID, { ...minimal, ...properties }))

/** For each field, the texts of the table that its rules allow, each field beginning with another one. */
const columns = textFields.map((field, index) => {
  const allowed = Object.entries(TEXTS).filter(([, text]) => isAllowed(withText(field, text)))
  const start = Math.floor((index * allowed.length) / textFields.length)
  return [...allowed.slice(start), ...allowed.slice(0, start)].map(([name, text]) => {
    return { name: `${field}: ${name}`, property: withText(field, text) }
  })
})

/** Each text in each field, with other texts in the other fields, so that few plants have them all. */
const listed = Array.from(
  { length: Math.max(0, ...columns.map(column => column.length)) },
  (_, row) => columns.flatMap(column => column[row] ?? []),
)
  .map(cells => ({
    name: cells.map(({ name }) => name).join(', '),
    properties: Object.assign({}, ...cells.map(({ property }) => property)) as Properties,
  }))
  .map(({ name, properties }) => plantWith(name, properties))

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
    const properties: Properties = Object.assign(
      {},
      ...textFields.filter(() => choose(2)).map(field => withText(field, randomText())),
    )
    if (isAllowed(properties))
      plants.push(plantWith(`random texts ${plants.length + 1}`, properties))
  }
  return plants
}

/** Around the ends of what services keep ids in. */
const IDS = [
  0n,
  1n,
  -1n,
  ...[31n, 32n, 53n, 63n].flatMap(bits => [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]),
  ...[31n, 53n].flatMap(bits => [-(2n ** bits), -(2n ** bits) - 1n]),
  -(2n ** 63n),
]

/** The same in each run, so the service may have them already. */
export const fixedIds: readonly Probe[] = IDS.filter(id => isValid(toPlant(id))).map(id => ({
  name: `the id ${id}`,
  ...ADDED,
  isFixed: true,
  requests: (_, token) => [post(toPlant(id), bearer(token))],
}))
