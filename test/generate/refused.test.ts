// Edits that are refused: one line for each problem, and all of them at once.
import { expect, test } from 'vitest'
import { DescriptionError } from '../../scripts/generate/description-error.ts'
import { generatedFiles } from '../../scripts/generate/files.ts'
import {
  type Edit,
  ERROR,
  edited,
  ID,
  NAME,
  OWN,
  POST,
  placeOf,
  REQUEST,
  SUCCESS,
  source,
  TAG,
} from './edit.ts'

const PLANT = '/components/schemas/Plant'
const NEW_PLANT = '/components/schemas/NewPlant'
const HERE = 'is not supported here'
const MERGE = '<< merges maps in YAML 1.1 alone: write their members here, or use $ref'
const NAME_HERE = 'This is a name here, and no extension.'
const NULLABLE = { type: ['string', 'null'] }
const json = (name: string) => ({
  description: 'a',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

/** The line after the last one, and that of the licence. */
const END = source.split('\n').length
const LICENSE = Number(placeOf('license:').split(':')[0])

/** What each problem begins with: the keyword, the pointer, and why. */
type Row = [edit: Edit, ...problems: string[]]

/** A value at a pointer that is refused there, or below. */
const at = (pointer: string, value: unknown, reason: string, below = '', more = {}): Row => {
  const place = pointer + below
  const keyword = place.split('/').at(-1)?.replaceAll('~1', '/')
  return [{ ...more, [pointer]: value }, `${keyword} at #${place}: ${reason}`]
}

/** Examples that another edit would make wrong. */
const NO_EXAMPLE = { [`${REQUEST}/example`]: undefined }
const NO_SUCCESS = { [`${SUCCESS}/example`]: undefined }
const NO_ERROR = { [`${POST}/responses/400/content/application~1json/example`]: undefined }

/** A success with one field. */
const success = (name: string, field: object, reason: string, more = {}): Row =>
  at(
    `${SUCCESS}/schema`,
    { type: 'object', properties: { [name]: field }, ...more },
    reason,
    `/properties/${name}`,
    NO_SUCCESS,
  )

const operation: Row[] = [
  [
    source => source.replace('3.1.0', '3.0.3'),
    "openapi at #/openapi: must be 3.1.x or 3.2.x: to convert 3.0, write 3.1.0 here, type: [string, 'null'] for",
  ],
  at('/openapi', '3.3.0', 'must be 3.1.x or 3.2.x'),
  at('/openapi', undefined, 'is missing: it must be 3.1.x'),
  [
    () => 'swagger: "2.0"\ninfo: {}\nbasePath: /v1\npaths: {}\ndefinitions: {}\n',
    'openapi.yaml at #: is Swagger 2.0: convert it to OpenAPI 3.1',
  ],
  at('/$self', 'https://plants.example.com/openapi.yaml', HERE, '', { '/openapi': '3.2.0' }),
  at('/paths/~1plants/query', {}, HERE, '', { '/openapi': '3.2.0' }),
  at('/webhooks', {}, HERE),
  [
    { '/paths/~1trees': { post: {} }, [`${REQUEST}/encoding`]: {} },
    `encoding at #${REQUEST}/encoding: ${HERE}`,
    '/trees at #/paths/~1trees: a second path',
  ],
  at('/paths/~1plants/get', { responses: {} }, `${HERE}: the package has one operation`),
  at('/paths/~1plants/put', { responses: {} }, 'a second operation is not supported'),
  [
    source => source.replace('    post:', '    get:'),
    '/plants at #/paths/~1plants: must have one of post',
    `get at #/paths/~1plants/get: ${HERE}`,
  ],
  ...['/{store}', '/', '/%zz', '/%7ex', '/|', '/:id', '/*', '/a//b', '/a/..', '/~a', 'plants'].map(
    (path): Row => [
      source => source.replace('/plants:', `${JSON.stringify(path)}:`),
      `${path} at #/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}: must be segments`,
    ],
  ),
  [
    source => source.replace('/plants:', '/__mock:'),
    '/__mock at #/paths/~1__mock: is a path of the mock',
  ],
  at(`${POST}/parameters`, [{ in: 'query', name: 'dry' }], 'must be empty'),
  at('/paths/~1plants/parameters', [{ in: 'query', name: 'dry' }], 'must be empty'),
  at(`${POST}/servers`, [], HERE),
  at(`${POST}/summary`, 5, 'must be a string'),
  ...['', POST].map(pointer =>
    at(`${pointer}/security`, [], 'means no authentication, but the client sends a bearer token'),
  ),
  at(`${POST}/security`, [{ bearerAuth: [] }, {}], 'an alternative is not supported', '/1'),
  at('/security', undefined, 'is missing'),
  at(
    '/components/securitySchemes/bearerAuth',
    { type: 'http', scheme: 'basic' },
    'must be bearer: the client sends a bearer token',
    '/scheme',
  ),
  at(
    '/components/securitySchemes/bearerAuth',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    'must be http with the scheme bearer, oauth2 or openIdConnect: the client sends a bearer token',
    '/type',
  ),
  at('/components/securitySchemes/key', { type: 'apiKey' }, 'a second scheme is not supported'),
  at(`${POST}/requestBody/required`, false, 'must be true'),
  at(`${POST}/requestBody/content/text~1plain`, {}, 'a second media type is not supported'),
  [
    source => source.replace('application/json', 'application/json; charset=utf-8'),
    'application/json; charset=utf-8 at #/paths/~1plants/post/requestBody/content/application~1json; charset=utf-8: must be',
  ],
  at(`${POST}/responses/201`, json('Plant'), 'a second success is not supported: the mock'),
  at(`${POST}/responses/409`, { description: 'a' }, 'is missing: the client tells', '/content'),
  [
    { [`${SUCCESS.replace('/application~1json', '')}`]: undefined },
    `content at #${POST}/responses/200/content: is missing: the client gives back the plant`,
  ],
  [() => '', 'openapi.yaml at #: must be an object'],
  [
    { '/components': undefined },
    'components at #/components: is missing',
    ...[`${REQUEST}/schema`, `${SUCCESS}/schema`, `${SUCCESS.replace('200', '400')}/schema`].map(
      schema => `$ref at #${schema}/$ref: leads nowhere: #/components/schemas/`,
    ),
  ],
  ...[
    '/paths',
    `${POST}/requestBody`,
    `${POST}/responses`,
    `${REQUEST}/schema`,
    `${SUCCESS}/schema`,
  ].map(pointer => at(pointer, undefined, 'is missing')),
  at(`${OWN}/a`, { type: 'array' }, 'is missing', '/items'),
  [
    source => `${source}---\nopenapi: 3.1.0\n`,
    `openapi.yaml:${END}:1: a second document begins here: keep one`,
  ],
  at(`${REQUEST}/examples`, { one: { summary: 'a' } }, 'is missing', '/one/value', NO_EXAMPLE),
  at(`${NEW_PLANT}/allOf/2`, { required: ['size'] }, 'names "size", which is not', '/required'),
  at(`${POST}/responses/204`, { description: 'a' }, 'must be a status with a body'),
  at(`${POST}/responses/302`, json('Error'), 'must be a status with a body'),
  at(`${POST}/responses/409`, json('Plant'), 'must have the content of 400, or be left out'),
  [{ [`${POST}/responses/400`]: undefined }, `responses at #${POST}/responses: must have an error`],
  at(`${POST}/responses/200/headers`, {}, `${HERE}: the mock would not send them`),
  at('/components/schemas/Tree', { type: 'string' }, 'is not used'),
  ...['/paths', `${POST}/responses`].map(pointer =>
    at(`${pointer}/x-owner`, { team: 'plants' }, 'extensions are not supported here'),
  ),
  [
    source => source.replace('paths:', 'paths:\n  x-owner: a').replace('addPlant', 'add'),
    'x-owner at #/paths/x-owner: extensions are not supported here',
    `operationId at #${POST}/operationId: must be addPlant`,
  ],
  at('/components/schemas/x-owner', 'a', `is not used. ${NAME_HERE}`),
  at(`${OWN}/x-owner`, 'a', `must be an object. ${NAME_HERE}`),
  at('/components/parameters', {}, HERE),
]

const schemas: Row[] = [
  ...['oneOf', 'anyOf'].flatMap((name): Row[] => [
    at(`${PLANT}/${name}`, [], 'must be a list of at least one item'),
    at(`${NAME}/${name}`, [{ type: 'string' }, { type: 'integer' }], 'must have one schema and'),
    at(`${OWN}/xSize/${name}`, [{ type: 'string' }], 'must have one schema and'),
    at(`${OWN}/xSize/${name}`, [NULLABLE, { type: 'null' }], 'must not allow null too', '/0'),
    [
      { [`${TAG}/${name}`]: [{ type: 'string' }, { type: 'null' }] },
      `type at #${TAG}/type: ${HERE}`,
    ],
  ]),
  at(`${OWN}/xSize`, { type: 'number', format: 'half' }, 'must be one of double', '/format'),
  at(`${NAME}/nullable`, true, `${HERE}: OpenAPI 3.1 writes type`),
  at(`${NAME}/writeOnly`, true, HERE),
  at(`${ID}/enum`, [1, 2], `${HERE}: only texts may be listed`),
  at(`${ID}/const`, 1, `${HERE}: only a text may be fixed`),
  at(`${OWN}/a`, { type: 'array', prefixItems: [] }, `${HERE}: write an object`, '/prefixItems'),
  at(
    `${ID}/format`,
    'uint64',
    'must be int32 or int64, or left out: minimum and maximum set other bounds',
  ),
  at(`${ERROR}/properties/error/minimum`, -3_000_000_000, 'must be from -2147483648'),
  at(`${ID}/maximum`, 2n ** 63n, 'must be from -9223372036854775808 to 9223372036854775807'),
  at(`${NAME}/format`, 'phone', 'must be one of date'),
  at(`${NAME}/x-note`, { a: [{ $ref: '#/info' }] }, 'must not have a $ref'),
  at(`${NAME}/pattern`, '(', 'Invalid regular expression'),
  ...['(?i:a)', '(?<a>x)|(?<a>y)', '\\\\(?<a>x)'].map(pattern =>
    at(`${NAME}/pattern`, pattern, 'has a kind of group'),
  ),
  at(`${NAME}/maxLength`, -1, 'must be an integer, 0 or more'),
  ...[
    { type: 'number', minimum: 2, maximum: 1 },
    { type: 'number', minimum: 5, exclusiveMaximum: 5 },
    { type: 'number', exclusiveMinimum: 5, maximum: 5 },
    { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 5 },
    { type: 'integer', minimum: 1.2, maximum: 1.8 },
    { type: 'integer', minimum: 2n ** 70n, maximum: 2n ** 70n - 1n },
    { type: 'string', minLength: 2, maxLength: 1 },
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 1 },
  ].map(schema => {
    const [low = '', high] = Object.keys(schema).filter(name => /m(?:in|ax)/i.test(name))
    return at(`${OWN}/a`, schema, `leaves no value below ${high}`, `/${low}`)
  }),
  at(
    `${OWN}/a`,
    { type: 'integer', exclusiveMinimum: true },
    'must be a number: OpenAPI 3.1 writes',
    '/exclusiveMinimum',
  ),
  at(`${OWN}/a`, { type: 'string', enum: ['a', 'b'], minLength: 2 }, 'has no value that', '/enum'),
  at(`${OWN}/a`, { type: 'string', const: 'a', pattern: 'b' }, 'has no value that', '/const'),
  at(`${NAME}/externalDocs`, { $ref: '#/info' }, 'must not have a $ref'),
  at(
    `${OWN}/a`,
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    HERE,
    '/uniqueItems',
  ),
  at('/components/schemas/NewPlant/additionalProperties', false, `${HERE}: it would count`),
  at(`${NAME}/readOnly`, true, `${HERE}: the mock takes`),
  at(`${TAG}/enum`, ['a', 'a'], 'must not repeat an item'),
  at(`${OWN}/a`, { ...NULLABLE, enum: [null] }, 'must list a string', '/enum'),
  at(`${TAG}/enum`, ['a', 5], 'must be a string', '/1'),
  at(`${TAG}/enum`, ['a', null], 'must list null if type does'),
  at(TAG, { ...NULLABLE, enum: ['tropical'] }, 'must list null', '/enum'),
  at(`${TAG}/type`, ['string', 'integer'], 'must be one of'),
  at(`${TAG}/type`, 'text', 'must be one of'),
  at(`${TAG}/type`, undefined, 'is missing'),
  at(`${OWN}/constructor`, { type: 'string' }, 'is not supported as the name of a field'),
  at(`${PLANT}/additionalProperties`, { type: 'string' }, 'must be true or false'),
  [{ [`${PLANT}/additionalProperties`]: false }, `0 at #${NEW_PLANT}/allOf/0: additionalProp`],
  [
    { [`${PLANT}/required`]: ['title', 'size'] },
    `required at #${PLANT}/required: names "title"`,
    `required at #${PLANT}/required: names "size"`,
  ],
  at(`${OWN}/tag`, { type: 'string' }, 'is in two members of allOf'),
  at(`${OWN}/parent`, { $ref: '#/components/schemas/NewPlant' }, 'a schema within itself'),
  at(`${NEW_PLANT}/allOf/0`, { $ref: '#/components/schemas/NewPlant' }, 'a schema within itself'),
  at(`${SUCCESS}/schema/minLength`, 5, 'is not supported next to $ref'),
  at(`${SUCCESS}/schema/$ref`, '#/components/schemas/None', 'leads nowhere'),
  at(`${SUCCESS}/schema/$ref`, '#/components/responses/Plant', 'must lead to #/comp', '', {
    '/components/responses': { Plant: { type: 'object' } },
  }),
  [
    source => source.replace('tropical', '1e300'),
    `openapi.yaml:${placeOf('tropical')}: 1e300 is not exact`,
  ],
  [
    source => source.replace('tropical', '0.12345678901234567'),
    `openapi.yaml:${placeOf('tropical')}: 0.123456789`,
  ],
  [source => `%YAML 1.1\n---\n${source}`, 'openapi.yaml:1:1: must be YAML 1.2'],
  [
    source => source.replace('\n        tag:\n', '\n        <<: { a: {} }\n        tag:\n'),
    `openapi.yaml:${placeOf('tag:\n          type')}: ${MERGE}`,
  ],
  [
    source => source.replace('license:', 'contact: &a { name: b }\n  license:\n    <<: *a'),
    `openapi.yaml:${LICENSE + 2}:5: ${MERGE}`,
    `openapi.yaml:${LICENSE + 2}:9: aliases are not supported`,
  ],
  [source => `${source}paths: {}\n`, `openapi.yaml:${END}:1: Map keys must be unique`],
]

const others: Row[] = [
  [
    { [`${NAME}/maxLength`]: 5 },
    `example at #${REQUEST}/example: name must have at most 5 characters`,
    `example at #${SUCCESS}/example: name must have at most 5 characters`,
  ],
  at(`${REQUEST}/example`, undefined, 'is missing'),
  at(`${REQUEST}/example`, { id: 1, name: 'a', unlisted: 5 }, 'unlisted is not allowed'),
  at(`${REQUEST}/example`, { id: 1, name: 'a', count: 2n ** 53n }, 'count must be', '', {
    [`${OWN}/count`]: { type: 'number' },
  }),
  at(`${SUCCESS}/schema`, { type: 'object' }, 'must have a field', '', NO_SUCCESS),
  at(`${TAG}/default`, 5, 'must be a string'),
  at(ID, { type: 'string' }, 'must be a required integer', '', { [`${REQUEST}/example/id`]: 'a' }),
  success('tag', { type: 'string' }, 'must be a required field of the request', {
    required: ['tag'],
  }),
  success('name', { type: 'string', minLength: 1 }, 'must be described as in the request'),
  at(`${ERROR}/properties/message`, { type: 'string', maxLength: 100 }, 'must have no rules'),
  at(
    `${ERROR}/properties/error`,
    { type: 'integer', format: 'int32', maximum: 499 },
    'must take every status of an error: 599 must be at most 499',
  ),
  at(
    `${ERROR}/properties`,
    { error: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
    'is not supported here: the mock writes',
    '/at/format',
    { ...NO_ERROR, [`${ERROR}/required`]: ['error'] },
  ),
  at(
    `${ERROR}/properties`,
    { message: { type: 'string' }, wait: { type: 'integer' } },
    'must not be required',
    '/wait',
    { ...NO_ERROR, [`${ERROR}/required`]: ['message', 'wait'] },
  ),
]

const rows = [...operation, ...schemas, ...others].map(([edit, ...problems]) => ({
  edit,
  problems,
}))

test.each(rows)(
  'an edit is refused with its JSON pointer: $problems.0',
  async ({ edit, problems }) => {
    const outcome = await generatedFiles(edited(edit)).catch((error: unknown) => error)
    if (!(outcome instanceof DescriptionError)) throw outcome
    expect(outcome.problems).toEqual(problems.map(problem => expect.stringContaining(problem)))
  },
)
