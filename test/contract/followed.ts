import { parse } from 'yaml'
import type { Followed } from './edit.ts'
import {
  ERROR,
  FAILURE,
  ID,
  NAME,
  NEW_PLANT,
  own,
  PLANT,
  POST,
  REQUEST,
  SUCCESS,
  TAG,
} from './places.ts'

const MAX_INT64 = 9223372036854775807n
const plant = (fields: string) => `{"id":1,"name":"Hoya",${fields}}`

/** Changes of the operation around its schemas. */
const operation: Followed[] = [
  {
    name: 'another path',
    text: source => source.replace('/plants:', '/v2/plants:'),
    contract: { path: '/v2/plants', method: 'POST' },
  },
  {
    name: 'put',
    text: source => source.replace('    post:', '    put:'),
    contract: { method: 'PUT' },
  },
  {
    name: 'another success status',
    text: source => source.replace('"200"', '"201"'),
    contract: { successStatus: 201 },
  },
  {
    name: 'a status that is a number in YAML',
    text: source => source.replace('"200"', '200').replace('"400"', '422'),
    contract: { successStatus: 200 },
  },
  {
    name: 'several errors of one shape',
    set: {
      [`${POST}/responses/409`]: { $ref: '#/components/responses/Bad' },
      [`${POST}/responses/5XX`]: { $ref: '#/components/responses/Bad' },
      '/components/responses': {
        Bad: {
          description: 'Bad',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  },
  {
    name: 'an error by default',
    text: source => source.replace('"400"', 'default'),
  },
  {
    name: 'problem details as the media type of errors',
    text: source =>
      source.replace(/("400":[\s\S]*?)application\/json/, '$1application/problem+json'),
    contract: { errorMediaType: 'application/problem+json', successMediaType: 'application/json' },
  },
  {
    name: 'a vendor media type of requests',
    text: source => source.replace('application/json', 'application/vnd.plants+json'),
    contract: { requestMediaType: 'application/vnd.plants+json' },
  },
  {
    name: 'a request body by reference',
    set: {
      [`${POST}/requestBody`]: { $ref: '#/components/requestBodies/Plant' },
      '/components/requestBodies': {
        Plant: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } },
        },
      },
    },
  },
  {
    name: 'a path item by reference',
    text: source =>
      source
        .replace('  /plants:\n', '  /plants: { $ref: "#/components/pathItems/plants" }\nx-item:\n')
        .replace(/x-item:\n([\s\S]*?)components:\n/, 'components:\n  pathItems:\n    plants:\n@$1@')
        .replace(/@([\s\S]*?)@/, (_, item: string) => item.replace(/^ {4}/gm, '      ')),
  },
  {
    name: 'security on the operation, with another name and a capital letter',
    set: {
      '/security': undefined,
      [`${POST}/security`]: [{ token: [] }],
      '/components/securitySchemes': {
        token: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
      },
    },
  },
  {
    name: 'extensions, xml, summaries, tags, examples, external documentation',
    set: {
      '/x-owner': 'plants',
      '/tags': [{ name: 'plants' }],
      '/externalDocs': { url: 'https://plants.example.com' },
      [`${POST}/x-rate`]: 5,
      [`${POST}/tags`]: ['plants'],
      [`${POST}/deprecated`]: true,
      [`${POST}/parameters`]: [],
      [`${PLANT}/xml`]: { name: 'plant' },
      [`${PLANT}/x-table`]: 'plants',
      [`${NAME}/examples`]: ['Hoya'],
      [`${NAME}/example`]: 5,
      [`${TAG}/deprecated`]: true,
      [`${TAG}/readOnly`]: false,
      [`${TAG}/$comment`]: 'free text',
    },
  },
  {
    name: 'no operationId and other schema names',
    set: { [`${POST}/operationId`]: undefined },
    text: source => source.replaceAll('NewPlant', 'Sapling').replace(/\bPlant\b/g, 'Tree'),
  },
  {
    name: 'JSON in place of YAML',
    text: source => JSON.stringify(parse(source), null, '\t'),
  },
  {
    name: 'components that nothing uses',
    set: {
      '/components/schemas/Unused': { type: 'text', properties: { self: { $ref: '#/x' } } },
      '/components/parameters': { page: { in: 'query', name: 'page' } },
    },
  },
  {
    name: 'a success that is the whole request',
    set: { [`${SUCCESS}/schema/$ref`]: '#/components/schemas/NewPlant' },
    success: {
      valid: ['{"id":9223372036854775807,"name":"Hoya"}', '{"id":1,"name":"Hoya","tag":"a"}'],
      invalid: { '{"name":"Hoya"}': [], '{"id":9223372036854775808,"name":"Hoya"}': [] },
    },
    reads: {
      '{"id":9223372036854775807,"name":"Hoya"}': { id: MAX_INT64, name: 'Hoya' },
      '{"id":9.223372036854775807e18,"name":"1 \\" 9223372036854775807"}': {
        id: MAX_INT64,
        name: '1 " 9223372036854775807',
      },
      '{"id":1.0,"name":"a"}': { id: 1, name: 'a' },
    },
    types: 'declare const s: Success; const id: number | bigint = s.id',
    withoutReference: 'Ajv takes no bigint',
    contract: { successFields: ['name', 'tag', 'id'] },
  },
  {
    name: 'an error of another schema',
    set: {
      [`${FAILURE}/schema/$ref`]: '#/components/schemas/Problem',
      '/components/schemas/Problem': {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string' },
          status: { type: 'integer' },
          type: { enum: ['a'] },
        },
      },
    },
    error: {
      valid: ['{"title":"a"}', '{"title":"a","status":5}'],
      invalid: { '{"message":"a"}': [] },
    },
    types: "const e: ErrorBody = { title: 'a' }",
  },
]

/** Changes of strings. */
const strings: Followed[] = [
  {
    name: 'maxLength',
    set: { [`${NAME}/maxLength`]: 5 },
    request: {
      valid: ['{"id":1,"name":"Hoya🪴"}'],
      invalid: { '{"id":1,"name":"Monstera"}': ['/name'] },
    },
    success: { invalid: { '{"name":"Monstera"}': [] } },
  },
  {
    name: 'minLength',
    set: { [`${NAME}/minLength`]: 3 },
    request: {
      valid: ['{"id":1,"name":"🪴🪴🪴"}'],
      invalid: { '{"id":1,"name":"🪴"}': ['/name'] },
    },
  },
  {
    name: 'pattern',
    set: { [`${NAME}/pattern`]: '^[A-Z]\\p{L}+-\\d{3}$' },
    request: {
      valid: ['{"id":1,"name":"Hö-123"}'],
      invalid: { '{"id":1,"name":"ho-1"}': ['/name'] },
    },
  },
  {
    name: 'enum',
    set: { [`${TAG}/enum`]: ['tropical', 'alpine'] },
    request: { valid: [plant('"tag":"alpine"')], invalid: { [plant('"tag":"wet"')]: ['/tag'] } },
    types: "const tag: 'tropical' | 'alpine' | undefined = ({} as Request).tag",
  },
  {
    name: 'const',
    set: { [TAG]: { const: 'tropical' } },
    request: { valid: [plant('"tag":"tropical"')], invalid: { [plant('"tag":"wet"')]: ['/tag'] } },
  },
  {
    name: 'a format that is an annotation',
    set: { [`${NAME}/format`]: 'email' },
    request: { valid: ['{"id":1,"name":"Hoya"}'] },
  },
  {
    name: 'a nullable tag',
    set: { [`${TAG}/type`]: ['string', 'null'] },
    request: {
      valid: [plant('"tag":null'), plant('"tag":"a"')],
      invalid: { [plant('"tag":1')]: ['/tag'] },
    },
  },
  {
    name: 'a tag that is null and nothing else',
    set: { [TAG]: { type: 'null' }, [own('mark')]: { const: null } },
    request: {
      valid: [plant('"tag":null,"mark":null')],
      invalid: { [plant('"tag":"a","mark":0')]: ['/tag', '/mark'] },
    },
  },
  {
    name: 'a required tag',
    set: { [`${PLANT}/required`]: ['name', 'tag'] },
    request: { valid: [plant('"tag":"a"')], invalid: { '{"id":1,"name":"a"}': ['/tag'] } },
    types: 'const tag: string = ({} as Request).tag',
  },
  {
    name: 'no tag',
    set: { [TAG]: undefined },
    request: { valid: [plant('"tag":1')] },
    contract: { successFields: ['name'] },
  },
  {
    name: 'a tag that is a number',
    set: { [TAG]: { type: 'number' } },
    request: {
      valid: [plant('"tag":1.5'), plant('"tag":-1e300'), plant('"tag":12345678901234567890')],
      invalid: { [plant('"tag":"a"')]: ['/tag'] },
    },
  },
  {
    name: 'name becomes title',
    text: source => source.replaceAll('- name\n', '- title\n').replace('name:\n', 'title:\n'),
    request: { valid: ['{"id":1,"title":"a"}'], invalid: { '{"id":1,"name":"a"}': ['/title'] } },
    contract: { successFields: ['title', 'tag'] },
  },
  {
    name: 'a default',
    set: { [`${TAG}/default`]: 'tropical' },
    request: { valid: ['{"id":1,"name":"a"}'] },
    success: { valid: ['{"name":"a"}'] },
    types: 'const s: Success = { name: "a" }',
  },
]

/** Changes of numbers: exact, as JSON has them. */
const numbers: Followed[] = [
  {
    name: 'minimum',
    set: { [`${ID}/minimum`]: 1 },
    request: { valid: ['{"id":1,"name":"a"}'], invalid: { '{"id":0,"name":"a"}': ['/id'] } },
  },
  {
    name: 'minimum beyond 2^53',
    set: { [`${ID}/minimum`]: 9007199254740993n },
    request: {
      valid: ['{"id":9007199254740993,"name":"a"}'],
      invalid: { '{"id":9007199254740992,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'maximum at the end of int64',
    set: { [`${ID}/maximum`]: 9223372036854775806n },
    request: {
      valid: ['{"id":9223372036854775806,"name":"a"}'],
      invalid: { '{"id":9223372036854775807,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'exclusive bounds beyond 2^53',
    set: {
      [`${ID}/exclusiveMinimum`]: 9007199254740993n,
      [`${ID}/exclusiveMaximum`]: 9007199254740996n,
    },
    request: {
      valid: ['{"id":9007199254740994,"name":"a"}', '{"id":9007199254740995,"name":"a"}'],
      invalid: {
        '{"id":9007199254740993,"name":"a"}': ['/id'],
        '{"id":9007199254740996,"name":"a"}': ['/id'],
      },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'a bound that is written with an exponent',
    set: { [`${ID}/maximum`]: 'MAXIMUM' },
    text: source => source.replace('maximum: MAXIMUM', 'maximum: 9.007199254740993e15'),
    request: {
      valid: ['{"id":9007199254740993,"name":"a"}'],
      invalid: { '{"id":9007199254740994,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'a bound past the numbers that JavaScript writes exactly',
    set: { [own('mass')]: { type: 'number', maximum: 1e23, not: { enum: [1e24] } } },
    request: {
      valid: [plant('"mass":1e23'), plant('"mass":100000000000000000000000')],
      invalid: {
        [plant('"mass":100000000000000000000001')]: ['/mass'],
        [plant('"mass":1.1e23')]: ['/mass'],
        [plant('"mass":1e24')]: ['/mass', '/mass'],
        [plant('"mass":1000000000000000000000000')]: ['/mass', '/mass'],
      },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'digits that a number does not hold, where they say nothing',
    set: {
      [`${PLANT}/x-pi`]: 'PI',
      [own('height')]: { type: 'number', default: 'PI', multipleOf: 'STEP' },
    },
    text: source => source.replaceAll('PI', '3.14159265358979323846').replace('STEP', '+2.50E-1'),
    request: {
      valid: [plant('"height":0.75')],
      invalid: { [plant('"height":0.8')]: ['/height'] },
    },
  },
  {
    name: 'multipleOf beyond 2^53',
    set: { [`${ID}/multipleOf`]: 3 },
    request: {
      valid: ['{"id":3,"name":"a"}', '{"id":9007199254740993,"name":"a"}'],
      invalid: { '{"id":4,"name":"a"}': ['/id'], '{"id":9007199254740995,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'multipleOf a fraction',
    set: { [own('height')]: { type: 'number', multipleOf: 0.1 } },
    request: {
      valid: [plant('"height":0.3'), plant('"height":1.1'), plant('"height":7')],
      invalid: { [plant('"height":0.35')]: ['/height'] },
    },
    withoutReference: 'Ajv divides in binary: 0.3 is no multiple of 0.1 there',
  },
  {
    name: 'enum of integers beyond 2^53',
    set: { [`${ID}/enum`]: [1, 9007199254740993n, MAX_INT64] },
    request: {
      valid: [
        '{"id":1,"name":"a"}',
        '{"id":9007199254740993,"name":"a"}',
        '{"id":9223372036854775807,"name":"a"}',
      ],
      invalid: { '{"id":9007199254740992,"name":"a"}': ['/id'], '{"id":2,"name":"a"}': ['/id'] },
    },
    types: 'const id: 1 | 9007199254740993n | 9223372036854775807n = ({} as Request).id',
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'const beyond 2^53, below 0',
    set: { [`${ID}/const`]: -9007199254740993n },
    request: {
      valid: ['{"id":-9007199254740993,"name":"a"}'],
      invalid: { '{"id":-9007199254740992,"name":"a"}': ['/id'] },
    },
    types: 'const id: -9007199254740993n = ({} as Request).id',
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'uniqueItems with integers beyond 2^53',
    set: {
      [own('seeds')]: {
        type: 'array',
        uniqueItems: true,
        items: { type: 'integer', format: 'int64' },
      },
    },
    request: {
      valid: [plant('"seeds":[]'), plant('"seeds":[9007199254740992,9007199254740993]')],
      invalid: { [plant('"seeds":[9007199254740993,9007199254740993]')]: ['/seeds'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'uniqueItems with objects',
    set: { [own('pots')]: { type: 'array', uniqueItems: true } },
    request: {
      valid: [plant('"pots":[{"a":1},{"a":"1"},[1],[[1]],1,"1",null]')],
      invalid: { [plant('"pots":[{"a":1,"b":2},{"b":2,"a":1}]')]: ['/pots'] },
    },
  },
  {
    name: 'a nullable integer',
    set: { [own('age')]: { type: ['integer', 'null'], format: 'int64' } },
    request: {
      valid: [plant('"age":null'), plant('"age":9223372036854775807')],
      invalid: { [plant('"age":9223372036854775808')]: ['/age'], [plant('"age":"1"')]: ['/age'] },
    },
    types: 'const age: number | bigint | null | undefined = ({} as Request).age',
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'an integer without a format',
    set: { [ID]: { type: 'integer' } },
    request: {
      valid: [
        '{"id":9223372036854775808,"name":"a"}',
        '{"id":123456789012345678901234567890,"name":"a"}',
      ],
      invalid: { '{"id":1.5,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'int32',
    set: { [`${ID}/format`]: 'int32' },
    request: {
      valid: ['{"id":-2147483648,"name":"a"}'],
      invalid: { '{"id":2147483648,"name":"a"}': ['/id'] },
    },
    types: 'const id: number = ({} as Request).id',
  },
  {
    name: 'numbers as large as JSON has them',
    set: { [`${PLANT}/properties/height`]: { type: 'number', maximum: 1e308 } },
    request: {
      valid: [plant('"height":1e308'), plant('"height":123456789012345678901234567890')],
      invalid: { [plant('"height":"1"')]: ['/height'] },
    },
    reads: { '{"height":12345678901234567890}': { height: 12345678901234567000 } },
    types: 'const height: number | undefined = ({} as Success).height',
  },
  {
    name: 'int64 beside a number in a response',
    set: {
      [`${SUCCESS}/schema/$ref`]: '#/components/schemas/NewPlant',
      [`${PLANT}/properties/height`]: { type: 'number' },
      [`${PLANT}/properties/seeds`]: { type: 'array', items: { type: 'integer', format: 'int64' } },
    },
    reads: {
      '{"id":9007199254740993,"height":100000000000000000001,"seeds":[9007199254740993,1]}': {
        id: 9007199254740993n,
        height: 100000000000000000000,
        seeds: [9007199254740993n, 1],
      },
    },
  },
  {
    name: 'rules of a response that look at every digit of a number',
    set: {
      [`${PLANT}/properties/step`]: { type: 'number', multipleOf: 3 },
      [`${PLANT}/properties/mass`]: { type: 'number', exclusiveMinimum: 9007199254740992n },
      [`${PLANT}/properties/any`]: { minimum: 9007199254740993n },
      [`${PLANT}/properties/other`]: { type: 'number', not: { const: 9007199254740992n } },
      [`${PLANT}/properties/seeds`]: { type: 'array', uniqueItems: true },
      [`${PLANT}/properties/pots`]: {
        type: 'array',
        uniqueItems: true,
        items: { type: 'number' },
      },
    },
    request: {
      valid: [
        plant('"step":9007199254740993,"mass":9007199254740993,"any":9007199254740993'),
        plant('"other":9007199254740993,"any":"a","step":123456789012345678900000'),
        plant('"seeds":[{"a":[9007199254740992]},{"a":[9007199254740993]}]'),
        plant('"pots":[9007199254740992,9007199254740993]'),
      ],
      invalid: {
        [plant('"step":9007199254740992,"mass":9007199254740992,"any":9007199254740992')]: [
          ...['/step', '/mass', '/any'],
        ],
        [plant('"other":9007199254740992,"seeds":[{"a":[1]},{"a":[1]}]')]: ['/other', '/seeds'],
      },
    },
    success: {
      valid: ['{"name":"a","step":9007199254740993,"pots":[9007199254740993]}'],
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'an error whose text is named __proto__',
    set: {
      [ERROR]: { type: 'object', required: ['PROTO'], properties: { PROTO: { type: 'string' } } },
    },
    text: source => source.replaceAll('PROTO', '__proto__'),
    withoutReference: 'Ajv passes over __proto__',
  },
  {
    name: 'constants beyond 2^53 in a response',
    set: {
      [`${PLANT}/properties/kind`]: {
        enum: ['none', 9007199254740993n, { a: [9007199254740993n] }],
      },
    },
    success: { valid: ['{"name":"a","kind":9007199254740993}', '{"name":"a","kind":"none"}'] },
    reads: {
      '{"name":"a","kind":9007199254740993}': { name: 'a', kind: 9007199254740993n },
      '{"kind":{"a":[9007199254740993],"b":9007199254740993}}': {
        kind: { a: [9007199254740993n], b: 9007199254740992 },
      },
    },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'int64 in an error',
    set: { [`${ERROR}/properties/error/format`]: 'int64' },
    error: { valid: ['{"error":9223372036854775807,"message":"a"}'] },
    types: 'const e: ErrorBody = { error: 1n, message: "a" }',
    withoutReference: 'Ajv takes no bigint',
  },
]

/** Changes of objects and lists. */
const compounds: Followed[] = [
  {
    name: 'a nested object',
    set: {
      [`${PLANT}/properties/pot`]: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer', format: 'int32' },
          'a/b~c': { type: 'object', required: ['d'] },
        },
      },
    },
    request: {
      valid: [plant('"pot":{"size":1}'), plant('"pot":{"size":1,"a/b~c":{"d":null}}')],
      invalid: {
        [plant('"pot":{}')]: ['/pot/size'],
        [plant('"pot":{"size":"1","a/b~c":{}}')]: ['/pot/size', '/pot/a~1b~0c/d'],
        [plant('"pot":[]')]: ['/pot'],
      },
    },
  },
  {
    name: 'a list of objects',
    set: {
      [own('leaves')]: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: { type: 'object', required: ['size'], properties: { size: { type: 'number' } } },
      },
    },
    request: {
      valid: [plant('"leaves":[{"size":1.5}]')],
      invalid: {
        [plant('"leaves":[]')]: ['/leaves'],
        [plant('"leaves":[{"size":1},{}]')]: ['/leaves/1/size'],
        [plant('"leaves":[{"size":1},{"size":2},{"size":3}]')]: ['/leaves'],
      },
    },
  },
  {
    name: 'prefixItems',
    set: {
      [own('place')]: {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'string' }],
        items: false,
      },
    },
    request: {
      valid: [plant('"place":[]'), plant('"place":[1]'), plant('"place":[1,"a"]')],
      invalid: { [plant('"place":["a",1,2]')]: ['/place/0', '/place/1', '/place'] },
    },
  },
  {
    name: 'contains',
    set: { [own('marks')]: { type: 'array', contains: { const: 1 }, minContains: 2 } },
    request: {
      valid: [plant('"marks":[1,2,1]')],
      invalid: { [plant('"marks":[1,2]')]: ['/marks/1', '/marks'] },
    },
  },
  {
    name: 'additionalProperties: false under the request',
    set: {
      [own('pot')]: { type: 'object', properties: { size: {} }, additionalProperties: false },
    },
    request: {
      valid: [plant('"pot":{"size":1}')],
      invalid: { [plant('"pot":{"sise":1}')]: ['/pot/sise'] },
    },
  },
  {
    name: 'unevaluatedProperties: false',
    set: { '/components/schemas/NewPlant/unevaluatedProperties': false },
    request: {
      valid: [plant('"tag":"a"')],
      invalid: { [plant('"height":1')]: ['/height'] },
    },
  },
  {
    name: 'additionalProperties with a schema',
    set: {
      [own('sizes')]: {
        type: 'object',
        properties: { unit: { type: 'string' } },
        additionalProperties: { type: 'number' },
      },
    },
    request: {
      valid: [plant('"sizes":{"unit":"cm","leaf":1}')],
      invalid: { [plant('"sizes":{"leaf":"1"}')]: ['/sizes/leaf'] },
    },
  },
  {
    name: 'a map of int64',
    set: {
      [`${PLANT}/properties/counts`]: {
        type: 'object',
        additionalProperties: { type: 'integer', format: 'int64' },
      },
    },
    success: { valid: ['{"name":"a","counts":{"b":9007199254740993}}'] },
    reads: { '{"counts":{"b":9007199254740993}}': { counts: { b: 9007199254740993n } } },
    withoutReference: 'Ajv takes no bigint',
  },
  {
    name: 'patternProperties and propertyNames',
    set: {
      [own('notes')]: {
        type: 'object',
        patternProperties: { '^x-': { type: 'string' } },
        propertyNames: { maxLength: 4 },
      },
    },
    request: {
      valid: [plant('"notes":{"x-a":"b","y":1}')],
      invalid: {
        [plant('"notes":{"x-a":1}')]: ['/notes/x-a'],
        [plant('"notes":{"abcde":1}')]: ['/notes/abcde', '/notes/abcde'],
      },
    },
  },
  {
    name: 'dependentRequired',
    set: {
      [`${PLANT}/dependentRequired`]: { tag: ['colour'] },
      [`${PLANT}/properties/colour`]: {},
    },
    request: {
      valid: [plant('"tag":"a","colour":1'), '{"id":1,"name":"a"}'],
      invalid: { [plant('"tag":"a"')]: ['/colour'] },
    },
  },
  {
    name: 'dependentSchemas',
    set: {
      [`${NEW_PLANT}/dependentSchemas`]: { tag: { properties: { name: { maxLength: 3 } } } },
    },
    request: {
      valid: ['{"id":1,"name":"Monstera"}', '{"id":1,"name":"abc","tag":"a"}'],
      invalid: { '{"id":1,"name":"Monstera","tag":"a"}': ['/name'] },
    },
  },
  {
    name: 'if, then, else',
    set: {
      [`${NEW_PLANT}/if`]: { required: ['tag'] },
      [`${NEW_PLANT}/then`]: { properties: { id: { minimum: 10 } } },
      [`${NEW_PLANT}/else`]: { properties: { id: { maximum: 9 } } },
    },
    request: {
      valid: ['{"id":1,"name":"a"}', '{"id":10,"name":"a","tag":"a"}'],
      invalid: { '{"id":1,"name":"a","tag":"a"}': ['/id', ''] },
    },
  },
  {
    name: 'anyOf, oneOf and not on the request',
    set: {
      [`${NEW_PLANT}/anyOf`]: [{ required: ['tag'] }, { properties: { name: { minLength: 2 } } }],
      [`${NEW_PLANT}/not`]: {
        required: ['tag', 'id', 'name'],
        properties: { tag: { const: 'x' } },
      },
    },
    request: {
      valid: ['{"id":1,"name":"ab"}', '{"id":1,"name":"a","tag":"a"}'],
      invalid: {
        '{"id":1,"name":"ab","tag":"x"}': [''],
        '{"id":1,"name":"a"}': ['/tag', '/name', ''],
      },
    },
  },
  {
    name: 'oneOf of a field',
    set: { [TAG]: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } },
    request: {
      valid: [plant('"tag":"a"'), plant('"tag":["a"]')],
      invalid: { [plant('"tag":1')]: ['/tag', '/tag', '/tag'] },
    },
  },
  {
    name: 'enum and const of objects and lists',
    set: {
      [own('pot')]: { enum: [{ size: 1 }, [1, 'a'], null, 'none', 5] },
      [own('mark')]: { const: { a: [1] } },
    },
    request: {
      valid: [
        plant('"pot":{"size":1}'),
        plant('"pot":[1,"a"]'),
        plant('"pot":null,"mark":{"a":[1]}'),
      ],
      invalid: {
        [plant('"pot":{"size":2},"mark":{"a":[]}')]: ['/pot', '/mark'],
        [plant('"pot":{"size":1,"b":1}')]: ['/pot'],
      },
    },
  },
  {
    name: 'properties named allOf, $ref, __proto__, constructor and enum',
    set: {
      [own('allOf')]: { type: 'string' },
      [own('$ref')]: { type: 'string' },
      [own('constructor')]: { type: 'string' },
      [own('enum')]: { type: 'string' },
      [own('PROTO')]: { type: 'string' },
      [`${NEW_PLANT}/required`]: ['id', 'constructor', '__proto__'],
    },
    text: source => source.replace('PROTO:', '__proto__:'),
    request: {
      valid: [plant('"constructor":"a","__proto__":"b","allOf":"c","$ref":"d","enum":"e"')],
      invalid: {
        '{"id":1,"name":"a"}': ['/constructor', '/__proto__'],
        [plant('"constructor":1,"__proto__":1,"allOf":1,"$ref":1,"enum":1')]: [
          ...['/allOf', '/$ref', '/constructor', '/enum', '/__proto__'],
        ],
      },
    },
    withoutReference: 'Ajv passes over __proto__',
  },
  {
    name: 'properties named as what every object inherits',
    set: {
      [`${NEW_PLANT}/required`]: ['id', 'hasOwnProperty'],
      [own('hasOwnProperty')]: {
        type: 'object',
        required: ['isPrototypeOf'],
        properties: { isPrototypeOf: { type: 'string' }, toString: { type: 'string' } },
      },
      [`${PLANT}/properties/__lookupGetter__`]: { type: 'string' },
    },
    request: {
      valid: [
        plant('"hasOwnProperty":{"isPrototypeOf":"a"}'),
        plant('"hasOwnProperty":{"isPrototypeOf":"a","toString":"b"},"__lookupGetter__":"c"'),
      ],
      invalid: {
        [plant('"hasOwnProperty":{"toString":1},"__lookupGetter__":1')]: [
          ...['/__lookupGetter__', '/hasOwnProperty/isPrototypeOf', '/hasOwnProperty/toString'],
        ],
      },
    },
    types: `declare const plant: Request
      const text: string = plant.hasOwnProperty.isPrototypeOf`,
  },
  {
    name: 'a field that is required but not described',
    set: { [`${NEW_PLANT}/required`]: ['id', 'colour'] },
    request: { valid: [plant('"colour":1')], invalid: { '{"id":1,"name":"a"}': ['/colour'] } },
  },
  {
    name: 'minProperties and maxProperties of the request',
    set: { [`${NEW_PLANT}/minProperties`]: 3, [`${NEW_PLANT}/maxProperties`]: 3 },
    request: {
      valid: [plant('"tag":"a"')],
      invalid: { '{"id":1,"name":"a"}': [''], [plant('"tag":"a","x":1')]: [''] },
    },
  },
  {
    name: 'true and empty schemas',
    set: { [own('anything')]: true, [TAG]: {} },
    request: { valid: [plant('"anything":[1],"tag":{"a":1}')] },
  },
  {
    name: 'a schema without references or allOf',
    set: {
      [`${REQUEST}/schema`]: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } },
      },
      [`${SUCCESS}/schema`]: { type: 'object', properties: { name: { type: 'string' } } },
    },
    contract: { successFields: ['name'] },
  },
  {
    name: 'keywords beside a reference',
    set: { [TAG]: { $ref: `#${NAME}`, maxLength: 3 } },
    request: { valid: [plant('"tag":"abc"')], invalid: { [plant('"tag":"abcd"')]: ['/tag'] } },
  },
  {
    name: 'the same property in two members of allOf',
    set: { [own('name')]: { maxLength: 3 } },
    request: { valid: ['{"id":1,"name":"abc"}'], invalid: { '{"id":1,"name":"abcd"}': ['/name'] } },
    success: { valid: ['{"name":"abcd"}'] },
  },
  {
    name: 'a nested typeless schema',
    set: { [own('pot')]: { properties: { size: { type: 'integer', format: 'int32' } } } },
    request: {
      valid: [plant('"pot":"none"'), plant('"pot":{"size":1}')],
      invalid: { [plant('"pot":{"size":"1"}')]: ['/pot/size'] },
    },
  },
]

/** The same in OpenAPI 3.0. */
const version30: Followed[] = [
  {
    name: 'OpenAPI 3.0',
    set: { '/openapi': '3.0.3' },
    request: { valid: ['{"id":1,"name":"a"}'], invalid: { '{"name":1}': ['/id', '/name'] } },
    withoutReference: 'Ajv reads no OpenAPI 3.0',
  },
  {
    name: 'nullable in OpenAPI 3.0',
    set: { '/openapi': '3.0.3', [`${TAG}/nullable`]: true },
    request: { valid: [plant('"tag":null')], invalid: { [plant('"tag":1')]: ['/tag'] } },
    types: 'const tag: string | null | undefined = ({} as Request).tag',
    withoutReference: 'Ajv reads no OpenAPI 3.0',
  },
  {
    name: 'exclusive bounds of OpenAPI 3.0',
    set: {
      '/openapi': '3.0.3',
      [`${ID}/minimum`]: 0,
      [`${ID}/exclusiveMinimum`]: true,
      [`${ID}/maximum`]: 9,
      [`${ID}/exclusiveMaximum`]: false,
    },
    request: {
      valid: ['{"id":1,"name":"a"}', '{"id":9,"name":"a"}'],
      invalid: { '{"id":0,"name":"a"}': ['/id'], '{"id":10,"name":"a"}': ['/id'] },
    },
    withoutReference: 'Ajv reads no OpenAPI 3.0',
  },
]

/** Each kind of edit that everything follows. */
export const followed: readonly Followed[] = [
  ...operation,
  ...strings,
  ...numbers,
  ...compounds,
  ...version30,
]
