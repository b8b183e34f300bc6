import { requestFields } from '../../generated/contract.ts'

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

const fields: readonly { name: string; types: readonly string[]; required: boolean }[] =
  requestFields
const required = fields.filter(field => field.required).map(({ name }) => name)
const texts = fields.filter(({ types }) => types.includes('string')).map(({ name }) => name)

/** What each point is about, and the option that changes what the mock does. */
export const points: Record<Point, { about: string; mockOption?: string }> = {
  token: { about: 'response to a missing or invalid token', mockOption: 'accessTokens (--token)' },
  scheme: { about: 'how the scheme Bearer is written' },
  duplicates: {
    about: 'an id that already exists',
    mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
  },
  missing: { about: `a missing ${required.join(' or ')}` },
  bounds: {
    about: texts.length > 0 ? `bounds on ${texts.join(' and ')}, allowed values` : 'allowed values',
    mockOption: 'openapi.yaml',
  },
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
