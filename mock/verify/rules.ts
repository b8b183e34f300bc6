// Everything that the mock answers, in one list: every runner of every door holds itself against it.
import type { Rule, RuleRequest } from './rule.ts'

const ids = (...parts: string[]) => parts.join('')
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
  'msw is given a handler for the declared operation alone; other requests pass through'
const NOT_HANDLED = {
  'msw 3': PASSES_THROUGH,
  'msw 2': PASSES_THROUGH,
  browser: PASSES_THROUGH,
} as const

const valid: Rule[] = [
  ['a plant', MONSTERA, { name: 'Monstera' }],
  ['a tag comes back', '{"id":1,"name":"a","tag":"b"}', { name: 'a', tag: 'b' }],
  ['an empty name and tag', '{"id":1,"name":"","tag":""}', { name: '', tag: '' }],
  [
    'any Unicode',
    '{"id":1,"name":"\u{1FAB4} \\u0000 \\ud83e\\udeb4"}',
    { name: '\u{1FAB4} \0 \u{1FAB4}' },
  ],
  ['an id of 0', '{"id":0,"name":"a"}', { name: 'a' }],
  ['an id below 0', '{"id":-1,"name":"a"}', { name: 'a' }],
  ['the id 2^53 + 1', '{"id":9007199254740993,"name":"a"}', { name: 'a' }],
  ['the largest int64', '{"id":9223372036854775807,"name":"a"}', { name: 'a' }],
  ['the smallest int64', '{"id":-9223372036854775808,"name":"a"}', { name: 'a' }],
].map(([name, body, json]) => ({
  name: `200: ${name}`,
  source: 'service.md',
  request: plant(body as string),
  answer: { status: 200, body: { json } },
}))

const alsoValid: Rule[] = [
  ['1.0 is an integer', '{"id":1.0,"name":"Monstera"}'],
  ['1e3 is an integer', '{"id":1e3,"name":"Monstera"}'],
  ['-0 is an integer', '{"id":-0,"name":"Monstera"}'],
  ['unknown properties are dropped', '{"id":1,"name":"Monstera","height":3}'],
  ['__proto__ is data', '{"id":1,"name":"Monstera","__proto__":{"tag":"x"},"constructor":1}'],
  ['the last of two equal keys counts', '{"id":1,"name":1,"name":"Monstera"}'],
  ['spaces around', ` \n\t${MONSTERA}\r\n`],
  ['a byte order mark', `\u{FEFF}${MONSTERA}`],
  [
    'nested deeply, with a long number',
    ids(
      '{"id":9007199254740993,"name":"Monstera","x":',
      '['.repeat(50_000),
      ']'.repeat(50_000),
      '}',
    ),
  ],
  ['hundreds of thousands of spaces', ' '.repeat(900_000) + MONSTERA],
].map(([name, body]) => ({
  name: `200: ${name}`,
  source: 'design',
  request: plant(body as string),
  answer: added,
}))

const invalid: Rule[] = [
  ['name is missing', '{"id":1}', /^Not a plant: \/name is required$/],
  ['id is missing', '{"name":"a"}', /^Not a plant: \/id is required$/],
  ['name is not a string', '{"id":1,"name":null}', /\/name must be string/],
  ['tag is not a string', '{"id":1,"name":"a","tag":null}', /\/tag must be string/],
  ['id is a string', '{"id":"1","name":"a"}', /\/id must be an int64/],
  ['id is not an integer', '{"id":1.5,"name":"a"}', /\/id must be an int64/],
  [
    'id is just not an integer',
    '{"id":1.00000000000000000001,"name":"a"}',
    /\/id must be an int64/,
  ],
  ['id is 2^63', '{"id":9223372036854775808,"name":"a"}', /\/id must be an int64/],
  ['id is -2^63 - 1', '{"id":-9223372036854775809,"name":"a"}', /\/id must be an int64/],
  ['id is 1e400', '{"id":1e400,"name":"a"}', /\/id must be an int64/],
  ['the body is an array', '[]', /the body must be object/],
  ['the body is null', 'null', /the body must be object/],
].map(([name, body, message]) => ({
  name: `400: ${name}`,
  source: 'service.md',
  request: plant(body as string),
  answer: refused(message as RegExp),
}))

const unreadable: Rule[] = [
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
  ['there is no body', '', /not JSON: .* at position 0$/],
  ['JSON is cut off', '{"id":1,', /not JSON: .* the end at position 8$/],
  ['JSON has a comma too many', '{"id":1,}', /not JSON: .* "}" at position 8$/],
  ['a string has a line break', '{"id":1,"name":"a\nb"}', /not JSON: .* at position 17$/],
  ['a number begins with 0', '{"id":01}', /not JSON: .* at position 7$/],
  ['something follows', `${MONSTERA}!`, /not JSON: expected the end but got "!" at position 26$/],
  ['nesting never ends', '['.repeat(100_000), /not JSON: .* at position 100000$/],
  [
    'the body is not UTF-8',
    Uint8Array.from([...new TextEncoder().encode('{"id":1,"name":"'), 0xff, 0x22, 0x7d]),
    /not UTF-8 at byte 16$/,
  ],
].map(([name, body, message]) => ({
  name: `400: ${name}`,
  source: 'design',
  request: plant(body as string),
  answer: refused(message as RegExp),
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
  ['400: not a b64token', { authorization: 'Bearer to,ken' }, 400, INVALID_REQUEST],
  ['400: two tokens', { authorization: 'Bearer one two' }, 400, INVALID_REQUEST],
  ['400: padding in the middle', { authorization: 'Bearer a=b' }, 400, INVALID_REQUEST],
].map(([name, headers, status, challenged]) => ({
  name: name as string,
  source: 'design',
  request: json(headers as Record<string, string>),
  answer: {
    status: status as number,
    headers: challenged as Record<string, RegExp>,
    body: { message: /./ },
  },
}))

const tokens: Rule[] = [
  'Bearer AZaz09-._~+/==',
  'bearer token',
  'BEARER token',
  'Bearer   token',
].map(authorization => ({
  name: `200: Authorization: ${authorization}`,
  source: 'design',
  request: json({ authorization }),
  answer: added,
}))

const mediaTypes: Rule[] = [
  ...['application/json; charset=utf-8', 'Application/JSON', 'application/json;'].map(
    (type): Rule => ({
      name: `200: Content-Type: ${type}`,
      source: 'design',
      request: json({ ...AUTHORIZED, 'content-type': type }),
      answer: added,
    }),
  ),
  ...['text/plain', 'application/jsonp', 'application/problem+json', 'json'].map(
    (type): Rule => ({
      name: `415: Content-Type: ${type}`,
      source: 'design',
      request: json({ ...AUTHORIZED, 'content-type': type }),
      answer: {
        status: 415,
        headers: { accept: 'application/json' },
        body: { message: /^Content-Type must be application\/json/ },
      },
    }),
  ),
  {
    name: '415: no Content-Type',
    source: 'design',
    request: { headers: AUTHORIZED, body: new TextEncoder().encode(MONSTERA) },
    answer: { status: 415, headers: { accept: 'application/json' }, body: { message: /missing/ } },
  },
  {
    name: '415: a coded body',
    source: 'design',
    request: json({ ...AUTHORIZED, 'content-encoding': 'gzip' }),
    answer: { status: 415, headers: { 'accept-encoding': 'identity' }, body: { message: /gzip/ } },
  },
]

const order: Rule[] = [
  {
    name: 'the token is asked for before the media type',
    source: 'design',
    request: { headers: { 'content-type': 'text/plain' }, body: '!' },
    answer: { status: 401, body: { message: /Authorization/ } },
  },
  {
    name: 'the media type is asked for before the size',
    source: 'design',
    options: { maxBodyBytes: 1 },
    request: { headers: { ...AUTHORIZED, 'content-type': 'text/plain' }, body: '!!' },
    answer: { status: 415, body: { message: /./ } },
  },
  {
    name: 'the size is asked for before the JSON',
    source: 'design',
    options: { maxBodyBytes: 1 },
    request: plant('!!'),
    answer: { status: 413, body: { message: /1 bytes/ } },
  },
]

const policies: Rule[] = [
  {
    name: '200: an id that is there, where nothing else is said',
    source: 'design',
    before: [plant(MONSTERA)],
    request: plant(MONSTERA),
    answer: added,
  },
  {
    name: '400: an id that is there, where duplicates are rejected, in another form',
    source: 'design',
    options: { duplicateIds: 'reject' },
    before: [plant(MONSTERA)],
    request: plant('{"id":1.0,"name":"Ficus"}'),
    answer: refused(/^A plant with the id 1 is already there$/),
  },
  {
    name: '200: ids past 2^53 that differ by 1 are two',
    source: 'design',
    options: { duplicateIds: 'reject' },
    before: [plant('{"id":9007199254740992,"name":"a"}')],
    request: plant('{"id":9007199254740993,"name":"Monstera"}'),
    answer: added,
  },
  {
    name: '401: a token that is not let in',
    source: 'design',
    options: { accessTokens: ['one'] },
    request: json({ authorization: 'Bearer One' }),
    answer: { status: 401, headers: INVALID_TOKEN, body: { message: /^(?!.*One)/ } },
  },
  {
    name: '200: a body of just the size',
    source: 'design',
    options: { maxBodyBytes: MONSTERA.length },
    request: plant(MONSTERA),
    answer: added,
  },
  {
    name: '413: a body of one byte more',
    source: 'design',
    options: { maxBodyBytes: MONSTERA.length - 1 },
    request: plant(MONSTERA),
    answer: { status: 413, body: { message: /must not be longer than 25 bytes/ } },
  },
]

const operations: Rule[] = [
  ...['/plant', '/plants/1', '/plants/', '/Plants'].map(
    (path): Rule => ({
      name: `404: ${path}`,
      source: 'design',
      request: { ...plant(MONSTERA), path },
      answer: { status: 404, body: { message: /: send POST to \/plants under the base address$/ } },
      except: NOT_HANDLED,
    }),
  ),
  ...['GET', 'PUT', 'DELETE', 'PATCH'].map(
    (method): Rule => ({
      name: `405: ${method}`,
      source: 'design',
      request: { method },
      answer: {
        status: 405,
        headers: { allow: 'POST, OPTIONS' },
        body: { message: /is not allowed on \/plants: send POST$/ },
      },
      except: NOT_HANDLED,
    }),
  ),
  {
    name: '405: HEAD, without a body',
    source: 'design',
    request: { method: 'HEAD' },
    answer: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: { text: '' } },
    except: NOT_HANDLED,
  },
  {
    name: '204: a preflight needs no token',
    source: 'design',
    request: {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    },
    answer: {
      status: 204,
      headers: {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': /Authorization/,
      },
      body: { text: '' },
    },
    except: NOT_HANDLED,
  },
  {
    name: 'a query is no part of the path',
    source: 'design',
    request: { ...plant(MONSTERA), path: '/plants?season=spring' },
    answer: added,
  },
  {
    name: 'pages can read why they were refused',
    source: 'design',
    request: {},
    answer: {
      status: 401,
      headers: { 'access-control-expose-headers': /WWW-Authenticate.*Retry-After/ },
      body: { message: /./ },
    },
  },
]

/** The rules, in the order of the checks that they are about. */
export const rules: readonly Rule[] = [
  ...operations,
  ...authentication,
  ...tokens,
  ...mediaTypes,
  ...order,
  ...unreadable,
  ...invalid,
  ...valid,
  ...alsoValid,
  ...policies,
]
