import type { Refused } from './edit.ts'
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

const at = (pointer: string) => `at #${pointer}:`
const json = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** Each kind of edit that the generator refuses, and what it says. */
export const refused: readonly Refused[] = [
  // The operation
  {
    name: 'a query parameter',
    set: { [`${POST}/parameters`]: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }] },
    problems: [`parameters ${at(`${POST}/parameters`)}`],
  },
  {
    name: 'a header parameter on the path item',
    set: { '/paths/~1plants/parameters': [{ name: 'X-A', in: 'header', schema: {} }] },
    problems: [`parameters ${at('/paths/~1plants/parameters')}`],
  },
  {
    name: 'a path parameter',
    text: source => source.replace('/plants:', '/stores/{store}/plants:'),
    problems: ['/stores/{store}/plants at #/paths/~1stores~1{store}~1plants:'],
  },
  {
    name: 'a path with a query',
    text: source => source.replace('/plants:', '/plants?x=1:'),
    problems: ['/plants?x=1 at #/paths/~1plants?x=1:'],
  },
  {
    name: 'the path of the mock control',
    text: source => source.replace('/plants:', '/__mock:'),
    problems: ['/__mock at #/paths/~1__mock:'],
  },
  {
    name: 'a second method',
    set: { '/paths/~1plants/get': { responses: { 200: { description: 'All' } } } },
    problems: [`get ${at('/paths/~1plants/get')}`],
  },
  {
    name: 'a second path',
    set: { '/paths/~1trees': { post: { responses: {} } } },
    problems: [`/trees ${at('/paths/~1trees')}`],
  },
  {
    name: 'no operation',
    set: { '/paths/~1plants/post': undefined },
    problems: ['paths at #/paths/~1plants:'],
  },
  {
    name: 'a webhook',
    set: { '/webhooks': { planted: { post: {} } } },
    problems: ['webhooks at #/webhooks:'],
  },
  {
    name: 'a callback',
    set: { [`${POST}/callbacks`]: { done: {} } },
    problems: [`callbacks ${at(`${POST}/callbacks`)}`],
  },
  {
    name: 'servers of the path item',
    set: { '/paths/~1plants/servers': [{ url: 'https://plants.example.com' }] },
    problems: [`servers ${at('/paths/~1plants/servers')}`],
  },
  {
    name: 'get with a body',
    text: source => source.replace('    post:', '    get:'),
    problems: ['get at #/paths/~1plants/get:'],
  },
  {
    name: 'a misspelt member of the operation',
    set: { [`${POST}/requestbody`]: {} },
    problems: [`requestbody ${at(`${POST}/requestbody`)}`],
  },
  // Security
  {
    name: 'no security',
    set: { '/security': undefined },
    problems: ['security at #/security:'],
  },
  {
    name: 'security that is optional',
    set: { '/security': [{ bearerAuth: [] }, {}] },
    problems: ['security at #/security:'],
  },
  {
    name: 'no security on the operation',
    set: { [`${POST}/security`]: [] },
    problems: [`security ${at(`${POST}/security`)}`],
  },
  {
    name: 'basic authentication',
    set: { '/components/securitySchemes/bearerAuth/scheme': 'basic' },
    problems: [`scheme ${at('/components/securitySchemes/bearerAuth/scheme')}`],
  },
  {
    name: 'an API key',
    set: { '/components/securitySchemes/bearerAuth': { type: 'apiKey', in: 'header', name: 'k' } },
    problems: [`type ${at('/components/securitySchemes/bearerAuth/type')}`],
  },
  {
    name: 'two schemes at once',
    set: {
      '/components/securitySchemes/key': { type: 'apiKey', in: 'header', name: 'k' },
      '/security': [{ bearerAuth: [], key: [] }],
    },
    problems: ['security at #/security:'],
  },
  {
    name: 'a scheme that is not there',
    set: { '/security': [{ bearer: [] }] },
    problems: ['security at #/security/0/bearer:'],
  },
  // The request
  {
    name: 'no request body',
    set: { [`${POST}/requestBody`]: undefined },
    problems: [`requestBody ${at(`${POST}/requestBody`)}`],
  },
  {
    name: 'a request body that may be left out',
    set: { [`${POST}/requestBody/required`]: false },
    problems: [`required ${at(`${POST}/requestBody/required`)}`],
  },
  {
    name: 'a second request media type',
    set: { [`${POST}/requestBody/content/multipart~1form-data`]: { schema: {} } },
    problems: [`multipart/form-data ${at(`${POST}/requestBody/content/multipart~1form-data`)}`],
  },
  {
    name: 'a request without a schema',
    set: { [`${REQUEST}/schema`]: undefined },
    problems: [`schema ${at(`${REQUEST}/schema`)}`],
  },
  {
    name: 'a request that is a list',
    set: { [`${REQUEST}/schema`]: { type: 'array', items: { type: 'string' } } },
    problems: [`type ${at(`${REQUEST}/schema`)}`],
  },
  {
    name: 'a request that may be null',
    set: { [`${REQUEST}/schema`]: { type: ['object', 'null'], properties: {} } },
    problems: [`type ${at(`${REQUEST}/schema`)}`],
  },
  {
    name: 'a request without an id',
    set: { [NEW_PLANT]: { type: 'object' } },
    problems: ['id at #/components/schemas/NewPlant: the request needs a field id'],
  },
  {
    name: 'an id that may be left out',
    set: { [`${NEW_PLANT}/required`]: undefined },
    problems: [`id ${at(ID)}`],
  },
  {
    name: 'an id that is text',
    set: { [ID]: { type: 'string' } },
    problems: [`type ${at(`${ID}/type`)}`],
  },
  {
    name: 'a field in some cases only',
    set: { [`${PLANT}/oneOf`]: [{ properties: { colour: { type: 'string' } } }, {}] },
    problems: [`colour ${at(`${PLANT}/oneOf/0/properties/colour`)} the request`, 'the success has'],
  },
  {
    name: 'a request that nothing can be',
    set: { [`${PLANT}/additionalProperties`]: false },
    problems: ['example at #/components/schemas/NewPlant: no valid request was found'],
  },
  {
    name: 'a field that nothing can be',
    set: { [`${ID}/minimum`]: 8, [`${ID}/maximum`]: 7 },
    problems: [/^example at #.* There is no value for id$/],
  },
  // The responses
  {
    name: 'a second success',
    set: { [`${POST}/responses/201`]: { description: 'Made', content: json } },
    problems: [`201 ${at(`${POST}/responses/201`)}`],
  },
  {
    name: 'a success without a body',
    set: {
      [`${POST}/responses/200`]: undefined,
      [`${POST}/responses/204`]: { description: 'Done' },
    },
    problems: [`content ${at(`${POST}/responses/204/content`)}`, 'must describe one success'],
  },
  {
    name: 'a range of successes',
    text: source => source.replace('"200"', '"2XX"'),
    problems: [`2XX ${at(`${POST}/responses/2XX`)}`],
  },
  {
    name: 'no error',
    set: { [`${POST}/responses/400`]: undefined },
    problems: [`responses ${at(`${POST}/responses`)}`],
  },
  {
    name: 'an error without a body',
    set: { [`${POST}/responses/304`]: { description: 'Same', content: json } },
    problems: [`304 ${at(`${POST}/responses/304`)} must be a status whose response has a body`],
  },
  {
    name: 'a status that is none',
    set: { [`${POST}/responses/600`]: { description: 'No', content: json } },
    problems: [`600 ${at(`${POST}/responses/600`)}`],
  },
  {
    name: 'an error of another shape',
    set: {
      [`${POST}/responses/404`]: {
        description: 'No',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
    problems: [`404 ${at(`${POST}/responses/404`)}`],
  },
  {
    name: 'a success in XML',
    set: {
      [`${POST}/responses/200/content`]: { 'application/xml': { schema: { type: 'object' } } },
    },
    problems: [`application/xml ${at(`${POST}/responses/200/content/application~1xml`)}`],
  },
  {
    name: 'an error as text',
    set: { [`${POST}/responses/400/content`]: { 'text/plain': { schema: { type: 'string' } } } },
    problems: [
      `text/plain ${at(`${POST}/responses/400/content/text~1plain`)}`,
      `type ${at(`${POST}/responses/400/content/text~1plain/schema`)}`,
    ],
  },
  {
    name: 'a second response media type',
    set: { [`${POST}/responses/200/content/text~1plain`]: { schema: { type: 'string' } } },
    problems: [`text/plain ${at(`${POST}/responses/200/content/text~1plain`)}`],
  },
  {
    name: 'a response header',
    set: { [`${POST}/responses/200/headers`]: { 'X-A': { schema: { type: 'string' } } } },
    problems: [`headers ${at(`${POST}/responses/200/headers`)}`],
  },
  {
    name: 'a success that is text',
    set: { [`${SUCCESS}/schema`]: { type: 'string' } },
    problems: [`type ${at(`${SUCCESS}/schema`)}`],
  },
  {
    name: 'a success with a field that no request has',
    set: {
      [`${SUCCESS}/schema`]: {
        type: 'object',
        required: ['created'],
        properties: { created: { type: 'string' } },
      },
    },
    problems: [`created ${at(`${SUCCESS}/schema/properties/created`)}`],
  },
  {
    name: 'a success that is stricter than the request',
    set: {
      [`${SUCCESS}/schema`]: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 3 } },
      },
    },
    problems: [`maxLength ${at(`${SUCCESS}/schema/properties/name/maxLength`)}`],
  },
  {
    name: 'a success that nothing can be',
    set: {
      [`${SUCCESS}/schema`]: { allOf: [{ $ref: '#/components/schemas/Plant' }, false] },
    },
    problems: [`false schema ${at(`${SUCCESS}/schema`)} the mock's 200 would break it`],
  },
  {
    name: 'a success with more properties than the mock gives',
    set: { [`${SUCCESS}/schema`]: { $ref: '#/components/schemas/Plant', minProperties: 2 } },
    problems: ['minProperties at #'],
  },
  // Errors that the mock cannot make
  {
    name: 'an error without text',
    set: { [ERROR]: { type: 'object', properties: { error: { type: 'integer' } } } },
    problems: [`properties ${at(ERROR)}`],
  },
  {
    name: 'an error with a further required field',
    set: {
      [`${ERROR}/required`]: ['error', 'message', 'trace'],
      [`${ERROR}/properties/trace`]: { type: 'string' },
    },
    problems: [`trace ${at(`${ERROR}/properties/trace`)}`],
  },
  {
    name: 'an error number below the statuses',
    set: { [`${ERROR}/properties/error/maximum`]: 499 },
    problems: [`maximum ${at(`${ERROR}/properties/error/maximum`)}`],
  },
  {
    name: 'an error text of a few letters',
    set: { [`${ERROR}/properties/message/maxLength`]: 10 },
    problems: [`maxLength ${at(`${ERROR}/properties/message/maxLength`)}`],
  },
  {
    name: 'an error text out of a list',
    set: { [`${ERROR}/properties/message/enum`]: ['bad', 'worse'] },
    problems: [`enum ${at(`${ERROR}/properties/message/enum`)}`],
  },
  {
    name: 'an error that is text',
    set: { [`${FAILURE}/schema`]: { type: 'string' } },
    problems: [`type ${at(`${FAILURE}/schema`)}`],
  },
  // Schemas
  {
    name: 'readOnly',
    set: { [`${NAME}/readOnly`]: true },
    problems: [`readOnly ${at(`${NAME}/readOnly`)}`],
  },
  {
    name: 'writeOnly',
    set: { [`${ID}/writeOnly`]: true },
    problems: [`writeOnly ${at(`${ID}/writeOnly`)}`],
  },
  {
    name: 'format: int64 on text',
    set: { [`${NAME}/format`]: 'int64' },
    problems: [`format ${at(`${NAME}/format`)} int64 needs type: integer`],
  },
  {
    name: 'format: int64 on a number',
    set: { [ID]: { type: 'number', format: 'int64' } },
    problems: [`format ${at(`${ID}/format`)} int64 needs type: integer`],
  },
  {
    name: 'a format of integers that is unknown',
    set: { [`${ID}/format`]: 'uint64' },
    problems: [`format ${at(`${ID}/format`)} uint64 is not supported`],
  },
  {
    name: 'recursion',
    set: { [`${PLANT}/properties/parent`]: { $ref: '#/components/schemas/Plant' } },
    problems: [`$ref ${at(PLANT)} a schema that contains itself`],
  },
  {
    name: 'recursion of references alone',
    set: { [TAG]: { $ref: `#${TAG}` } },
    problems: [`$ref ${at(TAG)} a schema that contains itself`],
  },
  {
    name: 'a reference that leads nowhere',
    set: { [`${SUCCESS}/schema/$ref`]: '#/components/schemas/Plnat' },
    problems: [`$ref ${at(`${SUCCESS}/schema/$ref`)} leads nowhere: #/components/schemas/Plnat`],
  },
  {
    name: 'a reference into another file',
    set: { [`${SUCCESS}/schema/$ref`]: 'plant.yaml' },
    problems: [`$ref ${at(`${SUCCESS}/schema/$ref`)} must lead into this file`],
  },
  {
    name: 'an invalid pattern',
    set: { [`${NAME}/pattern`]: '(' },
    problems: [`pattern ${at(`${NAME}/pattern`)} Invalid regular expression`],
  },
  {
    name: 'an invalid pattern of property names',
    set: { [`${PLANT}/patternProperties`]: { '[': {} } },
    problems: [`patternProperties ${at(`${PLANT}/patternProperties`)} Invalid regular expression`],
  },
  {
    name: 'a misspelt keyword',
    set: { [`${NAME}/maxLenght`]: 5 },
    problems: [`maxLenght ${at(`${NAME}/maxLenght`)}`],
  },
  {
    name: 'nullable in OpenAPI 3.1',
    set: { [`${TAG}/nullable`]: true },
    problems: [
      `nullable ${at(`${TAG}/nullable`)} is not a keyword of OpenAPI 3.1: add 'null' to type`,
    ],
  },
  {
    name: 'a keyword of 3.1 in OpenAPI 3.0',
    set: { '/openapi': '3.0.3', [`${TAG}/const`]: 'a' },
    problems: [`const ${at(`${TAG}/const`)}`],
  },
  {
    name: 'something beside $ref in OpenAPI 3.0',
    set: {
      '/openapi': '3.0.3',
      [own('pot')]: { $ref: `#${NAME}`, maxLength: 3 },
    },
    problems: [`maxLength ${at(`${own('pot')}/maxLength`)} has no effect beside $ref`],
  },
  {
    name: 'a dynamic reference',
    set: { [`${TAG}/$dynamicRef`]: '#plant' },
    problems: [`$dynamicRef ${at(`${TAG}/$dynamicRef`)}`],
  },
  {
    name: 'keywords with values of the wrong kind',
    set: {
      [`${NAME}/minLength`]: '5',
      [`${NAME}/maxLength`]: -1,
      [`${TAG}/enum`]: [],
      [`${TAG}/type`]: 'text',
      [`${ID}/multipleOf`]: 0,
      [`${PLANT}/required`]: 'name',
      [`${PLANT}/anyOf`]: [],
      [own('pot')]: 'string',
    },
    problems: [
      `required ${at(`${PLANT}/required`)}`,
      `minLength ${at(`${NAME}/minLength`)}`,
      `maxLength ${at(`${NAME}/maxLength`)}`,
      `type ${at(`${TAG}/type`)}`,
      `enum ${at(`${TAG}/enum`)}`,
      `anyOf ${at(`${PLANT}/anyOf`)}`,
      `multipleOf ${at(`${ID}/multipleOf`)}`,
      `pot ${at(own('pot'))} must be a schema`,
    ],
  },
  {
    name: 'several problems of all kinds',
    set: {
      [`${POST}/parameters`]: [{ name: 'dry', in: 'query' }],
      '/components/securitySchemes/bearerAuth/scheme': 'digest',
      [`${NAME}/readOnly`]: true,
      [`${POST}/responses/201`]: { description: 'Made', content: json },
      [`${ERROR}/properties/error/maximum`]: 499,
    },
    problems: [
      `parameters ${at(`${POST}/parameters`)}`,
      `scheme ${at('/components/securitySchemes/bearerAuth/scheme')}`,
      `readOnly ${at(`${NAME}/readOnly`)}`,
      `201 ${at(`${POST}/responses/201`)}`,
      `maximum ${at(`${ERROR}/properties/error/maximum`)}`,
    ],
  },
  // The file
  {
    name: 'YAML that is none',
    text: source => source.replace('title: Plant', 'title: @Plant'),
    problems: [/^openapi\.yaml:\d+:\d+: Plain value cannot start with reserved character @$/],
  },
  {
    name: 'a key twice',
    text: source => source.replace('paths:', 'info: {}\npaths:'),
    problems: [/^openapi\.yaml:\d+:\d+: Map keys must be unique$/],
  },
  {
    name: 'a second document',
    text: source => `${source}---\nopenapi: 3.1.0\n`,
    problems: [/^openapi\.yaml:\d+:1: A second document begins here, and only one is read$/],
  },
  { name: 'an empty file', text: () => '', problems: ['openapi at #: the file must be an object'] },
  {
    name: 'an alias that contains itself',
    set: { [own('pot')]: 'POT' },
    text: source => source.replace('pot: POT', 'pot: &pot { properties: { pot: *pot } }'),
    problems: ['openapi.yaml: an alias contains itself'],
  },
  {
    name: 'a bound that cannot be read exactly',
    set: { [`${ID}/maximum`]: 'MAXIMUM' },
    text: source => source.replace('maximum: MAXIMUM', 'maximum: .inf'),
    problems: [`maximum ${at(`${ID}/maximum`)} .inf cannot be read exactly`],
  },
  ...['4503599627370497.3', '9007199254740993.5', '2251799813685248.3', '1e-400', '.nan'].map(
    (literal): Refused => ({
      name: `${literal}, which a number does not hold`,
      set: { [own('height')]: { type: 'number', enum: [1, 'LITERAL'] } },
      text: source => source.replace('LITERAL', literal),
      problems: [`enum ${at(`${own('height')}/enum`)} ${literal} cannot be read exactly`],
    }),
  ),
  {
    name: 'an example with digits that a number does not hold',
    set: { [`${REQUEST}/example/height`]: 'HEIGHT' },
    text: source => source.replace('HEIGHT', '0.30000000000000001'),
    problems: [`example ${at(REQUEST)} 0.30000000000000001 cannot be read exactly`],
  },
  {
    name: 'Swagger 2.0',
    set: { '/openapi': undefined, '/swagger': '2.0' },
    problems: ['openapi at #/openapi: must be 3.0.x or 3.1.x'],
  },
  { name: 'OpenAPI 3.2', set: { '/openapi': '3.2.0' }, problems: ['openapi at #/openapi:'] },
  {
    name: 'another dialect of JSON Schema',
    set: { '/jsonSchemaDialect': 'http://json-schema.org/draft-07/schema#' },
    problems: ['jsonSchemaDialect at #/jsonSchemaDialect:'],
  },
]
