// The probes in one list. `verify` sends them to a real service, and the tests send them through every transport of
// the mock.
import { method, path, requestMediaType } from '../../../generated/contract.ts'
import { fields, parsePlant, textFields } from '../../contract/parse-plant.ts'
import { MAX_DEPTH } from '../../json/depth.ts'
import { writeJson } from '../../json/write.ts'
import {
  ADDED,
  BOUNDED,
  CODINGS,
  EXISTING,
  type Expectation,
  INTEGERS,
  INVALID,
  MEDIA_TYPES,
  MISSING,
  OPERATIONS,
  ORIGINS,
  PAIR,
  PROPERTIES,
  REFUSED,
  SCHEME,
  SIZES,
  UNUSUAL_JSON,
  WRONG_TOKEN,
} from './expectations.ts'
import {
  bearer,
  contractAllows,
  different,
  EXAMPLE_ID,
  example,
  minimal,
  post,
  toPlant,
  without,
} from './plant-json.ts'
import type { Probe, ProbeRequest } from './probe.ts'
import { ruleProbes } from './rules.ts'
import { UNUSUAL_IDS } from './unusual-ids.ts'

/** Bodies by the names of their probes. */
type Bodies = Record<string, (id: bigint) => string | Uint8Array<ArrayBuffer>>

/** Whether a body is a valid NewPlant depends on the contract, and so does what is expected. */
const toProbes = (
  bodies: Bodies,
  ifValid: Expectation,
  ifInvalid: Expectation = INVALID,
): Probe[] =>
  Object.entries(bodies).map(([name, body]) => ({
    name,
    expectation: parsePlant(body(EXAMPLE_ID)) ? ifValid : ifInvalid,
    requests: (id, token) => [post(body(id), bearer(token))],
  }))

/** A plant with the same JSON in each of the fields, the others as in most requests. */
const plantWith = (names: readonly string[], json: string) => (id: bigint) =>
  toPlant(id, { ...minimal, ...Object.fromEntries(names.map(name => [name, json])) })

/** Where ids leave the integers that a double holds. */
const DOUBLE = 2n ** 53n
const INT64_END = 2n ** 63n

/** In steps of 4096, so that a service that reads ids as doubles takes no two of them for one. */
const pastInt64 = (id: bigint) => INT64_END - 1n + 4096n * id

/** In steps of 4, so that a service that reads ids as doubles rounds it to the id before it. */
const pastDouble = (id: bigint) => DOUBLE - 3n + 4n * id

/** The first two requests, so that they tell of the service itself and not of an unusual plant. */
const first: Bodies = { 'a plant': id => toPlant(id) }
const second: Bodies = { 'every field': id => toPlant(id, example) }

const wideIds: Bodies = {
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
    textFields.filter(name => contractAllows({ [name]: ESCAPED })).slice(0, 1),
    ESCAPED,
  ),
}

const integers: Bodies = {
  'an id of 1.0': id => toPlant(`${id}.0`),
  'an id of 1e3': id => toPlant(`${id}e3`),
}

const unknown: Bodies = {
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

const VALUES: readonly [type: string, words: string, json: string][] = [
  ['null', 'null', 'null'],
  ['integer', 'a number', '123'],
  ['boolean', 'a boolean', 'true'],
  ['array', 'an array', '["Aloe"]'],
  ['object', 'an object', '{"a":1}'],
]

/** Each field with values of the types that are not text. Some of them may be its own. */
const types: Bodies = Object.fromEntries(
  fields.flatMap(field =>
    [...VALUES, ...(field.types.includes('boolean') ? [['', 'false', 'false'] as const] : [])]
      .filter(([type]) => field.name !== 'id' || !field.types.includes(type))
      .map(([, words, json]) => [
        `${field.name} is ${words}`,
        field.name === 'id' ? () => toPlant(json) : plantWith([field.name], json),
      ]),
  ),
)

const invalid: Bodies = {
  ...types,
  'id is a string': id => toPlant(`"${id}"`),
  'id is not an integer': id => toPlant(`${id}.5`),
  'id is above int64': id => toPlant(pastInt64(id)),
  'id is below int64': id => toPlant(-1n - pastInt64(id)),
  'id is 1e400': () => toPlant('1e400'),
  'the body is an array': () => '[]',
  'the body is null': () => 'null',
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

/** The plants that are added, unless the service has bounds of its own. The first two tell of the service itself. */
export const plants: readonly Probe[] = [
  ...toProbes(first, ADDED),
  ...toProbes(second, BOUNDED),
  ...toProbes(wideIds, ADDED),
  ...Object.entries(pairs).map(([name, toIds]) => ({
    name,
    expectation: areValid(toIds(EXAMPLE_ID)) ? PAIR : INVALID,
    // The second is another plant, so that the first one is not taken for it.
    requests: (id: bigint, token: string) => {
      const [first = id, second = id] = toIds(id)
      return [toPlant(first), toPlant(second, different)].map(body => post(body, bearer(token)))
    },
  })),
  ...toProbes(bounded, BOUNDED),
]

export const bodies: readonly Probe[] = [
  {
    name: 'an id that already exists',
    expectation: EXISTING,
    requests: (id, token) =>
      [toPlant(id), toPlant(id, different)].map(body => post(body, bearer(token))),
  },
  ...toProbes(missing, ADDED, MISSING),
  ...toProbes(invalid, ADDED),
  ...toProbes(integers, INTEGERS),
  ...toProbes(unknown, PROPERTIES).map((probe, index) => ({
    ...probe,
    ...(index === 0 &&
      probe.expectation === PROPERTIES && {
        oftenSent: 'a plant with a field that it does not know, which later clients may send',
      }),
  })),
  ...toProbes(unusualJson, UNUSUAL_JSON),
  ...toProbes(unreadable, ADDED),
  ...toProbes(sizes, SIZES),
]

/** The same in each run, so the service may have them already. */
export const fixedIds: readonly Probe[] = UNUSUAL_IDS.filter(id => parsePlant(toPlant(id))).map(
  id => ({
    name: `the id ${id}`,
    expectation: ADDED,
    isFixed: true,
    isCommon: id === 1n,
    requests: (_, token) => [post(toPlant(id), bearer(token))],
  }),
)

/** A probe of one request. */
const probe = (
  name: string,
  expectation: Expectation,
  request: (id: bigint, token: string) => ProbeRequest,
): Probe => ({ name, expectation, requests: (id, token) => [request(id, token)] })

/** A plant sent with another header Authorization. */
const credentials = (name: string, authorization: string, expectation: Expectation): Probe =>
  probe(name, expectation, id => post(toPlant(id), { authorization }))

/** The scheme is bearer, whatever the credentials are. */
const rightToken = (name: string, scheme: string): Probe =>
  probe(`the right token ${name}`, REFUSED, (id, token) =>
    post(toPlant(id), { authorization: scheme + token }),
  )

const inScheme = (scheme: string): Probe =>
  probe(`${scheme} token`, SCHEME, (id, token) =>
    post(toPlant(id), { authorization: `${scheme} ${token}` }),
  )

const ORIGIN = { origin: 'https://shop.example' }

/**
 * Services lock accounts after a few of these, so there are only five, with accepted plants between them. A preflight has
 * no token at all, so that no account counts it.
 */
export const withoutRightToken: readonly Probe[] = [
  probe('no credentials', REFUSED, id => post(toPlant(id), {})),
  rightToken('without a scheme', ''),
  // A real service has issued no such token.
  credentials('Bearer AZaz09-._~+/==', 'Bearer AZaz09-._~+/==', WRONG_TOKEN),
  rightToken('with the scheme Basic', 'Basic '),
  {
    ...inScheme('bearer'),
    oftenSent: 'the scheme bearer in lower case, although RFC 9110 (11.1) allows it',
  },
  probe('a preflight', ORIGINS, () => ({
    method: 'OPTIONS',
    headers: { ...ORIGIN, 'access-control-request-method': method },
  })),
]

/** A probe about a header of the body. */
const mediaType = (name: string, headers: Record<string, string>): Probe =>
  probe(name, MEDIA_TYPES, (id, token) => post(toPlant(id), { ...bearer(token), ...headers }))

const mediaTypes: readonly Probe[] = [
  {
    ...mediaType(`${requestMediaType}; charset=utf-8`, {
      'content-type': `${requestMediaType}; charset=utf-8`,
    }),
    oftenSent: `the media type ${requestMediaType}; charset=utf-8, which many clients send`,
  },
  ...[requestMediaType.toUpperCase(), `${requestMediaType};`, 'text/plain'].map(type =>
    mediaType(type, { 'content-type': type }),
  ),
  probe('no Content-Type', MEDIA_TYPES, (id, token) => ({
    headers: bearer(token),
    body: new TextEncoder().encode(toPlant(id)),
  })),
  probe('no body and no Content-Type', MEDIA_TYPES, (_, token) => ({ headers: bearer(token) })),
]

/** The body is not gzip. */
const codedBody: Probe = probe('a coded body', CODINGS, (id, token) =>
  post(toPlant(id), { ...bearer(token), 'content-encoding': 'gzip' }),
)

/** Paths that resemble the operation's. */
const otherPaths: readonly ((id: bigint) => string)[] = [
  id => `${path}/${id}`,
  () => `${path}/`,
  () => path.replace(/[a-z]/, letter => letter.toUpperCase()),
  () => `${path}?season=spring`,
]

const atPath = (other: (id: bigint) => string) =>
  probe(other(EXAMPLE_ID), OPERATIONS, (id, token) => ({
    ...post(toPlant(id), bearer(token)),
    path: other(id),
  }))

const withMethod = (other: string) =>
  probe(other, OPERATIONS, (_, token) => ({ method: other, headers: bearer(token) }))

const operations: readonly Probe[] = [
  ...otherPaths.filter(other => !other(EXAMPLE_ID).endsWith(path)).map(atPath),
  ...['GET'].filter(other => other !== method).map(withMethod),
]

/** After the plants and the unusual texts: what is specified first, and what a service may not survive last. */
export const others: readonly Probe[] = [
  ...ruleProbes,
  ...fixedIds,
  ...bodies,
  ...mediaTypes,
  ...operations,
  codedBody,
]

export const probes: readonly Probe[] = [...plants, ...others, ...withoutRightToken]
