interface PointFacts {
  about: string
  /** The option that changes what the mock does. */
  mockOption?: string
  /** The headers of a response that belong to the point. */
  headers?: readonly string[]
}

/** The points that the specification leaves open. */
const POINTS = {
  token: {
    about: 'response to a missing or invalid token',
    mockOption: 'accessTokens (--token)',
    headers: ['www-authenticate'],
  },
  scheme: { about: 'how the scheme Bearer is written' },
  duplicates: {
    about: 'an id that already exists',
    mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
  missing: { about: 'a field that is missing' },
  bounds: { about: 'bounds on fields, and allowed values', mockOption: 'openapi.yaml' },
  properties: {
    about: 'unknown properties',
    mockOption: "unknownFields: 'reject' (--unknown-fields reject)",
  },
  integers: { about: 'integers in another form' },
  invalid: { about: 'other bodies that are not a NewPlant' },
  json: { about: 'bodies that are not JSON, or unusual JSON' },
  sizes: { about: 'sizes', mockOption: 'maxBodyBytes (--max-body-bytes)' },
  mediaTypes: { about: 'media types of requests', headers: ['accept', 'accept-encoding'] },
  operations: {
    about: 'other operations, paths and queries',
    mockOption: 'msw handlers',
    headers: ['allow'],
  },
  origins: {
    about: 'pages of other origins (CORS)',
    headers: [
      'access-control-allow-origin',
      'access-control-allow-methods',
      'access-control-allow-headers',
      'access-control-expose-headers',
    ],
  },
  responses: { about: 'all responses', mockOption: 'failNext' },
} as const

export type Point = keyof typeof POINTS

export const points: Readonly<Record<Point, PointFacts>> = POINTS
