interface PointFacts {
  about: string
  /** What its requests are like: "500 for 3 requests that are invalid". */
  requests: string
  /** Whether a success surprises. */
  isRefused?: boolean
  /** The option that changes what the mock does. */
  mockOption?: string
  /** The headers of a response that belong to the point. */
  headers?: readonly string[]
}

/** The points that the specification leaves open. */
const POINTS = {
  token: {
    about: 'response to a missing or invalid token',
    requests: 'without the right token',
    isRefused: true,
    mockOption: 'accessTokens (--token)',
    headers: ['www-authenticate'],
  },
  scheme: {
    about: 'how the scheme Bearer is written',
    requests: 'that write Bearer in another way',
  },
  duplicates: {
    about: 'an id that already exists',
    requests: 'with an id that already exists',
    mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
  missing: {
    about: 'a field that is missing',
    requests: 'that are invalid',
    isRefused: true,
  },
  bounds: {
    about: 'bounds on fields, and allowed values',
    requests: 'with unusual values',
    mockOption: 'openapi.yaml',
  },
  properties: {
    about: 'unknown properties',
    requests: 'with an unknown property',
    mockOption: "unknownFields: 'reject' (--unknown-fields reject)",
  },
  integers: {
    about: 'integers in another form',
    requests: 'with an integer in another form',
  },
  invalid: {
    about: 'other bodies that are not a NewPlant',
    requests: 'that are invalid',
    isRefused: true,
  },
  json: {
    about: 'unusual JSON',
    requests: 'of unusual JSON',
  },
  sizes: {
    about: 'sizes',
    requests: 'that are large',
    mockOption: 'maxBodyBytes (--max-body-bytes)',
  },
  mediaTypes: {
    about: 'media types of requests',
    requests: 'with another media type or none',
    headers: ['accept'],
  },
  codings: {
    about: 'bodies that are not coded as Content-Encoding says',
    requests: 'with the header Content-Encoding: gzip and a body that is not',
    headers: ['accept-encoding'],
  },
  operations: {
    about: 'other operations, paths and queries',
    requests: 'for other operations',
    mockOption: 'msw handlers',
    headers: ['allow'],
  },
  origins: {
    about: 'pages of other origins (CORS)',
    requests: 'from pages of other origins',
    headers: [
      'access-control-allow-origin',
      'access-control-allow-methods',
      'access-control-allow-headers',
      'access-control-expose-headers',
    ],
  },
  responses: { about: 'all responses', requests: '', mockOption: 'failNext' },
} as const

export type Point = keyof typeof POINTS

export const points: Readonly<Record<Point, PointFacts>> = POINTS
