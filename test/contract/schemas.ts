import fc from 'fast-check'

type Schema = boolean | { [keyword: string]: unknown }

const names = fc.constantFrom('id', 'name', 'tag', 'a', 'b')

const simple = fc.constantFrom<Schema>(
  ...[true, false, {}, { type: 'string' }, { type: 'integer' }, { type: 'number' }],
  ...[{ type: ['string', 'null'] }, { type: 'array' }, { type: 'object' }],
  ...[{ const: 'x' }, { enum: ['x', 1, null] }, { minimum: 2 }, { multipleOf: 2 }],
  ...[{ maxLength: 1 }, { minLength: 1 }, { uniqueItems: true }, { minItems: 1 }],
  ...[{ required: ['a'] }, { type: 'object', required: ['tag'] }],
  ...[{ minProperties: 2 }, { maxProperties: 3 }, { $ref: '#/components/schemas/Plant' }],
)

/** Schemas of all kinds that the description may have, with no regard to what makes sense. */
export const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>(tie => {
  const schema = tie('schema')
  const oneUnder = (...keywords: string[]) =>
    fc.dictionary(fc.constantFrom(...keywords), schema, { maxKeys: 2 })
  const listUnder = (...keywords: string[]) =>
    fc.dictionary(fc.constantFrom(...keywords), fc.array(schema, { minLength: 1, maxLength: 3 }), {
      minKeys: 1,
      maxKeys: 2,
    })
  const properties = fc.dictionary(names, schema, { maxKeys: 3 })
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      simple,
      oneUnder('items', 'contains', 'unevaluatedItems', 'not', 'if', 'then', 'else'),
      oneUnder('additionalProperties', 'unevaluatedProperties', 'propertyNames'),
      listUnder('allOf', 'anyOf', 'oneOf', 'prefixItems'),
      properties.map(properties => ({ properties })),
      properties.map(properties => ({ type: 'object', properties })),
      properties.map(dependentSchemas => ({ dependentSchemas })),
      fc
        .dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 })
        .map(dependentRequired => ({ dependentRequired })),
      fc.tuple(schema, schema).map(([one, other]) => ({ ...Object(one), ...Object(other) })),
    ),
  }
}).schema

const parts = fc.letrec<{ part: unknown }>(tie => ({
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'x', 'xy', 0, 1, 2, 3, 1.5, null, true),
    fc.array(tie('part'), { maxLength: 3 }),
    fc.dictionary(names, tie('part'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).part

const plants = fc.record(
  {
    id: fc.constantFrom(1, 2, 3),
    name: fc.constantFrom('x', '', 'xy'),
    tag: parts,
    a: parts,
    b: parts,
  },
  { requiredKeys: ['id', 'name'] },
)

/** Values that have a chance to be valid, and some that have none. */
export const values: fc.Arbitrary<unknown> = fc.oneof(plants, parts)
