import { requestFields } from '../../generated/contract.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import {
  bearer,
  EXAMPLE_ID,
  example,
  minimal,
  parsePlant,
  post,
  toPlant,
  without,
} from './bodies.ts'
import type { Point } from './points.ts'
import type { Rule } from './rule.ts'

/** Bodies by the names of their rules. */
type Bodies = Record<string, (id: bigint) => string | Uint8Array<ArrayBuffer>>

interface Facts {
  /** What the specification leaves open if the body is a valid NewPlant, and if it is not. */
  valid?: Point
  invalid?: Point
  /** The specification does not say that such a body is a NewPlant. */
  isUnusual?: boolean
  skipped?: string
}

/** Whether a body is valid depends on the contract, and so does what is specified. */
const toRules = (bodies: Bodies, facts: Facts = {}): Rule[] =>
  Object.entries(bodies).map(([name, body]) => {
    const { valid, invalid = 'invalid', isUnusual, skipped } = facts
    const isValid = parsePlant(body(EXAMPLE_ID)) !== undefined
    const unspecified = isValid ? valid : invalid
    return {
      name,
      ...(isValid && !isUnusual && { specified: 'added' }),
      ...(unspecified && { unspecified }),
      ...(skipped && { skipped }),
      requests: (id, token) => [post(body(id), bearer(token))],
    }
  })

const fields: readonly { name: string; types: readonly string[]; required: boolean }[] =
  requestFields
const others = fields.map(({ name }) => name).filter(name => name !== 'id')
const texts = fields.filter(({ types }) => types.includes('string')).map(({ name }) => name)
const optional = Object.keys(example).filter(name => !(name in minimal))
const unknown = ['height', 'heightOfPlant'].find(name => fields.every(field => field.name !== name))

/** Each of those fields with the same JSON. */
const all = (names: readonly string[], json: string) =>
  Object.fromEntries(names.map(name => [name, json]))

/** A plant with those fields, the others as in most requests. */
const plantWith = (names: readonly string[], json: string) => (id: bigint) =>
  toPlant(id, { ...minimal, ...all(names, json) })

/** Where ids leave the integers that a double holds. */
const DOUBLE = 2n ** 53n
const INT64_END = 2n ** 63n

/** In steps of 4, so that a service that reads ids as doubles rounds it to the id before it. */
const pastDouble = (id: bigint) => DOUBLE - 3n + 4n * id

const plants: Bodies = {
  'a plant': id => toPlant(id),
  'an id below 0': id => toPlant(-id),
  'an id past 2^53': id => toPlant(pastDouble(id)),
  'the top of int64': id => toPlant(INT64_END - id),
  'the bottom of int64': id => toPlant(id - INT64_END - 1n),
  // Insignificant in JSON (RFC 8259, section 2), and the body format is JSON.
  'spaces around': id => ` \n\t${toPlant(id)}\r\n`,
}

/** Valid plants that a service might refuse: bounds on name and tag and allowed tags are not shown. */
const boundless: Bodies = {
  ...(optional.length > 0 && {
    [optional.map(name => `a ${name}`).join(' and ')]: (id: bigint) => toPlant(id, example),
  }),
  ...(texts.length > 0 && {
    [`an empty ${texts.join(' and ')}`]: plantWith(texts, '""'),
    [`a short ${texts[0]}`]: plantWith(texts.slice(0, 1), '"a"'),
    'any Unicode': plantWith(texts.slice(0, 1), '"\u{1FAB4} \\u0000 \\ud83e\\udeb4"'),
  }),
}

const integers: Bodies = {
  'an id of 1.0': id => toPlant(`${id}.0`),
  'an id of 1e3': id => toPlant(`${id}e3`),
}

const properties: Bodies = {
  ...(unknown && {
    'an unknown property': (id: bigint) => toPlant(id, minimal, `"${unknown}":3`),
  }),
  'the properties __proto__ and constructor': id =>
    toPlant(id, minimal, '"__proto__":{"tag":"x"}', '"constructor":1'),
}

const unusualJson: Bodies = {
  'two equal keys, the last one right': id => toPlant(id).replace('{', '{"id":null,'),
  'a byte order mark': id => `\u{FEFF}${toPlant(id)}`,
}

const nested = `${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)}`

const sizes: Bodies = {
  ...(unknown && {
    [`${MAX_DEPTH} levels, with a long number`]: (id: bigint) =>
      toPlant(pastDouble(id), minimal, `"${unknown}":${nested}`),
  }),
  '900,000 spaces': id => ' '.repeat(900_000) + toPlant(id),
}

const missing: Bodies = Object.fromEntries(
  fields
    .filter(({ required }) => required)
    .map(({ name }) => [
      `${name} is missing`,
      id =>
        toPlant(
          name === 'id' ? undefined : id,
          without(minimal, each => each === name),
        ),
    ]),
)

const invalid: Bodies = {
  ...Object.fromEntries(others.map(name => [`${name} is null`, plantWith([name], 'null')])),
  'id is a string': id => toPlant(`"${id}"`),
  'id is not an integer': id => toPlant(`${id}.5`),
  'id is just not an integer': id => toPlant(`${id}.00000000000000000001`),
  'id is above int64': id => toPlant(INT64_END - 1n + id),
  'id is below int64': id => toPlant(-INT64_END - id),
  'id is 1e400': () => toPlant('1e400'),
  'the body is an array': () => '[]',
  'the body is null': () => 'null',
  '__proto__ lends no field, next to a long number': id =>
    toPlant(pastDouble(id), {}, `"__proto__":${toPlant(undefined)}`),
  'every wrong field is named at once': () => toPlant(undefined, all(others, 'null')),
}

const unreadable: Bodies = {
  'there is no body': () => '',
  'JSON is cut off': id => `{"id":${id},`,
  'JSON has a comma too many': id => `{"id":${id},}`,
  'a string has a line break': id => `{"id":${id},"name":"a\nb"}`,
  'a number begins with 0': id => `{"id":0${id}}`,
  'something follows': id => `${toPlant(id)}!`,
  'the body is not UTF-8': id =>
    Uint8Array.from([...new TextEncoder().encode(`{"id":${id},"name":"`), 0xff, 0x22, 0x7d]),
}

const SAME_ID = 'the next run would use the same id'
const EXHAUSTING = 'such nesting exhausts the stack of some parsers'

/** Rules about one body, in the order of the mock's checks. */
export const bodies: readonly Rule[] = [
  ...toRules(unreadable, { invalid: 'json' }),
  ...toRules(
    { 'nesting never ends': () => '['.repeat(100_000) },
    { invalid: 'json', skipped: EXHAUSTING },
  ),
  ...toRules(missing, { invalid: 'missing' }),
  ...toRules(invalid),
  ...toRules(plants),
  ...toRules(boundless, { valid: 'bounds' }),
  ...toRules({ 'an id of 0': () => toPlant('0') }, { skipped: SAME_ID }),
  ...toRules(
    { 'an id of -0': () => toPlant('-0') },
    { valid: 'integers', isUnusual: true, skipped: SAME_ID },
  ),
  ...toRules(integers, { valid: 'integers', isUnusual: true }),
  ...toRules(properties, { valid: 'properties', isUnusual: true }),
  ...toRules(unusualJson, { valid: 'json', isUnusual: true }),
  ...toRules(sizes, { valid: 'sizes', isUnusual: true }),
]

const twoPastDouble = (id: bigint) => [pastDouble(id) - 1n, pastDouble(id)]

const onePlantEach = (ids: readonly bigint[], token: string) =>
  ids.map(id => post(toPlant(id), bearer(token)))

const twoPlants: readonly Rule[] = [
  {
    name: 'an id that already exists',
    unspecified: 'duplicates',
    requests: (id, token) => onePlantEach([id, id], token),
  },
  {
    name: 'two ids past 2^53 that differ by 1',
    specified: 'added',
    requests: (id, token) => onePlantEach(twoPastDouble(id), token),
  },
]
const mayPassDouble = twoPastDouble(EXAMPLE_ID).every(id => parsePlant(toPlant(id)))

/** Rules about two plants, one after the other. Such ids have to be allowed by the contract. */
export const pairs: readonly Rule[] = twoPlants.filter(
  ({ specified }) => !specified || mayPassDouble,
)
