// What the mock does, in one list. The tests run it through every transport, and `verify` runs it
// against a real service: each rule says what of it is specified.
import type { Point } from './points.ts'
import type { Rule, RuleRequest } from './rule.ts'

const AUTHORIZED = { authorization: 'Bearer token' }
const JSON_TYPE = { ...AUTHORIZED, 'content-type': 'application/json' }

const plant = (body: NonNullable<RuleRequest['body']>): RuleRequest => ({
  headers: JSON_TYPE,
  body,
})
const MONSTERA = '{"id":1,"name":"Monstera"}'
const added = { status: 200, body: { json: { name: 'Monstera' } } }
const refused = (message: RegExp) => ({ status: 400, body: { message } })

const PASSES_THROUGH =
  'msw has a handler for the declared operation alone; other requests pass through'
const NOT_HANDLED = {
  'msw 3': PASSES_THROUGH,
  'msw 2': PASSES_THROUGH,
  browser: PASSES_THROUGH,
} as const

const valid: Rule[] = [
  ['a plant', MONSTERA, { name: 'Monstera' }],
  ['an id below 0', '{"id":-1,"name":"Monstera"}', { name: 'Monstera' }],
  ['an id past 2^53', '{"id":9007199254740993,"name":"Monstera"}', { name: 'Monstera' }],
  ['the top of int64', '{"id":9223372036854775807,"name":"Monstera"}', { name: 'Monstera' }],
  ['the bottom of int64', '{"id":-9223372036854775808,"name":"Monstera"}', { name: 'Monstera' }],
  // Insignificant in JSON (RFC 8259, section 2), and the body format is JSON.
  ['spaces around', ` \n\t${MONSTERA}\r\n`, { name: 'Monstera' }],
].map(([name, body, json]) => ({
  name: `200: ${name}`,
  specified: 'added',
  request: plant(body as string),
  response: { status: 200, body: { json } },
}))

/** Valid NewPlants that a service might refuse: bounds on name and tag and allowed tags are not shown. */
const boundless: Rule[] = [
  ['a tag', '{"id":1,"name":"Monstera","tag":"tropical"}', { name: 'Monstera', tag: 'tropical' }],
  ['an empty name and tag', '{"id":1,"name":"","tag":""}', { name: '', tag: '' }],
  ['a short name', '{"id":1,"name":"a"}', { name: 'a' }],
  [
    'any Unicode',
    '{"id":1,"name":"\u{1FAB4} \\u0000 \\ud83e\\udeb4"}',
    { name: '\u{1FAB4} \0 \u{1FAB4}' },
  ],
].map(([name, body, json]) => ({
  name: `200: ${name}`,
  specified: 'added',
  unspecified: 'bounds',
  request: plant(body as string),
  response: { status: 200, body: { json } },
}))

const zero: Rule[] = [
  ['an id of 0', '{"id":0,"name":"Monstera"}'],
  ['an id of -0', '{"id":-0,"name":"Monstera"}', 'integers'],
].map(([name, body, unspecified]) => ({
  name: `200: ${name}`,
  ...(unspecified ? { unspecified: unspecified as Point } : { specified: 'added' }),
  skipped: 'the next run would use the same id',
  request: plant(body as string),
  response: added,
}))

const EXHAUSTING = 'such nesting exhausts the stack of some parsers'

const alsoValid: Rule[] = [
  ['integers', 'an id of 1.0', '{"id":1.0,"name":"Monstera"}'],
  ['integers', 'an id of 1e3', '{"id":1e3,"name":"Monstera"}'],
  ['properties', 'an unknown property', '{"id":1,"name":"Monstera","height":3}'],
  [
    'properties',
    'the properties __proto__ and constructor',
    '{"id":1,"name":"Monstera","__proto__":{"tag":"x"},"constructor":1}',
  ],
  ['json', 'two equal keys, the last one right', '{"id":1,"name":1,"name":"Monstera"}'],
  ['json', 'a byte order mark', `\u{FEFF}${MONSTERA}`],
  [
    'sizes',
    '50,000 levels in an unknown property, with a long number',
    `{"id":9007199254740993,"name":"Monstera","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    EXHAUSTING,
  ],
  ['sizes', '900,000 spaces', ' '.repeat(900_000) + MONSTERA],
].map(([unspecified, name, body, skipped]) => ({
  name: `200: ${name}`,
  unspecified: unspecified as Point,
  ...(skipped && { skipped }),
  request: plant(body as string),
  response: added,
}))

const missing: Rule[] = [
  ['name is missing', '{"id":1}', /^Not a plant: \/name is required$/],
  ['id is missing', '{"name":"a"}', /^Not a plant: \/id is required$/],
].map(([name, body, message]) => ({
  name: `400: ${name}`,
  unspecified: 'missing',
  request: plant(body as string),
  response: refused(message as RegExp),
}))

const invalid: Rule[] = [
  ['name is not a string', '{"id":1,"name":null}', /\/name must be string/],
  ['tag is not a string', '{"id":1,"name":"a","tag":null}', /\/tag must be string/],
  ['id is a string', '{"id":"1","name":"a"}', /\/id must be an int64/],
  ['id is not an integer', '{"id":1.5,"name":"a"}', /\/id must be an int64/],
  [
    'id is just not an integer',
    '{"id":1.00000000000000000001,"name":"a"}',
    /\/id must be an int64/,
  ],
  ['id is above int64', '{"id":9223372036854775808,"name":"a"}', /\/id must be an int64/],
  ['id is below int64', '{"id":-9223372036854775809,"name":"a"}', /\/id must be an int64/],
  ['id is 1e400', '{"id":1e400,"name":"a"}', /\/id must be an int64/],
  ['the body is an array', '[]', /the body must be object/],
  ['the body is null', 'null', /the body must be object/],
  [
    '__proto__ lends no field, next to a long number',
    '{"id":9007199254740993,"__proto__":{"name":"a"}}',
    /^Not a plant: \/name is required$/,
  ],
  [
    'every wrong field is named at once',
    '{"name":1,"tag":2}',
    /\/id is required, \/name .*, \/tag /,
  ],
].map(([name, body, message]) => ({
  name: `400: ${name}`,
  unspecified: 'invalid',
  request: plant(body as string),
  response: refused(message as RegExp),
}))

const unreadable: Rule[] = [
  ['there is no body', '', /not JSON: .* at position 0$/],
  ['JSON is cut off', '{"id":1,', /not JSON: .* the end at position 8$/],
  ['JSON has a comma too many', '{"id":1,}', /not JSON: .* "}" at position 8$/],
  ['a string has a line break', '{"id":1,"name":"a\nb"}', /not JSON: .* at position 17$/],
  ['a number begins with 0', '{"id":01}', /not JSON: .* at position 7$/],
  ['something follows', `${MONSTERA}!`, /not JSON: expected the end but got "!" at position 26$/],
  ['nesting never ends', '['.repeat(100_000), /not JSON: .* at position 100000$/, EXHAUSTING],
  [
    'the body is not UTF-8',
    Uint8Array.from([...new TextEncoder().encode('{"id":1,"name":"'), 0xff, 0x22, 0x7d]),
    /not UTF-8 at byte 16$/,
  ],
].map(([name, body, message, skipped]) => ({
  name: `400: ${name}`,
  unspecified: 'json',
  ...(skipped && { skipped: skipped as string }),
  request: plant(body as string),
  response: refused(message as RegExp),
}))

const PLANT = { body: MONSTERA }
const json = (headers: Record<string, string>): RuleRequest => ({
  ...PLANT,
  headers: { 'content-type': 'application/json', ...headers },
})
const challenge = (rest: string) => ({
  'www-authenticate': new RegExp(`^Bearer realm="[^"]+"${rest}$`),
})
const NO_ERROR = challenge('')
const INVALID_TOKEN = challenge(', error="invalid_token", error_description="[^"]+"')
const INVALID_REQUEST = challenge(', error="invalid_request", error_description="[^"]+"')

const authentication: Rule[] = [
  ['401: no credentials', {}, 401, NO_ERROR],
  ['401: another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 401, NO_ERROR],
  ['400: no token', { authorization: 'Bearer' }, 400, INVALID_REQUEST],
].map(([name, headers, status, challenged]) => ({
  name: name as string,
  specified: 'not added',
  unspecified: 'token',
  request: json(headers as Record<string, string>),
  response: {
    status: status as number,
    headers: challenged as Record<string, RegExp>,
    body: { message: /./ },
  },
}))

const malformed: Rule[] = [
  ['not a b64token', 'Bearer to,ken'],
  ['two tokens', 'Bearer one two'],
  ['padding in the middle', 'Bearer a=b'],
].map(([name, authorization = '']) => ({
  name: `400: ${name}`,
  unspecified: 'token',
  request: json({ authorization }),
  response: { status: 400, headers: INVALID_REQUEST, body: { message: /./ } },
}))

const tokens: Rule[] = [
  ['token', 'Bearer AZaz09-._~+/=='], // a real service has issued no such token
  ['scheme', 'bearer token'],
  ['scheme', 'BEARER token'],
  ['scheme', 'Bearer   token'],
].map(([unspecified, authorization = '']) => ({
  name: `200: Authorization: ${authorization}`,
  unspecified: unspecified as Point,
  request: json({ authorization }),
  response: added,
}))

const mediaTypes: Rule[] = [
  ...['application/json; charset=utf-8', 'Application/JSON', 'application/json;'].map(
    (type): Rule => ({
      name: `200: Content-Type: ${type}`,
      unspecified: 'mediaTypes',
      request: json({ ...AUTHORIZED, 'content-type': type }),
      response: added,
    }),
  ),
  ...['text/plain', 'application/jsonp', 'application/problem+json', 'json'].map(
    (type): Rule => ({
      name: `415: Content-Type: ${type}`,
      unspecified: 'mediaTypes',
      request: json({ ...AUTHORIZED, 'content-type': type }),
      response: {
        status: 415,
        headers: { accept: 'application/json' },
        body: { message: /^Content-Type must be application\/json/ },
      },
    }),
  ),
  {
    name: '415: no Content-Type',
    unspecified: 'mediaTypes',
    request: { headers: AUTHORIZED, body: new TextEncoder().encode(MONSTERA) },
    response: {
      status: 415,
      headers: { accept: 'application/json' },
      body: { message: /missing/ },
    },
  },
  {
    name: '415: a coded body',
    unspecified: 'mediaTypes',
    request: json({ ...AUTHORIZED, 'content-encoding': 'gzip' }),
    response: {
      status: 415,
      headers: { 'accept-encoding': 'identity' },
      body: { message: /gzip/ },
    },
  },
]

const order: Rule[] = [
  {
    name: '401: no credentials, and text/plain',
    specified: 'not added',
    unspecified: 'token',
    request: { headers: { 'content-type': 'text/plain' }, body: '!' },
    response: { status: 401, body: { message: /Authorization/ } },
  },
  {
    name: 'the media type is checked before the size',
    options: { maxBodyBytes: 1 },
    request: { headers: { ...AUTHORIZED, 'content-type': 'text/plain' }, body: '!!' },
    response: { status: 415, body: { message: /./ } },
  },
  {
    name: 'the size is checked before the JSON',
    options: { maxBodyBytes: 1 },
    request: plant('!!'),
    response: { status: 413, body: { message: /1 bytes/ } },
  },
]

const policies: Rule[] = [
  {
    name: '200: an id that already exists',
    unspecified: 'duplicates',
    before: [plant(MONSTERA)],
    request: plant(MONSTERA),
    response: added,
  },
  {
    name: '400: an id that already exists in another form, if duplicates are rejected',
    options: { duplicateIds: 'reject' },
    before: [plant(MONSTERA)],
    request: plant('{"id":1.0,"name":"Ficus"}'),
    response: refused(/^A plant with the id 1 already exists$/),
  },
  {
    name: '200: two ids past 2^53 that differ by 1',
    specified: 'added',
    options: { duplicateIds: 'reject' },
    before: [plant('{"id":9007199254740992,"name":"Monstera"}')],
    request: plant('{"id":9007199254740993,"name":"Monstera"}'),
    response: added,
  },
  {
    name: '401: a token that is not accepted',
    options: { accessTokens: ['one'] },
    request: json({ authorization: 'Bearer One' }),
    response: { status: 401, headers: INVALID_TOKEN, body: { message: /^(?!.*One)/ } },
  },
  {
    name: '200: a body of exactly the maximum size',
    options: { maxBodyBytes: MONSTERA.length },
    request: plant(MONSTERA),
    response: added,
  },
  {
    name: '413: a body of one byte more',
    options: { maxBodyBytes: MONSTERA.length - 1 },
    request: plant(MONSTERA),
    response: { status: 413, body: { message: /must not be longer than 25 bytes/ } },
  },
]

const operations: Rule[] = [
  ...['/plant', '/plants/1', '/plants/', '/Plants'].map(
    (path): Rule => ({
      name: `404: ${path}`,
      unspecified: 'operations',
      request: { ...plant(MONSTERA), path },
      response: {
        status: 404,
        body: { message: /: send POST to \/plants under the base address$/ },
      },
      except: NOT_HANDLED,
    }),
  ),
  ...['GET', 'PUT', 'DELETE', 'PATCH'].map(
    (method): Rule => ({
      name: `405: ${method}`,
      unspecified: 'operations',
      ...(method !== 'GET' && { skipped: 'it might change or delete plants' }),
      request: { method },
      response: {
        status: 405,
        headers: { allow: 'POST, OPTIONS' },
        body: { message: /is not allowed on \/plants: send POST$/ },
      },
      except: NOT_HANDLED,
    }),
  ),
  {
    name: '405: HEAD, without a body',
    unspecified: 'operations',
    request: { method: 'HEAD' },
    response: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: { text: '' } },
    except: NOT_HANDLED,
  },
  {
    name: '204: a preflight',
    unspecified: 'origins',
    request: {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    },
    response: {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': /Authorization/,
      },
      body: { text: '' },
    },
    except: NOT_HANDLED,
  },
  {
    name: '200: /plants?season=spring',
    unspecified: 'operations',
    request: { ...plant(MONSTERA), path: '/plants?season=spring' },
    response: added,
  },
  {
    name: '401: no credentials, from a page',
    unspecified: 'origins',
    request: { headers: { origin: 'https://shop.example' } },
    response: {
      status: 401,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': /WWW-Authenticate.*Retry-After/,
      },
      body: { message: /./ },
    },
  },
]

/** The rules, in the order of the checks that they test. */
export const rules: readonly Rule[] = [
  ...operations,
  ...authentication,
  ...malformed,
  ...tokens,
  ...mediaTypes,
  ...order,
  ...unreadable,
  ...missing,
  ...invalid,
  ...valid,
  ...boundless,
  ...zero,
  ...alsoValid,
  ...policies,
]
