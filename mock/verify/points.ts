/** The points that the specification leaves open. */
export type Point =
  | 'token'
  | 'scheme'
  | 'duplicates'
  | 'missing'
  | 'bounds'
  | 'properties'
  | 'integers'
  | 'invalid'
  | 'json'
  | 'sizes'
  | 'mediaTypes'
  | 'operations'
  | 'origins'
  | 'responses'

/** What each point is about, and the option that changes what the mock does. */
export const points: Record<Point, { about: string; mockOption?: string }> = {
  token: { about: 'response to a missing or invalid token', mockOption: 'accessTokens (--token)' },
  scheme: { about: 'how the scheme Bearer is written' },
  duplicates: {
    about: 'an id that already exists',
    mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
  missing: { about: 'a missing name or id' },
  bounds: { about: 'bounds on name and tag, allowed tags', mockOption: 'openapi.yaml' },
  properties: { about: 'unknown properties' },
  integers: { about: 'integers in another form' },
  invalid: { about: 'other bodies that are not a NewPlant' },
  json: { about: 'bodies that are not JSON, or unusual JSON' },
  sizes: { about: 'sizes', mockOption: 'maxBodyBytes (--max-body-bytes)' },
  mediaTypes: { about: 'media types of requests' },
  operations: { about: 'other operations, paths and queries', mockOption: 'msw handlers' },
  origins: { about: 'pages of other origins (CORS)' },
  responses: { about: 'all responses', mockOption: 'failNext' },
}
