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
  | 'answers'

/** Where the specification is silent, and the switch that makes the mock do otherwise. */
export const points: Record<Point, { about: string; mockSwitch?: string }> = {
  token: { about: 'answer to a missing or invalid token', mockSwitch: 'accessTokens (--token)' },
  scheme: { about: 'how the scheme Bearer is written' },
  duplicates: {
    about: 'id already there',
    mockSwitch: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
  missing: { about: 'name or id missing' },
  bounds: { about: 'bounds on name and tag, allowed tags', mockSwitch: 'openapi.yaml' },
  properties: { about: 'unknown properties' },
  integers: { about: 'integers in another form' },
  invalid: { about: 'other bodies that are no NewPlant' },
  json: { about: 'bodies that are no JSON, or unusual JSON' },
  sizes: { about: 'sizes', mockSwitch: 'maxBodyBytes (--max-body-bytes)' },
  mediaTypes: { about: 'media types of requests' },
  operations: { about: 'other operations, paths and queries', mockSwitch: 'msw handlers' },
  origins: { about: 'pages of other origins (CORS)' },
  answers: { about: 'all answers', mockSwitch: 'failNext' },
}
