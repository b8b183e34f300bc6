// What the mock must respond to each probe of `verify`, and to requests under other options.

import {
  method,
  path,
  pickSuccess,
  requestMediaType,
  successStatus,
} from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { fields, parsePlant } from '../../mock/contract/parse-plant.ts'
import type { ReceivedResponse } from '../../mock/contract/response.ts'
import { MAX_DEPTH } from '../../mock/json/depth.ts'
import { toPointer } from '../../mock/json/pointer.ts'
import { readJson } from '../../mock/json/read.ts'
import type { MockStoreOptions } from '../../mock/store/options.ts'
import {
  bearer,
  EXAMPLE_ID,
  minimal,
  post,
  toPlant,
} from '../../mock/verify/requests/plant-json.ts'
import {
  type MinimalResponse,
  type ProbeRequest,
  sendAll,
} from '../../mock/verify/requests/probe.ts'
import { bodies, fixedIds, plants, probes } from '../../mock/verify/requests/probes.ts'
import { ruleProbes } from '../../mock/verify/requests/rules.ts'

/** The transports that every expectation is sent through. */
export type Transport = 'store.fetch' | 'socket' | 'msw 3' | 'msw 2' | 'browser'

/** The mock's response. */
export interface Expected {
  status: number
  headers?: Record<string, string | RegExp>
  /** The JSON of the body, what the message of an Error body must match, or the text. */
  body: { json: unknown } | { message: RegExp } | { text: string }
}

export interface Expectation {
  /** A status, and what gets it. */
  name: string
  options?: MockStoreOptions
  requests: ProbeRequest[]
  /** The response to the last request. */
  response: Expected
  /** The transports that cannot show it, and why. */
  except?: Partial<Record<Transport, string>>
}

/** The headers that the store sets, and not the transport. */
const HEADERS = [
  'content-type',
  'www-authenticate',
  'allow',
  'accept',
  'accept-encoding',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'location',
]

/** Sends the requests of an expectation. Resolves to the response to the last one. */
export async function sendRequests(
  { requests }: Expectation,
  baseUrl: string,
  fetch: (url: string, init: RequestInit) => Promise<MinimalResponse>,
): Promise<ReceivedResponse> {
  const { headers, ...outcome } = await sendAll(requests, baseUrl, fetch)
  const own = Object.entries(headers).filter(([name]) => HEADERS.includes(name))
  return { ...outcome, headers: Object.fromEntries(own) }
}

const PASSES_THROUGH =
  'msw has a handler for the declared operation alone; other requests pass through'
const NOT_HANDLED = {
  'msw 3': PASSES_THROUGH,
  'msw 2': PASSES_THROUGH,
  browser: PASSES_THROUGH,
} as const

const escapePattern = (text: string) => text.replace(/[^\w\s]/g, '\\$&')
const message = (status: number, pattern: RegExp, headers?: Expected['headers']): Expected => ({
  status,
  ...(headers && { headers }),
  body: { message: pattern },
})
const challenge = (rest: string) => ({
  'www-authenticate': new RegExp(`^Bearer realm="[^"]+"${rest}$`),
})
const NO_ERROR = challenge('')
const invalid = (error: string) => challenge(`, error="${error}", error_description="[^"]+"`)
const malformed = message(400, /./, invalid('invalid_request'))
const notJson = (rest: string) => message(400, new RegExp(`not JSON: ${rest}$`))
const wrongType = message(
  415,
  new RegExp(`^Content-Type must be ${escapePattern(requestMediaType)}`),
  {
    accept: requestMediaType,
  },
)
const allow = { allow: `${method}, OPTIONS` }
// A transport names the whole address if it knows the base address.
const nothingThere = message(
  404,
  new RegExp(
    `: send ${method} to (?:${escapePattern(path)} under the base address|http\\S+${escapePattern(path)})$`,
  ),
)
const notAllowed = message(
  405,
  new RegExp(`is not allowed on ${escapePattern(path)}: send ${method}$`),
  allow,
)

/** Responses by the names of expectations: a status and a probe. Of a probe about a body, the contract tells. */
const responses: Readonly<Record<string, Expected | typeof responseTo>> = {
  '401: no credentials': message(401, /./, NO_ERROR),
  '400: no token': malformed,
  '401: the right token with the scheme Basic': message(401, /./, NO_ERROR),
  '401: the right token with the scheme Token': message(401, /./, NO_ERROR),
  '401: the right token without a scheme': message(401, /./, NO_ERROR),
  '400: not a b64token': malformed,
  '400: two tokens': malformed,
  '400: padding in the middle': malformed,
  '401: no credentials, and text/plain': message(401, /Authorization/),
  [`${successStatus}: Bearer AZaz09-._~+/==`]: responseTo,
  [`${successStatus}: bearer token`]: responseTo,
  [`${successStatus}: BEARER token`]: responseTo,
  [`${successStatus}: Bearer   token`]: responseTo,
  [`${successStatus}: ${requestMediaType}; charset=utf-8`]: responseTo,
  [`${successStatus}: ${requestMediaType.toUpperCase()}`]: responseTo,
  [`${successStatus}: ${requestMediaType};`]: responseTo,
  '415: text/plain': wrongType,
  '415: application/jsonp': wrongType,
  '415: application/problem+json': wrongType,
  '415: json': wrongType,
  '415: no Content-Type': message(415, /missing/, { accept: requestMediaType }),
  '400: no body and no Content-Type': message(400, /^A body is required$/),
  '415: a coded body': message(415, /gzip/, { 'accept-encoding': 'identity' }),
  '400: there is no body': notJson('.* at position 0'),
  '400: JSON is cut off': notJson('.* end of input at position 8'),
  '400: JSON has a comma too many': notJson(".* '}' at position 8"),
  '400: a string has a line break': notJson('.* at position 17'),
  '400: a number begins with 0': notJson('.* at position 7'),
  '400: something follows': notJson(
    `Expected end of input but got '!' at position ${toPlant(EXAMPLE_ID).length}`,
  ),
  '400: nesting never ends': message(
    400,
    new RegExp(`nested deeper than ${MAX_DEPTH} levels at position ${MAX_DEPTH}$`),
  ),
  '400: the body is not UTF-8': message(400, /not UTF-8 at byte 16$/),
  [`404: ${path.slice(0, -1)}`]: nothingThere,
  [`404: ${path}/${EXAMPLE_ID}`]: nothingThere,
  [`404: ${path}/`]: nothingThere,
  [`404: ${path.replace(/[a-z]/, letter => letter.toUpperCase())}`]: nothingThere,
  [`${successStatus}: ${path}?season=spring`]: responseTo,
  '405: GET': notAllowed,
  '405: HEAD': { status: 405, headers: allow, body: { text: '' } },
  '405: POST': notAllowed,
  '405: DELETE': notAllowed,
  '204: a preflight': {
    status: 204,
    headers: {
      'access-control-allow-origin': /^(?:https?:|\*)/,
      'access-control-allow-methods': method,
      'access-control-allow-headers': /authorization/i,
    },
    body: { text: '' },
  },
  '401: the response to a missing token, from a page': message(401, /./, {
    'access-control-allow-origin': /^(?:https?:|\*)/,
    'access-control-expose-headers': /WWW-Authenticate.*Retry-After/,
  }),
}

const PLANT = toPlant(EXAMPLE_ID)
const nulls = fields.filter(({ name }) => name !== 'id').map(({ name }) => [name, 'null'])

/** Bodies of the mock alone, which `verify` sends to no service; their response follows from the contract. */
const ownBodies: Readonly<Record<string, string>> = {
  'id is just not an integer': toPlant(`${EXAMPLE_ID}.00000000000000000001`),
  '__proto__ lends no field, next to a long number': toPlant(
    2n ** 53n + 1n,
    {},
    `"__proto__":${toPlant(undefined)}`,
  ),
  'every wrong field is named at once': toPlant(undefined, Object.fromEntries(nulls)),
  'an id of -0': toPlant('-0', minimal),
}

const withCredentials = (authorization: string) => post(PLANT, { authorization })
const withType = (type: string) => post(PLANT, { ...bearer('token'), 'content-type': type })
const withMethod = (other: string) => ({ method: other, headers: bearer('token') })

const mediaTypes = ['application/jsonp', 'application/problem+json', 'json']
const methods = ['HEAD', 'POST', 'DELETE']

/** Requests that the mock has rules of its own for, and that `verify` sends to no service. */
const ownRequests: Readonly<Record<string, ProbeRequest>> = {
  'nesting never ends': post('['.repeat(100_000), bearer('token')),
  'no token': withCredentials('Bearer'),
  'the right token with the scheme Token': withCredentials('Token token'),
  'BEARER token': withCredentials('BEARER token'),
  'Bearer   token': withCredentials('Bearer   token'),
  'not a b64token': withCredentials('Bearer to,ken'),
  'two tokens': withCredentials('Bearer one two'),
  'padding in the middle': withCredentials('Bearer a=b'),
  'the response to a missing token, from a page': { headers: { origin: 'https://shop.example' } },
  'no credentials, and text/plain': { headers: { 'content-type': 'text/plain' }, body: '!' },
  ...Object.fromEntries(
    mediaTypes.filter(type => type !== requestMediaType).map(type => [type, withType(type)]),
  ),
  [path.slice(0, -1)]: { ...post(PLANT, bearer('token')), path: path.slice(0, -1) },
  ...Object.fromEntries(
    methods.filter(other => other !== method).map(other => [other, withMethod(other)]),
  ),
}

/** What a probe sends, or a test of the mock alone. */
const all: readonly { name: string; isAboutBody: boolean; requests: ProbeRequest[] }[] = [
  ...probes.map(probe => ({
    name: probe.name,
    isAboutBody: [...plants, ...ruleProbes, ...fixedIds, ...bodies].includes(probe),
    requests: probe.requests(EXAMPLE_ID, 'token'),
  })),
  ...Object.entries(ownBodies).map(([name, body]) => ({
    name,
    isAboutBody: true,
    requests: [post(body, bearer('token'))],
  })),
  ...Object.entries(ownRequests).map(([name, request]) => ({
    name,
    isAboutBody: false,
    requests: [request],
  })),
]

function expected(probe: string, isAboutBody: boolean, { body }: ProbeRequest) {
  const name = Object.keys(responses).find(each => each.replace(/^\d+: /, '') === probe)
  const response = name === undefined ? undefined : responses[name]
  if (name !== undefined && typeof response === 'object') return { name, response }
  if (name === undefined && !isAboutBody)
    throw new Error(`No response is expected to the probe ${probe}`)
  const byContract = responseTo(body)
  return { name: name ?? `${byContract.status}: ${probe}`, response: byContract }
}

/** The response to a body, by the contract. */
function responseTo(body: ProbeRequest['body']): Expected {
  const plant = parsePlant(body)
  if (plant) return { status: successStatus, body: { json: pickSuccess(plant) } }
  const pointers = issuesOfRequest(readJson(String(body))).map(issue =>
    escapePattern(toPointer(issue.path) || 'the body'),
  )
  return message(400, new RegExp(`^Not a plant: ${pointers.join(' .*; ')} `))
}

const SIZE = new TextEncoder().encode(PLANT).length
const AUTHORIZED = bearer('token')
const plain = { ...AUTHORIZED, 'content-type': 'text/plain' }

const ofTheMock: Expectation[] = [
  {
    name: "400: an id that exists, in another form, with duplicateIds 'reject'",
    options: { duplicateIds: 'reject' },
    requests: [post(PLANT, AUTHORIZED), post(toPlant(`${EXAMPLE_ID}.0`), AUTHORIZED)],
    response: message(400, new RegExp(`^A plant with the id ${EXAMPLE_ID} already exists$`)),
  },
  {
    name: `${successStatus}: a body of exactly the maximum size`,
    options: { maxBodyBytes: SIZE },
    requests: [post(PLANT, AUTHORIZED)],
    response: responseTo(PLANT),
  },
  {
    name: '413: a body of one byte more than maxBodyBytes',
    options: { maxBodyBytes: SIZE - 1 },
    requests: [post(PLANT, AUTHORIZED)],
    response: message(413, new RegExp(`must not be longer than ${SIZE - 1} bytes`)),
  },
  {
    name: '415: the media type is checked before the size',
    options: { maxBodyBytes: 1 },
    requests: [post('!!', plain)],
    response: message(415, /./),
  },
  {
    name: '413: the size is checked before the JSON',
    options: { maxBodyBytes: 1 },
    requests: [post('!!', AUTHORIZED)],
    response: message(413, /1 bytes/),
  },
  {
    name: '401: an Error and a challenge (RFC 6750) to a token that is not one of accessTokens',
    options: { accessTokens: ['one'] },
    requests: [post(PLANT, bearer('One'))],
    response: message(401, /^(?!.*One)/, invalid('invalid_token')),
  },
]

/** By the name of a probe: options under which the mock has to tell two plants apart. */
const options: Record<string, MockStoreOptions> = {
  'two ids past 2^53 that differ by 1': { duplicateIds: 'reject' },
}

/** One for each probe, and those under other options. */
export const expectations: readonly Expectation[] = [
  ...all.map(({ name: probe, isAboutBody, requests }) => {
    const request = requests.at(-1) ?? {}
    const { name, response } = expected(probe, isAboutBody, request)
    const isOtherOperation = response.status === 404 || request.method !== undefined
    return {
      name,
      ...(options[probe] && { options: options[probe] as MockStoreOptions }),
      requests,
      response,
      ...(isOtherOperation && { except: NOT_HANDLED }),
    }
  }),
  ...ofTheMock,
]
