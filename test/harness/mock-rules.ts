// The probes of `verify` with the mock's response to each, and rules about the mock's options.
import {
  method,
  path,
  pickSuccess,
  requestMediaType,
  successStatus,
} from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { MAX_DEPTH } from '../../mock/json/depth.ts'
import { toPointer } from '../../mock/json/pointer.ts'
import { readJson } from '../../mock/json/read.ts'
import type { MockStoreOptions } from '../../mock/store/options.ts'
import { bearer, EXAMPLE_ID, parsePlant, post, toPlant } from '../../mock/verify/bodies.ts'
import {
  type MinimalResponse,
  type Outcome,
  type Probe,
  type ProbeRequest,
  sendAll,
} from '../../mock/verify/probe.ts'
import { probes as shared } from '../../mock/verify/probes.ts'

/** The transports that every rule is run through. */
export type Transport = 'store.fetch' | 'socket' | 'msw 3' | 'msw 2' | 'browser'

/** The mock's response. */
export interface Expected {
  status: number
  headers?: Record<string, string | RegExp>
  /** The JSON of the body, what the message of an Error body must match, or the text. */
  body: { json: unknown } | { message: RegExp } | { text: string }
}

export interface MockRule {
  name: string
  options?: MockStoreOptions
  requests: ProbeRequest[]
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

/** Sends the requests of a rule. Resolves to the outcome of the last one. */
export async function runRule(
  { requests }: MockRule,
  baseUrl: string,
  fetch: (url: string, init: RequestInit) => Promise<MinimalResponse>,
): Promise<Outcome> {
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

/** The mock's responses that do not depend on the body alone. */
const answers: Record<string, Expected> = {
  HEAD: { status: 405, headers: allow, body: { text: '' } },
  'a preflight': {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': method,
      'access-control-allow-headers': /Authorization/,
    },
    body: { text: '' },
  },
  'no credentials, from a page': message(401, /./, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': /WWW-Authenticate.*Retry-After/,
  }),
  'no credentials': message(401, /./, NO_ERROR),
  'another scheme': message(401, /./, NO_ERROR),
  'no token': malformed,
  'not a b64token': malformed,
  'two tokens': malformed,
  'padding in the middle': malformed,
  'no credentials, and text/plain': message(401, /Authorization/),
  'text/plain': wrongType,
  'application/jsonp': wrongType,
  'application/problem+json': wrongType,
  json: wrongType,
  'no Content-Type': message(415, /missing/, { accept: requestMediaType }),
  'no body and no Content-Type': message(400, /^A body is required$/),
  'a coded body': message(415, /gzip/, { 'accept-encoding': 'identity' }),
  'there is no body': notJson('.* at position 0'),
  'JSON is cut off': notJson('.* end of input at position 8'),
  'JSON has a comma too many': notJson(".* '}' at position 8"),
  'a string has a line break': notJson('.* at position 17'),
  'a number begins with 0': notJson('.* at position 7'),
  'something follows': notJson(
    `Expected end of input but got '!' at position ${toPlant(EXAMPLE_ID).length}`,
  ),
  'nesting never ends': message(
    400,
    new RegExp(`nested deeper than ${MAX_DEPTH} levels at position ${MAX_DEPTH}$`),
  ),
  'the body is not UTF-8': message(400, /not UTF-8 at byte 16$/),
}

function expected({ name }: Probe, request: ProbeRequest): Expected {
  const answer = answers[name]
  if (answer) return answer
  if (request.path && request.path.split('?')[0] !== path) return nothingThere
  if (request.method) return notAllowed
  return expectedOf(request.body)
}

/** The response to a body, by the contract. */
function expectedOf(body: ProbeRequest['body']): Expected {
  const plant = parsePlant(body)
  if (plant) return { status: successStatus, body: { json: pickSuccess(plant) } }
  const pointers = issuesOfRequest(readJson(String(body))).map(issue =>
    escapePattern(toPointer(issue.path) || 'the body'),
  )
  return message(400, new RegExp(`^Not a plant: ${pointers.join(' .*; ')} `))
}

const PLANT = toPlant(EXAMPLE_ID)
const SIZE = new TextEncoder().encode(PLANT).length
const AUTHORIZED = bearer('token')
const plain = { ...AUTHORIZED, 'content-type': 'text/plain' }

const ofOptions: MockRule[] = [
  {
    name: '400: an id that already exists in another form, if duplicates are rejected',
    options: { duplicateIds: 'reject' },
    requests: [post(PLANT, AUTHORIZED), post(toPlant(`${EXAMPLE_ID}.0`), AUTHORIZED)],
    response: message(400, new RegExp(`^A plant with the id ${EXAMPLE_ID} already exists$`)),
  },
  {
    name: `${successStatus}: a body of exactly the maximum size`,
    options: { maxBodyBytes: SIZE },
    requests: [post(PLANT, AUTHORIZED)],
    response: expectedOf(PLANT),
  },
  {
    name: '413: a body of one byte more',
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
    name: '401: a token that is not accepted',
    options: { accessTokens: ['one'] },
    requests: [post(PLANT, bearer('One'))],
    response: message(401, /^(?!.*One)/, invalid('invalid_token')),
  },
]

/** By the name of a rule: options under which the mock has to tell two plants apart. */
const options: Record<string, MockStoreOptions> = {
  'two ids past 2^53 that differ by 1': { duplicateIds: 'reject' },
}

/** Every rule, and those about options. */
export const rules: readonly MockRule[] = [
  ...shared.map(rule => {
    const requests = rule.requests(EXAMPLE_ID, 'token')
    const request = requests.at(-1) ?? {}
    const response = expected(rule, request)
    const isOther = response.status === 404 || request.method !== undefined
    return {
      name: `${response.status}: ${rule.name}`,
      ...(options[rule.name] && { options: options[rule.name] as MockStoreOptions }),
      requests,
      response,
      ...(isOther && { except: NOT_HANDLED }),
    }
  }),
  ...ofOptions,
]
