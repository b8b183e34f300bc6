// Edits that are followed: by the types, the client, the mock, the console and verify.
import { describe, expect, test } from 'vitest'
import { successFields } from '../../generated/contract.ts'
import { bundle, generate } from './build.ts'
import { driveClient, driveFailures, driveMock } from './drive.ts'
import { type Edit, ERROR, ID, NAME, OWN, POST, REQUEST, SUCCESS, TAG } from './edit.ts'
import { projectErrors, typeErrors, writeUse } from './types.ts'

interface Followed {
  name: string
  edit: Edit
  /** Requests; the example of the description is always one. */
  valid?: object[]
  /** What is wrong with a request, in words. */
  invalid?: [request: object, ...issues: string[]][]
  /** Exports of `generated/contract.ts`. */
  contract?: object
  /** TypeScript that must compile, with the types by role. */
  types?: string
}

const plant = (fields: object) => ({ id: 1, name: 'Hoya', ...fields })
const text = (from: string | RegExp, to: string) => (source: string) => source.replace(from, to)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const response = (schema: object) => ({
  description: 'a',
  content: { 'application/json': { schema } },
})

/** Another Error, all of whose fields are required, and its example. */
const errorOf = (properties: object, example: unknown) => ({
  [ERROR]: { type: 'object', required: Object.keys(properties), properties },
  [`${POST}/responses/400/content/application~1json/example`]: example,
})

/** What the mock writes for an error of a status, and what differs for others. */
const writing = (status: number, body: object, others: Record<number, object> = {}) =>
  expect.toSatisfy(write => {
    expect(write(status, 'No')).toEqual(body)
    for (const [other, differing] of Object.entries(others))
      expect(write(Number(other), 'No')).toMatchObject(differing)
    return true
  })

const followed: Followed[] = [
  {
    name: 'another path, method and status',
    edit: source =>
      source
        .replace('/plants:', '/v2/plants:')
        .replace('    post:', '    put:')
        .replace('"200"', '"201"'),
    contract: { path: '/v2/plants', method: 'PUT', successStatus: 201 },
  },
  {
    name: 'an error by default',
    edit: text('"400"', 'default'),
    contract: { isErrorStatus: expect.toSatisfy(is => is(302) && !is(201)) },
  },
  { name: 'a range of errors', edit: text('"400"', '4XX') },
  {
    name: 'a body by reference, and several errors of one shape, also with fields in any order',
    edit: {
      [`${POST}/requestBody`]: { $ref: '#/components/requestBodies/New' },
      '/components/requestBodies': {
        New: {
          required: true,
          content: { 'application/json': { schema: ref('NewPlant'), example: plant({}) } },
        },
      },
      [`${POST}/responses/400`]: { $ref: '#/components/responses/Bad' },
      [`${POST}/responses/5XX`]: { $ref: '#/components/responses/Bad' },
      '/components/responses': { Bad: response(ref('Error')) },
      [`${POST}/responses/409`]: response({
        type: 'object',
        required: ['error', 'message'],
        properties: { message: { type: 'string' }, error: { type: 'integer', format: 'int32' } },
      }),
    },
  },
  {
    name: 'media types of a vendor',
    edit: source =>
      source
        .replace('application/json', 'application/vnd.plants+json')
        .replace(/("400":[\s\S]*?)application\/json/, '$1application/problem+json'),
    contract: {
      requestMediaType: 'application/vnd.plants+json',
      errorMediaType: 'application/problem+json',
      accept: 'application/json, application/problem+json',
    },
  },
  {
    name: 'an error with a text of any name, and numbers of which one is a code',
    edit: {
      [ERROR]: {
        type: 'object',
        required: ['reason'],
        properties: {
          reason: { type: 'string' },
          wait: { type: 'integer' },
          status: { type: 'integer' },
        },
      },
      [`${POST}/responses/400/content/application~1json/example`]: { reason: 'No', status: 400 },
    },
    contract: {
      codeField: 'status',
      statusFields: ['status'],
      errorBody: writing(409, { reason: 'No', status: 409 }),
    },
    types: "const e: AddPlantError = { reason: 'a', status: 1 }",
  },
  {
    name: 'problem details (RFC 9457)',
    edit: source =>
      source
        .replace(/("400":[\s\S]*?)application\/json/, '$1application/problem+json')
        .replace(
          'error: 400\n                message: name is required',
          '{ type: "about:blank", title: Bad, status: 400, detail: name is required, instance: /a }',
        )
        .replace(
          / {4}Error:[\s\S]*$/,
          `    Error:
      type: object
      required: [type]
      properties:
        type: { type: string, format: uri-reference }
        title: { type: string }
        status: { type: integer, minimum: 400, maximum: 599 }
        detail: { type: string }
        instance: { type: string, format: uri-reference }
`,
        ),
    contract: {
      errorMediaType: 'application/problem+json',
      errorBody: writing(
        409,
        { type: 'about:blank', title: 'Conflict', status: 409, detail: 'No' },
        { 599: { title: 'Status 599' } },
      ),
      errorMessage: expect.toSatisfy(
        read =>
          read({ title: 'a', detail: 'b' }) === 'b' &&
          read({ title: 'a' }) === 'a' &&
          read({ type: 'a' }) === '{"type":"a"}',
      ),
    },
  },
  {
    name: 'problem details without a type, with the former phrase of 422 as the title',
    edit: {
      ...errorOf(
        { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
        { title: 'Unprocessable Entity', status: 400, detail: 'No' },
      ),
    },
    contract: { errorBody: writing(401, { title: 'Unauthorized', status: 401, detail: 'No' }) },
  },
  {
    name: 'an error as NestJS and Fastify write it: the status and its phrase are those of the response',
    edit: errorOf(
      { statusCode: { type: 'number' }, message: { type: 'string' }, error: { type: 'string' } },
      { statusCode: 400, message: 'a', error: 'Bad Request' },
    ),
    contract: {
      statusFields: ['statusCode'],
      errorBody: writing(
        401,
        { statusCode: 401, message: 'No', error: 'Unauthorized' },
        { 503: { statusCode: 503, error: 'Service Unavailable' } },
      ),
    },
  },
  {
    name: 'the status in each number that is named so, and a code as in the example',
    edit: errorOf(
      {
        code: { type: 'integer' },
        error: { type: 'integer' },
        status: { type: 'integer' },
        status_code: { type: 'integer', format: 'int64' },
        message: { type: 'string' },
      },
      { code: 1001, error: 400, status: 400, status_code: 400, message: 'a' },
    ),
    contract: {
      statusFields: ['status', 'status_code'],
      errorBody: writing(409, {
        ...{ code: 1001, error: 400, status: 409, status_code: 409, message: 'No' },
      }),
    },
  },
  {
    name: 'of code and error, the one that has the status in the example',
    edit: errorOf(
      { code: { type: 'integer' }, error: { type: 'integer' }, message: { type: 'string' } },
      { code: 1001, error: 400, message: 'a' },
    ),
    contract: {
      codeField: 'error',
      statusFields: [],
      errorBody: writing(409, { code: 1001, error: 409, message: 'No' }),
    },
  },
  {
    name: 'a number of another name that has the status in the example, and a phrase beside it that is optional',
    edit: {
      ...errorOf(
        { http: { type: 'integer' }, wait: { type: 'integer' }, message: { type: 'string' } },
        { http: 400, wait: 5, message: 'a', reason: 'Bad Request' },
      ),
      [`${ERROR}/properties/reason`]: { type: 'string', maxLength: 40 },
    },
    contract: {
      errorBody: writing(409, { http: 409, wait: 5, message: 'No', reason: 'Conflict' }),
    },
  },
  {
    name: 'the status as a text, as JSON:API has it',
    edit: errorOf(
      { status: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
      { status: '400', message: 'a', code: '4001' },
    ),
    contract: { errorBody: writing(409, { status: '409', message: 'No', code: '4001' }) },
  },
  {
    name: 'an error by default, whose example is of some status',
    edit: {
      ...errorOf(
        { http: { type: 'integer' }, message: { type: 'string' }, error: { type: 'string' } },
        {},
      ),
      [`${POST}/responses/400`]: undefined,
      [`${POST}/responses/default`]: {
        description: 'a',
        content: {
          'application/json': {
            schema: ref('Error'),
            example: { http: 500, message: 'a', error: 'Internal Server Error' },
          },
        },
      },
    },
    contract: { errorBody: writing(409, { http: 409, message: 'No', error: 'Conflict' }) },
  },
  {
    name: 'examples of the schemas and of their fields, where the media types have none',
    edit: {
      [`${REQUEST}/example`]: undefined,
      '/components/schemas/NewPlant/examples': [{ id: 7, name: 'Hoya' }],
      ...errorOf(
        {
          statusCode: { type: 'integer', example: 400 },
          message: { type: 'string' },
          error: { type: 'string', examples: ['Bad Request'] },
        },
        undefined,
      ),
    },
    contract: {
      requestExample: { id: 7, name: 'Hoya' },
      errorBody: writing(409, { statusCode: 409, message: 'No', error: 'Conflict' }),
    },
  },
  {
    name: 'a request whose fields have the examples',
    edit: {
      [`${REQUEST}/example`]: undefined,
      [`${ID}/example`]: 9,
      [`${NAME}/examples`]: ['Hoya', 'Ficus'],
    },
    contract: { requestExample: { id: 9, name: 'Hoya' } },
  },
  {
    name: 'an error with several texts',
    edit: {
      [`${ERROR}/properties/trace`]: { type: 'string' },
      [`${ERROR}/properties/description`]: { type: ['string', 'null'], maxLength: 5 },
    },
    contract: { errorMessage: expect.toSatisfy(read => read({ message: 'a' }) === 'a') },
  },
  {
    name: 'what a generator of descriptions writes: no operationId, an empty list, double',
    edit: {
      [`${POST}/operationId`]: undefined,
      [`${POST}/parameters`]: [],
      '/paths/~1plants/parameters': [],
      [`${OWN}/xSize`]: { type: 'number', format: 'double' },
    },
    valid: [plant({ xSize: 1.5 })],
    types: 'const size: number | undefined = ({} as AddPlantRequest).xSize',
  },
  {
    name: 'null as a second type or as the only alternative, and allOf for notes',
    edit: {
      [`${TAG}/type`]: ['string', 'null'],
      [`${OWN}/xSize`]: { type: ['string', 'null'], enum: ['S', null] },
      [`${OWN}/xAge`]: { type: ['integer', 'null'], format: 'int64' },
      [`${OWN}/xNote`]: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
      [`${OWN}/xPlace`]: {
        oneOf: [
          { type: 'null' },
          { type: 'object', required: ['room'], properties: { room: { type: 'string' } } },
        ],
      },
      [`${OWN}/xLatin`]: { allOf: [ref('Latin')], description: 'a' },
      '/components/schemas/Latin': { type: 'string', minLength: 2 },
    },
    valid: [
      plant({ tag: null, xSize: null, xAge: null, xNote: null, xPlace: null, xLatin: 'ab' }),
      plant({ xSize: 'S', xAge: 2n ** 60n, xPlace: { room: 'a' } }),
    ],
    invalid: [
      [
        plant({ tag: 1, xAge: '1' }),
        'tag must be a string, or null',
        'xAge must be an integer, or null',
      ],
      [
        plant({ xSize: 'M', xNote: 'long' }),
        'xSize must be "S", or null',
        'xNote must have at most 3 characters, or null',
      ],
      [
        plant({ xPlace: {}, xLatin: 'a' }),
        'xPlace.room is required',
        'xLatin must have at least 2 characters',
      ],
      [plant({ xLatin: null }), 'xLatin must be a string'],
    ],
    types: `const note: string | null | undefined = ({} as AddPlantRequest).xNote
      const age: number | bigint | null | undefined = ({} as AddPlantRequest).xAge`,
  },
  {
    name: 'notes',
    edit: {
      [`${NAME}/title`]: 'Name */',
      [`${NAME}/examples`]: ['Hoya'],
      [`${TAG}/description`]: 'Free text\nin two lines',
      [`${TAG}/deprecated`]: true,
      [`${TAG}/default`]: 'tropical',
      [`${ID}/example`]: 9007199254740993n,
      [`${OWN}/x-note`]: { type: 'string', 'x-owner': { team: 'plants' } },
      [`${POST}/tags`]: ['plants'],
      [`${POST}/deprecated`]: true,
    },
    valid: [plant({ 'x-note': 'a' })],
    invalid: [[plant({ 'x-note': 1 }), 'x-note must be a string']],
    types: "const p: AddPlantSuccess = { name: 'a' }",
  },
  {
    name: 'notes next to $ref, as pydantic writes the field of an enum',
    edit: {
      '/components/schemas/Size': { type: 'string', enum: ['S', 'M'], default: 'M' },
      [`${OWN}/size`]: { ...ref('Size'), default: 'S', examples: ['M'], description: 'a' },
      [`${OWN}/pot`]: { ...ref('Size'), example: 'S', externalDocs: { url: 'https://a.example' } },
      [`${OWN}/old`]: { allOf: [ref('Size')], default: 'S' },
    },
    valid: [plant({ size: 'S', pot: 'M', old: 'S' })],
    invalid: [
      [plant({ size: 'L', old: 5 }), 'size must be one of "S", "M"', 'old must be a string'],
    ],
    types: "const size: 'S' | 'M' | undefined = ({} as AddPlantRequest).size",
  },
  {
    name: 'allOf around one schema, as Swashbuckle writes it, and an int64 as a text, as protobuf does',
    edit: {
      [`${REQUEST}/schema`]: { allOf: [ref('NewPlant')] },
      [`${SUCCESS}/schema`]: { allOf: [ref('Plant')], description: 'a' },
      [`${OWN}/serial`]: { type: 'string', format: 'int64' },
    },
    valid: [plant({ serial: '9007199254740993' })],
    invalid: [[plant({ serial: 1 }), 'serial must be a string']],
    types: "const r: AddPlantRequest = { id: 1n, name: 'a', serial: '1' }",
  },
  {
    name: 'what says nothing about values: false, an empty required, links, formats that nothing checks',
    edit: {
      [`${NAME}/readOnly`]: false,
      [`${NAME}/writeOnly`]: false,
      [`${TAG}/nullable`]: false,
      [`${TAG}/format`]: 'hostname',
      [`${OWN}/colours`]: { type: 'array', items: { type: 'string' }, uniqueItems: false },
      [`${OWN}/place`]: { type: 'object', required: [], properties: { room: { type: 'string' } } },
      ...Object.fromEntries(
        ['password', 'byte', 'ipv4', 'ipv6', 'duration', 'decimal', 'uri-template'].map(
          (format, index) => [`${OWN}/text${index}`, { type: 'string', format }],
        ),
      ),
      [`${OWN}/width`]: { type: 'number', format: 'float' },
      [`${OWN}/price`]: { type: 'number', format: 'decimal' },
      ...Object.fromEntries(
        ['', POST, ID, '/components/schemas/NewPlant', ERROR].map(pointer => [
          `${pointer}/externalDocs`,
          { url: 'https://plants.example.com' },
        ]),
      ),
    },
    valid: [plant({ place: {}, text0: 'a', text1: 'b', width: 0.5, price: 1.25 })],
    invalid: [
      [plant({ text2: 5, width: 'a' }), 'text2 must be a string', 'width must be a number'],
    ],
    types: 'const width: number | undefined = ({} as AddPlantRequest).width',
  },
  {
    name: 'OAuth 2, which sends the same header, and a path of well-known addresses',
    edit: source =>
      source
        .replace('/plants:', '/.well-known/plants:')
        .replace('- bearerAuth: []', '- bearerAuth: [plants]')
        .replace(
          'type: http\n      scheme: bearer',
          'type: oauth2\n      flows: { password: { tokenUrl: /token, scopes: { plants: a } } }',
        ),
    contract: { path: '/.well-known/plants' },
  },
  {
    name: 'OpenID Connect, in OpenAPI 3.2',
    edit: {
      '/openapi': '3.2.0',
      '/components/securitySchemes/bearerAuth': {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://plants.example.com/.well-known/openid-configuration',
      },
      [`${POST}/responses/200/description`]: undefined,
    },
  },
  {
    name: 'a part of allOf that only says which fields are required',
    edit: {
      '/components/schemas/NewPlant/allOf/2': { required: ['tag'] },
      '/components/schemas/NewPlant/allOf/3': { type: 'object', required: ['name', 'tag'] },
    },
    valid: [plant({ tag: 'a' })],
    invalid: [[plant({}), 'tag is required']],
    types: 'const tag: string = ({} as AddPlantRequest).tag',
  },
  {
    name: 'a field named <<, in quotes',
    edit: text('\n            id:\n', '\n            "<<": { type: string }\n            id:\n'),
    valid: [plant({ '<<': 'a' })],
    invalid: [[plant({ '<<': 1 }), '<< must be a string']],
  },
  {
    name: 'schemas of other names, and one inline',
    edit: source =>
      source
        .replaceAll('NewPlant', 'Sapling')
        .replace(/\bPlant(?=:|")/g, 'Tree')
        .replace('#/components/schemas/Error', '#/components/schemas/Fault')
        .replace('    Error:', '    Fault:'),
    types: "const t: components['schemas']['Sapling'] = {} as AddPlantRequest",
  },
  {
    name: 'a required tag, next to allOf',
    edit: { '/components/schemas/NewPlant/required': ['tag'] },
    valid: [plant({ tag: 'a' })],
    invalid: [[plant({}), 'tag is required']],
    types: 'const tag: string = ({} as AddPlantRequest).tag',
  },
  {
    name: 'name becomes title',
    edit: source =>
      source
        .replaceAll('- name\n', '- title\n')
        .replaceAll(/\bname: *(?=\n|Mon)/g, match => match.replace('name', 'title')),
    valid: [{ id: 1, title: 'a' }],
    invalid: [[{ id: 1, name: 'a' }, 'title is required']],
    contract: {
      successFields: successFields.map(name => (name === 'name' ? 'title' : name)),
    },
  },
  {
    name: 'rules of strings',
    edit: {
      [`${NAME}/minLength`]: 2,
      [`${NAME}/maxLength`]: 8,
      [`${NAME}/pattern`]: '^[A-Z](?:[^\\(?](?<!x))*',
      [`${TAG}/enum`]: ['tropical', "o'clock", '@description x'],
      [`${OWN}/kind`]: { type: 'string', const: 'plant' },
      [`${OWN}/mail`]: { type: 'string', format: 'email' },
    },
    valid: [plant({ tag: "o'clock", kind: 'plant', mail: 'no address' })],
    invalid: [
      [plant({ name: 'Monsteras' }), 'name must have at most 8 characters'],
      [
        plant({ name: 'a' }),
        'name must have at least 2 characters',
        'name must match the pattern ^[A-Z](?:[^\\(?](?<!x))*',
      ],
      [plant({ tag: 'wet' }), 'tag must be one of "tropical", "o\'clock", "@description x"'],
      [plant({ kind: 'animal' }), 'kind must be "plant"'],
    ],
    types:
      "const tag: 'tropical' | \"o'clock\" | '@description x' | undefined = ({} as AddPlantRequest).tag",
  },
  {
    name: 'a first text of a few values',
    edit: { [`${NAME}/enum`]: ['Monstera', 'Ficus'] },
    valid: [plant({ name: 'Ficus' })],
    invalid: [[plant({}), 'name must be one of "Monstera", "Ficus"']],
    types: "const name: 'Monstera' | 'Ficus' = ({} as AddPlantRequest).name",
  },
  {
    name: 'no tag, and a pattern for the only text',
    edit: {
      [`${NAME}/pattern`]: '^[A-Z][a-z]{5,}$',
      [TAG]: undefined,
      [`${REQUEST}/example/tag`]: undefined,
      [`${SUCCESS}/example/tag`]: undefined,
    },
    invalid: [[plant({}), 'name must match the pattern ^[A-Z][a-z]{5,}$']],
    contract: { successFields: successFields.filter(name => name !== 'tag') },
  },
  {
    name: 'rules of numbers',
    edit: {
      [`${ID}/minimum`]: 1,
      [`${OWN}/count`]: { type: 'integer', format: 'int32', maximum: 9 },
      [`${OWN}/ph`]: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 14.5 },
      [`${OWN}/isWet`]: { type: 'boolean' },
    },
    valid: [plant({ count: 9, ph: 7.5, isWet: false })],
    invalid: [
      [plant({ id: 0, isWet: 1 }), 'id must be at least 1', 'isWet must be true or false'],
      [plant({ count: 10, ph: 0 }), 'count must be at most 9', 'ph must be more than 0'],
      [plant({ count: 1.5, ph: 14.5 }), 'count must be an integer', 'ph must be less than 14.5'],
      [plant({ count: '1', ph: '1' }), 'count must be an integer', 'ph must be a number'],
    ],
    types: 'const count: number | undefined = ({} as AddPlantRequest).count',
  },
  {
    name: 'integers without a format, also as the id',
    edit: {
      [`${ID}/format`]: undefined,
      '/components/schemas/Plant/properties/serial': { type: 'integer', minimum: -(2n ** 70n) },
      [`${REQUEST}/example/serial`]: 2n ** 80n,
    },
    valid: [plant({ id: 2n ** 63n, serial: -(2n ** 70n) }), plant({ serial: 5 })],
    invalid: [
      [
        plant({ id: 2 ** 53, serial: -(2n ** 70n) - 1n }),
        'serial must be at least -1180591620717411303424',
        'id must be a bigint, because a number beyond 2^53 - 1 is not exact',
      ],
    ],
    types: 'const serial: number | bigint | undefined = ({} as AddPlantSuccess).serial',
  },
  {
    name: 'lists and objects',
    edit: {
      [`${OWN}/pots`]: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: {
          type: 'object',
          required: ['size'],
          properties: { size: { type: 'string' }, serial: { type: 'integer', format: 'int64' } },
          additionalProperties: false,
        },
      },
      [`${OWN}/place`]: { type: 'object', properties: { room: { type: 'string' } } },
      [`${OWN}/note`]: { type: ['string', 'null'] },
      [`${REQUEST}/example/pots`]: [{ size: 'S', serial: 9007199254740993n }],
      [`${REQUEST}/example/place`]: { room: 'kitchen' },
      [`${REQUEST}/example/note`]: null,
    },
    valid: [plant({ pots: [{ size: 'S', serial: 9007199254740993n }] })],
    invalid: [
      [plant({ pots: [] }), 'pots must have at least 1 item'],
      [plant({ pots: [1, {}] }), 'pots.0 must be an object', 'pots.1.size is required'],
      [plant({ pots: [{ size: 'S', a: 1 }] }), 'pots.0.a is not allowed'],
      [plant({ pots: { size: 'S' } }), 'pots must be an array'],
    ],
    types: "const p: AddPlantRequest = { id: 1, name: 'a', pots: [{ size: 'S', serial: 1n }] }",
  },
  {
    name: 'a success that is the whole request',
    edit: {
      [`${SUCCESS}/schema/$ref`]: '#/components/schemas/NewPlant',
      [`${SUCCESS}/example/id`]: 1,
    },
    valid: [
      plant({ id: 2n ** 63n - 1n }),
      plant({ id: -(2n ** 63n), name: '9223372036854775807' }),
    ],
    types: 'const id: number | bigint = ({} as AddPlantSuccess).id',
  },
]

describe.each(followed)('$name', async ({ edit, valid = [], invalid = [], contract = {} }) => {
  const built = await bundle(await generate(edit))

  test('the validators and the contract follow from the description', () => {
    const words = (request: object) =>
      built.issuesOfRequest(request).map(({ path, message }) => `${path.join('.')} ${message}`)
    for (const request of valid) expect([request, words(request)]).toEqual([request, []])
    for (const [request, ...issues] of invalid)
      expect([request, words(request)]).toEqual([request, issues])
    expect(built.contract).toMatchObject(contract)
  })

  test('the checks of the client and the mock follow from the description', async () => {
    await driveClient(built, {
      valid: [built.contract.requestExample, ...valid],
      invalid: invalid.map(([request]) => request),
    })
    await driveFailures(built)
  })

  test('the console and verify follow', () =>
    driveMock(built, { url: 'http://plants.test', ...built.createMockApp() }))
})

test('types follow from the description: those of every edit are, also for openapi-fetch', async () => {
  const files = await Promise.all(
    followed.map(async ({ edit, types = '' }) => writeUse(await generate(edit), types)),
  )
  expect(typeErrors(files)).toEqual([])
}, 120_000)

if (process.env.MODE === 'long')
  test.each(followed)('client and mock compile: $name', async ({ edit }) => {
    expect(projectErrors(await generate(edit))).toEqual([])
  })
