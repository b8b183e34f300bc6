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

/** A body, as JSON. Whether the rule says that it is added depends on the contract. */
interface BodyCase {
  name: string
  body(id: bigint): string
  /** What the specification leaves open if the body is a valid NewPlant, and if it is not. */
  valid?: Point
  invalid?: Point
  /** The body is unusual: the specification does not say that it is a NewPlant. */
  isUnusual?: boolean
  skipped?: string
}

function toRule({ name, body, valid, invalid = 'invalid', isUnusual, skipped }: BodyCase): Rule {
  const isValid = parsePlant(body(EXAMPLE_ID)) !== undefined
  const unspecified = isValid ? valid : invalid
  return {
    name,
    ...(isValid && !isUnusual && { specified: 'added' }),
    ...(unspecified && { unspecified }),
    ...(skipped && { skipped }),
    requests: (id, token) => [post(body(id), bearer(token))],
  }
}

type Field = { name: string; types: readonly string[]; required: boolean }

const fields: readonly Field[] = requestFields
const texts = fields.filter(({ types }) => types.includes('string')).map(({ name }) => name)
const [text] = texts
const optional = Object.keys(example).filter(name => !(name in minimal))

/** Where ids leave the integers that a double holds. */
const DOUBLE = 2n ** 53n
const INT64_END = 2n ** 63n

/** In steps of 4, so that a service that reads ids as doubles rounds it to the id before it. */
const pastDouble = (id: bigint) => DOUBLE - 3n + 4n * id

const plants: BodyCase[] = [
  { name: 'a plant', body: id => toPlant(id) },
  { name: 'an id below 0', body: id => toPlant(-id) },
  { name: 'an id past 2^53', body: id => toPlant(pastDouble(id)) },
  { name: 'the top of int64', body: id => toPlant(INT64_END - id) },
  { name: 'the bottom of int64', body: id => toPlant(id - INT64_END - 1n) },
  // Insignificant in JSON (RFC 8259, section 2), and the body format is JSON.
  { name: 'spaces around', body: id => ` \n\t${toPlant(id)}\r\n` },
]

/** Valid plants that a service might refuse: bounds on name and tag and allowed tags are not shown. */
const boundless: BodyCase[] = [
  ...(optional.length > 0
    ? [
        {
          name: optional.map(name => `a ${name}`).join(' and '),
          body: (id: bigint) => toPlant(id, example),
        },
      ]
    : []),
  ...(text === undefined
    ? []
    : [
        {
          name: `an empty ${texts.join(' and ')}`,
          body: (id: bigint) =>
            toPlant(id, { ...minimal, ...Object.fromEntries(texts.map(name => [name, '""'])) }),
        },
        {
          name: `a short ${text}`,
          body: (id: bigint) => toPlant(id, { ...minimal, [text]: '"a"' }),
        },
        {
          name: 'any Unicode',
          body: (id: bigint) =>
            toPlant(id, { ...minimal, [text]: '"\u{1FAB4} \\u0000 \\ud83e\\udeb4"' }),
        },
      ]),
]

const SAME_ID = 'the next run would use the same id'
const EXHAUSTING = 'such nesting exhausts the stack of some parsers'

const UNKNOWN = ['height', 'heightOfPlant'].find(name => fields.every(field => field.name !== name))

const unusual: BodyCase[] = [
  { valid: 'integers', name: 'an id of -0', body: () => toPlant('-0'), skipped: SAME_ID },
  { valid: 'integers', name: 'an id of 1.0', body: id => toPlant(`${id}.0`) },
  { valid: 'integers', name: 'an id of 1e3', body: id => toPlant(`${id}e3`) },
  ...(UNKNOWN === undefined
    ? []
    : ([
        {
          valid: 'properties',
          name: 'an unknown property',
          body: id => toPlant(id, minimal, `"${UNKNOWN}":3`),
        },
        {
          valid: 'sizes',
          name: `${MAX_DEPTH} levels, with a long number`,
          body: id =>
            toPlant(
              pastDouble(id),
              minimal,
              `"${UNKNOWN}":${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)}`,
            ),
        },
      ] satisfies BodyCase[])),
  {
    valid: 'properties',
    name: 'the properties __proto__ and constructor',
    body: id => toPlant(id, minimal, '"__proto__":{"tag":"x"}', '"constructor":1'),
  },
  {
    valid: 'json',
    name: 'two equal keys, the last one right',
    body: id => toPlant(id).replace('{', '{"id":null,'),
  },
  { valid: 'json', name: 'a byte order mark', body: id => `\u{FEFF}${toPlant(id)}` },
  { valid: 'sizes', name: '900,000 spaces', body: id => ' '.repeat(900_000) + toPlant(id) },
]

const missing: BodyCase[] = fields
  .filter(({ required }) => required)
  .map(({ name }) => ({
    invalid: 'missing',
    name: `${name} is missing`,
    body: id =>
      toPlant(
        name === 'id' ? undefined : id,
        without(minimal, each => each === name),
      ),
  }))

const others = fields.map(({ name }) => name).filter(name => name !== 'id')

const invalid: BodyCase[] = [
  ...others.map(name => ({
    name: `${name} is null`,
    body: (id: bigint) => toPlant(id, { ...minimal, [name]: 'null' }),
  })),
  { name: 'id is a string', body: id => toPlant(`"${id}"`) },
  { name: 'id is not an integer', body: id => toPlant(`${id}.5`) },
  { name: 'id is just not an integer', body: id => toPlant(`${id}.00000000000000000001`) },
  { name: 'id is above int64', body: id => toPlant(INT64_END - 1n + id) },
  { name: 'id is below int64', body: id => toPlant(-INT64_END - id) },
  { name: 'id is 1e400', body: () => toPlant('1e400') },
  { name: 'the body is an array', body: () => '[]' },
  { name: 'the body is null', body: () => 'null' },
  {
    name: '__proto__ lends no field, next to a long number',
    body: id => toPlant(pastDouble(id), {}, `"__proto__":${toPlant(undefined)}`),
  },
  {
    name: 'every wrong field is named at once',
    body: () => toPlant(undefined, Object.fromEntries(others.map(name => [name, 'null']))),
  },
]

const bytes = (text: string) => new TextEncoder().encode(text)

const unreadable: [name: string, body: (id: bigint) => string | Uint8Array<ArrayBuffer>][] = [
  ['there is no body', () => ''],
  ['JSON is cut off', id => `{"id":${id},`],
  ['JSON has a comma too many', id => `{"id":${id},}`],
  ['a string has a line break', id => `{"id":${id},"name":"a\nb"}`],
  ['a number begins with 0', id => `{"id":0${id}}`],
  ['something follows', id => `${toPlant(id)}!`],
  ['nesting never ends', () => '['.repeat(100_000)],
  [
    'the body is not UTF-8',
    id => Uint8Array.from([...bytes(`{"id":${id},"name":"`), 0xff, 0x22, 0x7d]),
  ],
]

export const unreadableBodies: readonly Rule[] = unreadable.map(([name, body]) => ({
  name,
  unspecified: 'json',
  ...(name === 'nesting never ends' && { skipped: EXHAUSTING }),
  requests: (id, token) => [post(body(id), bearer(token))],
}))

export const invalidBodies: readonly Rule[] = [...missing, ...invalid].map(toRule)

export const validBodies: readonly Rule[] = [
  ...plants.map(toRule),
  ...boundless.map(each => toRule({ ...each, valid: 'bounds' })),
  toRule({ name: 'an id of 0', body: () => toPlant('0'), skipped: SAME_ID }),
  ...unusual.map(each => toRule({ ...each, isUnusual: true })),
]

const withId = (token: string) => (id: bigint) => post(toPlant(id), bearer(token))
const twoPastDouble = (id: bigint) => [pastDouble(id) - 1n, pastDouble(id)]
const areValid = twoPastDouble(EXAMPLE_ID).every(id => parsePlant(toPlant(id)))

/** Rules about two plants, one after the other. */
export const pairs: readonly Rule[] = [
  {
    name: 'an id that already exists',
    unspecified: 'duplicates',
    requests: (id, token) => [id, id].map(withId(token)),
  },
  // Only where the contract allows such ids.
  ...(areValid
    ? [
        {
          name: 'two ids past 2^53 that differ by 1',
          specified: 'added',
          requests: (id: bigint, token: string) => twoPastDouble(id).map(withId(token)),
        } as const,
      ]
    : []),
]
