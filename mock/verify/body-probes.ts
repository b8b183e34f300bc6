// Probes about bodies.
import { parsePlant, textFields } from '../contract/parse-plant.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { writeJson } from '../json/write.ts'
import {
  bearer,
  different,
  EXAMPLE_ID,
  example,
  fields,
  isAllowed,
  minimal,
  post,
  toPlant,
  without,
} from './bodies.ts'
import { ADDED, BOUNDED, EXISTING, type Judgement, leftOpen } from './judgements.ts'
import type { Probe } from './probe.ts'

/** Bodies by the names of their probes. */
type Bodies = Record<string, (id: bigint) => string | Uint8Array<ArrayBuffer>>

/** Whether a body is a valid NewPlant depends on the contract, and so does what is expected. */
const toProbes = (
  bodies: Bodies,
  ifValid: Judgement,
  ifInvalid: Judgement = leftOpen('invalid'),
): Probe[] =>
  Object.entries(bodies).map(([name, body]) => ({
    name,
    ...(parsePlant(body(EXAMPLE_ID)) ? ifValid : ifInvalid),
    requests: (id, token) => [post(body(id), bearer(token))],
  }))

const others = fields.map(({ name }) => name).filter(name => name !== 'id')

/** Each of the fields with the same JSON. */
const all = (names: readonly string[], json: string) =>
  Object.fromEntries(names.map(name => [name, json]))

/** A plant with the same JSON in each of the fields, the others as in most requests. */
const plantWith = (names: readonly string[], json: string) => (id: bigint) =>
  toPlant(id, { ...minimal, ...all(names, json) })

/** Where ids leave the integers that a double holds. */
const DOUBLE = 2n ** 53n
const INT64_END = 2n ** 63n

/** In steps of 4, so that a service that reads ids as doubles rounds it to the id before it. */
const pastDouble = (id: bigint) => DOUBLE - 3n + 4n * id

/** The first two requests, so that they tell of the service itself and not of an unusual plant. */
const first: Bodies = { 'a plant': id => toPlant(id) }
const second: Bodies = { 'every field': id => toPlant(id, example) }

const plants: Bodies = {
  'an id below 0': id => toPlant(-id),
  'an id past 2^53': id => toPlant(pastDouble(id)),
  'the top of int64': id => toPlant(INT64_END - id),
  'the bottom of int64': id => toPlant(id - INT64_END - 1n),
  // Insignificant in JSON (RFC 8259, section 2), and the body format is JSON.
  'spaces around': id => ` \n\t${toPlant(id)}\r\n`,
}

const ESCAPED = '"\u{1FAB4} \\u0041 \\ud83e\\udeb4"'

/** The id last. */
const inAnotherOrder = (id: bigint) => {
  const members = Object.entries(example).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  return `{${[...members.reverse(), `"id":${id}`].join()}}`
}

const bounded: Bodies = {
  'fields in another order': inAnotherOrder,
  'every field, with an id past 2^53': id => toPlant(pastDouble(id), example),
  'escaped characters': plantWith(
    textFields.filter(name => isAllowed({ [name]: ESCAPED })).slice(0, 1),
    ESCAPED,
  ),
}

const integers: Bodies = {
  'an id of 1.0': id => toPlant(`${id}.0`),
  'an id of 1e3': id => toPlant(`${id}e3`),
}

const properties: Bodies = {
  'an unknown property': id => toPlant(id, minimal, '"unknownProperty":3'),
  'the properties __proto__ and constructor': id =>
    toPlant(id, minimal, '"__proto__":{"tag":"x"}', '"constructor":1'),
  'properties in another letter case': id => toPlant(id, { ...minimal, ...otherCases }),
}

/** A field of text in another letter case, next to the field itself. Some parsers take one for the other. */
const otherCases = Object.fromEntries(
  textFields
    .map(name => name.replace(/^./u, first => first.toUpperCase()))
    .filter(name => !fields.some(field => field.name === name))
    .map(name => [name, writeJson('Aloe')]),
)

const unusualJson: Bodies = {
  'two equal keys, the last one right': id => toPlant(id).replace('{', '{"id":null,'),
  'a byte order mark': id => `\u{FEFF}${toPlant(id)}`,
}

const nested = `${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)}`

const sizes: Bodies = {
  [`${MAX_DEPTH} levels, with a long number`]: id =>
    toPlant(pastDouble(id), minimal, `"unknownProperty":${nested}`),
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

/** A value of each type of JSON. */
const VALUES: readonly [type: string, words: string, json: string][] = [
  ['null', 'null', 'null'],
  ['integer', 'a number', '123'],
  ['boolean', 'a boolean', 'true'],
  ['array', 'an array', '["Aloe"]'],
  ['object', 'an object', '{"a":1}'],
]

/** Each field with values of other types. */
const otherTypes: Bodies = Object.fromEntries(
  fields.flatMap(({ name, types }) =>
    VALUES.filter(([type]) => !types.includes(type)).map(([, words, json]) => [
      `${name} is ${words}`,
      name === 'id' ? () => toPlant(json) : plantWith([name], json),
    ]),
  ),
)

const invalid: Bodies = {
  ...otherTypes,
  'id is a string': id => toPlant(`"${id}"`),
  'id is not an integer': id => toPlant(`${id}.5`),
  'id is above int64': id => toPlant(INT64_END - 1n + id),
  'id is below int64': id => toPlant(-INT64_END - id),
  'id is 1e400': () => toPlant('1e400'),
  'the body is an array': () => '[]',
  'the body is null': () => 'null',
}

/** The mock has rules of its own for them. */
const invalidForMocks: Bodies = {
  'id is just not an integer': id => toPlant(`${id}.00000000000000000001`),
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

/** Two new ids that some services take for one. */
const pairs: Readonly<Record<string, (id: bigint) => bigint[]>> = {
  'two ids past 2^53 that differ by 1': id => [pastDouble(id) - 1n, pastDouble(id)],
  'two ids that are equal modulo 2^32': id => [id, id + 2n ** 52n],
  'two ids of opposite sign': id => [id, -id],
}
const areValid = (ids: bigint[]) => ids.every(id => parsePlant(toPlant(id)))

/** Probes about plants that are added, unless the service has bounds of its own. */
export const validBodies: readonly Probe[] = [
  ...toProbes(first, ADDED),
  ...toProbes(second, BOUNDED),
  ...toProbes(plants, ADDED),
  ...Object.entries(pairs).map(([name, toIds]) => ({
    name,
    ...(areValid(toIds(EXAMPLE_ID)) ? ADDED : leftOpen('invalid')),
    // The second is another plant, so that the first one is not taken for it.
    requests: (id: bigint, token: string) => {
      const [first = id, second = id] = toIds(id)
      return [toPlant(first), toPlant(second, different)].map(body => post(body, bearer(token)))
    },
  })),
  ...toProbes(bounded, BOUNDED),
]

/** Probes about bodies that the specification does not name, or does not allow. */
export const otherBodies: readonly Probe[] = [
  {
    name: 'an id that already exists',
    ...EXISTING,
    requests: (id, token) =>
      [toPlant(id), toPlant(id, different)].map(body => post(body, bearer(token))),
  },
  ...toProbes(missing, ADDED, leftOpen('missing')),
  ...toProbes(invalid, ADDED),
  ...toProbes(integers, leftOpen('integers')),
  ...toProbes(properties, leftOpen('properties')),
  ...toProbes(unusualJson, leftOpen('json')),
  ...toProbes(unreadable, ADDED),
  ...toProbes(sizes, leftOpen('sizes')),
]

const skip = (bodies: Bodies, skipped: string, ...judgements: [Judgement, Judgement?]) =>
  toProbes(bodies, ...judgements).map(probe => ({ ...probe, skipped }))

export const skippedBodies: readonly Probe[] = [
  ...skip(invalidForMocks, 'it is much like another probe', ADDED),
  ...skip(
    { 'an id of -0': () => toPlant('-0') },
    'the next run would use the same id',
    leftOpen('integers'),
  ),
  ...skip(
    { 'nesting never ends': () => '['.repeat(100_000) },
    'such nesting exhausts the stack of some parsers',
    ADDED,
  ),
]
