// What `verify` expects of the response to each kind of request.
import { type Difference, judgeAdded, judgeContent, judgeRefused } from '../../contract/judge.ts'
import type { ReadResponse, SentRequest } from '../../contract/response.ts'

/** What a request is about. */
export type Kind =
  | 'added'
  | 'pair'
  | 'bounded'
  | 'no token'
  | 'wrong token'
  | 'scheme'
  | 'existing'
  | 'same name'
  | 'invalid'
  | 'other'

export interface Expectation {
  kind: Kind
  judge(response: ReadResponse, request: SentRequest): Difference[]
  /** Whether the specification says what becomes of the request, and not only what each response is like. */
  isSpecified?: boolean
  /** What the specification leaves open about the response. */
  open?: string
  /** What the requests are like: "500 for 3 requests that are invalid". */
  requests: string
  /** Whether a success surprises. */
  isRefused?: boolean
  /** The option that changes what the mock does. */
  mockOption?: string
  /** The headers of a response that belong to what is left open. */
  headers?: readonly string[]
}

/** Whether a request has a valid NewPlant, with the right token. */
export const isOfPlant = ({ kind }: Expectation): boolean =>
  kind === 'added' || kind === 'pair' || kind === 'bounded'

/** Nothing is specified but what each response is like. */
const leftOpen = (
  open: string,
  requests: string,
  more: Partial<Expectation> = {},
): Expectation => ({
  kind: 'other',
  judge: judgeContent,
  open,
  requests,
  ...more,
})

/** A valid NewPlant. */
export const ADDED: Expectation = {
  kind: 'added',
  judge: judgeAdded,
  isSpecified: true,
  requests: 'with unusual values',
}

/** A valid NewPlant with an id that a service may take for the id of the plant before it. */
export const PAIR: Expectation = { ...ADDED, kind: 'pair' }

/** A valid NewPlant. Bounds and allowed values are "not shown": a service may have some, and refuse. */
export const BOUNDED: Expectation = {
  ...ADDED,
  kind: 'bounded',
  open: 'bounds on fields, and allowed values',
  mockOption: 'openapi.yaml',
}

/** A token that no service has issued. */
export const WRONG_TOKEN: Expectation = leftOpen(
  'response to a missing or invalid token',
  'without the right token',
  {
    kind: 'wrong token',
    isRefused: true,
    mockOption: 'accessTokens (--token)',
    headers: ['www-authenticate'],
  },
)

/** No bearer token. How it is refused is "not shown". */
export const REFUSED: Expectation = {
  ...WRONG_TOKEN,
  kind: 'no token',
  judge: judgeRefused,
  isSpecified: true,
}

export const SCHEME: Expectation = leftOpen(
  'how the scheme Bearer is written',
  'with the scheme Bearer in another case',
  { kind: 'scheme' },
)

/** What becomes of such a plant is "not shown", so any plant may come back. */
export const EXISTING: Expectation = leftOpen(
  'an id that already exists',
  'with an id that already exists',
  {
    kind: 'existing',
    judge: response => judgeContent(response, {}),
    mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
)

export const SAME_NAME: Expectation = leftOpen(
  'a name that already exists',
  'with a name that already exists',
  { kind: 'same name' },
)

export const MISSING: Expectation = leftOpen('a field that is missing', 'that are invalid', {
  kind: 'invalid',
  isRefused: true,
})

export const INVALID: Expectation = leftOpen(
  'other bodies that are not a NewPlant',
  'that are invalid',
  { kind: 'invalid', isRefused: true },
)

/** A value that a rule of the contract forbids. */
export const againstRule = (rule: string): Expectation =>
  leftOpen(`values against the ${rule}`, `against the ${rule}`, { isRefused: true })

export const PROPERTIES: Expectation = leftOpen('unknown properties', 'with an unknown property', {
  mockOption: "unknownFields: 'reject' (--unknown-fields reject)",
})

export const INTEGERS: Expectation = leftOpen(
  'integers in another form',
  'with an integer in another form',
)

export const UNUSUAL_JSON: Expectation = leftOpen('unusual JSON', 'of unusual JSON')

export const SIZES: Expectation = leftOpen('sizes', 'that are large', {
  mockOption: 'maxBodyBytes (--max-body-bytes)',
})

export const MEDIA_TYPES: Expectation = leftOpen(
  'media types of requests',
  'with another media type or none',
  { headers: ['accept'] },
)

export const CODINGS: Expectation = leftOpen(
  'bodies that are not coded as Content-Encoding says',
  'with the header Content-Encoding: gzip and a body that is not',
  { headers: ['accept-encoding'] },
)

export const OPERATIONS: Expectation = leftOpen(
  'other operations, paths and queries',
  'for other operations',
  { mockOption: 'msw handlers', headers: ['allow'] },
)

export const ORIGINS: Expectation = leftOpen(
  'pages of other origins (CORS)',
  'from pages of other origins',
  {
    headers: [
      'access-control-allow-origin',
      'access-control-allow-methods',
      'access-control-allow-headers',
      'access-control-expose-headers',
    ],
  },
)
