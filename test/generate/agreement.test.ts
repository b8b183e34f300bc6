// Ajv is the oracle: for every schema that the generator follows, both find the same parts wrong.
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { DescriptionError } from '../../scripts/generate/description-error.ts'
import { findIssues } from '../../scripts/generate/examples.ts'
import { readOperation } from '../../scripts/generate/operation.ts'
import { readDescription } from '../../scripts/generate/read.ts'
import type { Shape } from '../../scripts/generate/schema.ts'
import { REQUEST, source } from './edit.ts'

const numRuns = process.env.MODE === 'long' ? 4_000 : 100

type Schema = Record<string, unknown>

const names = fc.constantFrom('a', 'b', 'c d', 'e/f~g')
const low = fc.constantFrom(0, 1)
const high = fc.constantFrom(1, 2, 3)
const lower = fc.constantFrom(-1, 0, 1, 1.5)
const upper = fc.constantFrom(1.5, 2, 2_147_483_647)
const limits = { minimum: lower, maximum: upper, exclusiveMinimum: lower, exclusiveMaximum: upper }
const optional = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(keywords, { requiredKeys: [] })
const texts = fc.uniqueArray(fc.constantFrom('', 'a', 'ab', '🪴', '5'), { minLength: 1 })

const scalars: Schema[] = [
  { type: 'boolean' },
  { type: 'string', minLength: 1, enum: ['', 'a', '5'] },
  { type: 'integer', maximum: 1 },
  { type: 'number', minimum: 1.5, format: 'double' },
]

/** One type, or a list of it and null, in which case an enum lists null too. */
function typed(type: string, rules: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc.tuple(fc.boolean(), rules).map(([isNullable, { enum: values, ...rest }]) => ({
    type: isNullable ? [type, 'null'] : type,
    ...rest,
    ...(Array.isArray(values) && { enum: isNullable ? [...values, null] : values }),
  }))
}

const { schema, fields } = fc.letrec<{ schema: Schema; fields: Schema }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    typed(
      'string',
      optional({
        ...{ minLength: low, maxLength: high, enum: texts },
        pattern: fc.constantFrom('^a', '\\p{L}', 'b$'),
        format: fc.constantFrom('date', 'email', 'uuid'),
      }),
    ),
    fc.constantFrom<Schema>({ type: 'string', const: 'a' }, { type: 'boolean' }),
    typed('number', optional({ ...limits, format: fc.constant('double') })),
    // Ajv names the alternative itself besides what is wrong in it: of a scalar, both are one place.
    fc
      .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), fc.constantFrom(...scalars))
      .map(([keyword, scalar]) => ({
        [keyword]: keyword === 'allOf' ? [scalar] : [scalar, { type: 'null' }],
      })),
    typed('integer', optional({ ...limits, format: fc.constantFrom('int32', 'int64') })),
    fc
      .tuple(tie('schema') as fc.Arbitrary<Schema>, optional({ minItems: low, maxItems: high }))
      .chain(([items, rules]) => typed('array', fc.constant({ items, ...rules }))),
    (tie('fields') as fc.Arbitrary<Schema>).chain(object => typed('object', fc.constant(object))),
  ),
  fields: fc
    .tuple(
      fc.dictionary(names, tie('schema') as fc.Arbitrary<Schema>, { maxKeys: 3 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      fc.constantFrom({}, { additionalProperties: false }, { additionalProperties: true }),
    )
    .map(([properties, which, rest]) => {
      const required = Object.keys(properties).filter((_, index) => which[index])
      return { properties, ...(required.length > 0 && { required }), ...rest }
    }),
}))

/** A whole object, by reference or not, or put together by `allOf`. */
const requests = fc
  .tuple(fields, fields, fc.constantFrom('plain', 'reference', 'allOf'))
  .map(([one, other, how]) => {
    const whole: Schema = { type: 'object', ...one }
    if (how === 'plain') return { request: whole }
    if (how === 'reference') return { request: ref('Whole'), components: { Whole: whole } }
    const { additionalProperties: _, ...open } = whole
    const taken = Object.keys(one.properties as Schema)
    const properties = Object.fromEntries(
      Object.entries(other.properties as Schema).filter(([name]) => !taken.includes(name)),
    )
    const request = { allOf: [ref('Whole'), { type: 'object', properties }] }
    return {
      request: { ...request, ...(taken[0] && { required: [taken[0]] }) },
      components: { Whole: open },
    }
  })

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Keywords outside of the table, with values that mean something. */
const foreign = fc.constantFrom<Schema>(
  ...[{ not: {} }, { oneOf: [{}] }, { multipleOf: 2 }, { uniqueItems: true }, { minLenght: 1 }],
)

const leaves = fc.constantFrom<unknown>(
  ...['', 'a', 'ab', 'abcd', '🪴', '5', null, true],
  ...[0, -1, 1, 1.5, 2, 2_147_483_648, 2 ** 53, 2 ** 63, -(2 ** 63), 1e300],
)
const { value: values } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.constant('other')), tie('value'), { maxKeys: 4 }),
  ),
}))

/** The places that Ajv finds wrong, as it comes. */
function oracle(description: object): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  for (const format of ['date', 'email', 'uuid', 'double']) ajv.addFormat(format, true)
  ajv.addFormat('int32', { type: 'number', validate: number => number === (number | 0) })
  // Ajv has the number that is nearest to what was written, and the mock has what was written.
  const isInt64 = (number: number) =>
    Number.isInteger(number) && number >= -(2 ** 63) && number < 2 ** 63
  ajv.addFormat('int64', { type: 'number', validate: isInt64 })
  ajv.addSchema(description, 'description')
  const validate = ajv.compile({ $ref: `description#${REQUEST}/schema` })
  return value => {
    validate(value)
    const places = (validate.errors ?? []).map(({ instancePath, params }) => {
      const name: unknown = params.missingProperty ?? params.additionalProperty
      return instancePath + (typeof name === 'string' ? pointer([name]) : '')
    })
    return [...new Set(places)].sort()
  }
}

/** As the mock reads a body: an integer is a bigint where a number would not be exact. */
function toExact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toExact)
  if (typeof value !== 'object' || value === null)
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value as number) : value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toExact(part)]))
}

const pointer = (path: readonly (string | number)[]) =>
  path.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function describe(request: Schema, components: Schema = {}): Schema {
  const document = parse(source)
  document.paths['/plants'].post.requestBody.content['application/json'] = { schema: request }
  Object.assign(document.components.schemas, components)
  delete document.components.schemas.NewPlant
  return document
}

/** The request that a description has. Throws if it is refused. */
function readRequest(document: object): Shape {
  const description = readDescription(JSON.stringify(document))
  const { request } = readOperation(description)
  description.problems.throwIfAny()
  if (!request) throw new Error('The request was neither read nor refused')
  return request.shape
}

/** As `readRequest`, but returns undefined if the rules leave no value. */
function readPossible(document: object): Shape | undefined {
  try {
    return readRequest(document)
  } catch (error) {
    if (
      error instanceof DescriptionError &&
      error.problems.every(problem => IMPOSSIBLE.test(problem))
    )
      return undefined
    throw error
  }
}

const IMPOSSIBLE = /: (?:leaves no value below \w+|has no value that the other rules allow)$/

test('the validators find the same parts wrong as Ajv', () => {
  fc.assert(
    fc.property(
      requests,
      fc.array(fc.dictionary(names, values), { minLength: 10, maxLength: 10 }),
      ({ request, components }, bodies) => {
        const document = describe(request, components)
        const shape = readPossible(document)
        if (!shape) return
        const expected = oracle(document)
        for (const body of [...bodies, [], null, 'a']) {
          const issues = findIssues(shape, toExact(body), 'json')
          const places = [...new Set(issues.map(({ path }) => pointer(path)))].sort()
          expect([body, places]).toEqual([body, expected(body)])
        }
      },
    ),
    { numRuns },
  )
}, 900_000)

test('a keyword outside of the table is refused, wherever it stands', () => {
  fc.assert(
    fc.property(schema, foreign, (schema, keyword) => {
      const request = { type: 'object', properties: { a: { ...schema, ...keyword } } }
      expect(() => readRequest(describe(request))).toThrow(DescriptionError)
    }),
    { numRuns },
  )
})
