import { requestExample, requestFields } from '../../generated/contract.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import {
  type BodyCase,
  minimal,
  PLANT,
  refused,
  toBody,
  toRule,
  withBody,
  without,
} from './bodies.ts'
import type { Rule } from './rule.ts'

type Field = {
  readonly name: string
  readonly types: readonly string[]
  readonly required: boolean
}

const fields: readonly Field[] = requestFields
const texts = fields.filter(({ types }) => types.includes('string')).map(({ name }) => name)
const [text] = texts
const required = fields.filter(field => field.required).map(({ name }) => name)
const optional = Object.keys(requestExample).filter(name => !required.includes(name))

const withId = (literal: string) => toBody(minimal, ['id', literal])

const specified: BodyCase[] = [
  { name: 'a plant', body: PLANT },
  { name: 'an id below 0', body: withId('-1') },
  { name: 'an id past 2^53', body: withId('9007199254740993') },
  { name: 'the top of int64', body: withId('9223372036854775807') },
  { name: 'the bottom of int64', body: withId('-9223372036854775808') },
  // Insignificant in JSON (RFC 8259, section 2), and the body format is JSON.
  { name: 'spaces around', body: ` \n\t${PLANT}\r\n` },
]

/** Valid plants that a service might refuse: bounds on name and tag and allowed tags are not shown. */
const boundless: BodyCase[] = [
  ...(optional.length > 0
    ? [
        {
          name: optional.map(name => `a ${name}`).join(' and '),
          body: toBody({ ...requestExample }),
        },
      ]
    : []),
  ...(text === undefined
    ? []
    : [
        {
          name: `an empty ${texts.join(' and ')}`,
          body: toBody(minimal, ...texts.map(name => [name, '""'] as const)),
        },
        { name: `a short ${text}`, body: toBody(minimal, [text, '"a"']) },
        {
          name: 'any Unicode',
          body: toBody(minimal, [text, '"\u{1FAB4} \\u0000 \\ud83e\\udeb4"']),
        },
      ]),
]

const SAME_ID = 'the next run would use the same id'
const zero: BodyCase[] = [
  { name: 'an id of 0', body: withId('0'), specified: 'added', skipped: SAME_ID },
  { name: 'an id of -0', body: withId('-0'), valid: 'integers', skipped: SAME_ID },
]

const EXHAUSTING = 'such nesting exhausts the stack of some parsers'

const UNKNOWN = ['height', 'heightOfPlant'].find(name => fields.every(field => field.name !== name))

const unusual: BodyCase[] = [
  { valid: 'integers', name: 'an id of 1.0', body: withId('1.0') },
  { valid: 'integers', name: 'an id of 1e3', body: withId('1e3') },
  ...(UNKNOWN === undefined
    ? []
    : ([
        { valid: 'properties', name: 'an unknown property', body: toBody(minimal, [UNKNOWN, '3']) },
        {
          valid: 'sizes',
          name: `${MAX_DEPTH} levels, with a long number`,
          body: toBody(
            minimal,
            ['id', '9007199254740993'],
            [UNKNOWN, '['.repeat(MAX_DEPTH - 1) + ']'.repeat(MAX_DEPTH - 1)],
          ),
        },
      ] as const)),
  {
    valid: 'properties',
    name: 'the properties __proto__ and constructor',
    body: toBody(minimal, ['__proto__', '{"tag":"x"}'], ['constructor', '1']),
  },
  {
    valid: 'json',
    name: 'two equal keys, the last one right',
    body: PLANT.replace('{', '{"id":null,'),
  },
  { valid: 'json', name: 'a byte order mark', body: `\u{FEFF}${PLANT}` },
  { valid: 'sizes', name: '900,000 spaces', body: ' '.repeat(900_000) + PLANT },
]

const missing: BodyCase[] = required.map(name => ({
  invalid: 'missing',
  name: `${name} is missing`,
  body: toBody(without(minimal, name)),
}))

const NULL = 'null'

const invalid: BodyCase[] = [
  ...fields
    .filter(({ name }) => name !== 'id')
    .map(({ name }) => ({ name: `${name} is null`, body: toBody(minimal, [name, NULL]) })),
  { name: 'id is a string', body: withId('"1"') },
  { name: 'id is not an integer', body: withId('1.5') },
  { name: 'id is just not an integer', body: withId('1.00000000000000000001') },
  { name: 'id is above int64', body: withId('9223372036854775808') },
  { name: 'id is below int64', body: withId('-9223372036854775809') },
  { name: 'id is 1e400', body: withId('1e400') },
  { name: 'the body is an array', body: '[]' },
  { name: 'the body is null', body: NULL },
  {
    name: '__proto__ lends no field, next to a long number',
    body: `{"id":9007199254740993,"__proto__":${toBody(without(minimal, 'id'))}}`,
  },
  {
    name: 'every wrong field is named at once',
    body: toBody(
      {},
      ...fields.flatMap(({ name }) => (name === 'id' ? [] : [[name, NULL] as const])),
    ),
  },
]

export const unreadableBodies: readonly Rule[] = [
  ['there is no body', '', /not JSON: .* at position 0$/],
  ['JSON is cut off', '{"id":1,', /not JSON: .* the end at position 8$/],
  ['JSON has a comma too many', '{"id":1,}', /not JSON: .* "}" at position 8$/],
  ['a string has a line break', '{"id":1,"name":"a\nb"}', /not JSON: .* at position 17$/],
  ['a number begins with 0', '{"id":01}', /not JSON: .* at position 7$/],
  [
    'something follows',
    `${PLANT}!`,
    new RegExp(`not JSON: expected the end but got "!" at position ${PLANT.length}$`),
  ],
  [
    'nesting never ends',
    '['.repeat(100_000),
    new RegExp(`nested deeper than ${MAX_DEPTH} levels at position ${MAX_DEPTH}$`),
    EXHAUSTING,
  ],
  [
    'the body is not UTF-8',
    Uint8Array.from([...new TextEncoder().encode('{"id":1,"name":"'), 0xff, 0x22, 0x7d]),
    /not UTF-8 at byte 16$/,
  ],
].map(([name, body, message, skipped]) => ({
  name: `400: ${name}`,
  unspecified: 'json',
  ...(skipped && { skipped: skipped as string }),
  request: withBody(body as string),
  response: refused(message as RegExp),
}))

const isAdded = (each: BodyCase): BodyCase => ({ ...each, specified: 'added' })

export const invalidBodies: readonly Rule[] = [...missing, ...invalid].map(isAdded).map(toRule)

export const validBodies: readonly Rule[] = [
  ...specified.map(isAdded),
  ...boundless.map(each => isAdded({ ...each, valid: 'bounds' })),
  ...zero,
  ...unusual,
].map(toRule)
