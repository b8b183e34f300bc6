// Rules about paths, methods, tokens and media types.
import { method, path, requestMediaType } from '../../generated/contract.ts'
import { bearer, EXAMPLE_ID, post, toPlant } from './bodies.ts'
import type { Point } from './points.ts'
import type { Rule } from './rule.ts'

/** Paths that resemble the operation's. */
const otherPaths = (id: bigint) =>
  [
    path.slice(0, -1),
    `${path}/${id}`,
    `${path}/`,
    path.replace(/[a-z]/, letter => letter.toUpperCase()),
  ].filter(other => other !== '' && !other.endsWith(path))

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(other => other !== method)
const ORIGIN = { origin: 'https://shop.example' }

export const operations: readonly Rule[] = [
  ...otherPaths(EXAMPLE_ID).map(
    (other, index): Rule => ({
      name: other,
      unspecified: 'operations',
      requests: (id, token) => [
        { ...post(toPlant(id), bearer(token)), path: otherPaths(id)[index] ?? other },
      ],
    }),
  ),
  ...OTHER_METHODS.map(
    (other): Rule => ({
      name: other,
      unspecified: 'operations',
      ...(other !== 'GET' && { skipped: 'it might change or delete plants' }),
      headers: ['allow'],
      requests: () => [{ method: other }],
    }),
  ),
  {
    name: 'HEAD, without a body',
    unspecified: 'operations',
    headers: ['allow'],
    requests: () => [{ method: 'HEAD' }],
  },
  {
    name: 'a preflight',
    unspecified: 'origins',
    headers: [
      'access-control-allow-origin',
      'access-control-allow-methods',
      'access-control-allow-headers',
    ],
    requests: () => [
      { method: 'OPTIONS', headers: { ...ORIGIN, 'access-control-request-method': method } },
    ],
  },
  {
    name: `${path}?season=spring`,
    unspecified: 'operations',
    requests: (id, token) => [
      { ...post(toPlant(id), bearer(token)), path: `${path}?season=spring` },
    ],
  },
  {
    name: 'no credentials, from a page',
    unspecified: 'origins',
    headers: ['access-control-allow-origin', 'access-control-expose-headers'],
    requests: () => [{ headers: ORIGIN }],
  },
]

const CHALLENGE = ['www-authenticate']

/** Rules about credentials, with the header that is sent. */
const credentials = (
  names: readonly (readonly [name: string, headers: Record<string, string>])[],
  rule: Pick<Rule, 'specified' | 'headers'>,
): Rule[] =>
  names.map(([name, headers]) => ({
    name,
    unspecified: 'token',
    ...rule,
    requests: id => [post(toPlant(id), headers)],
  }))

export const tokens: readonly Rule[] = [
  ...credentials(
    [
      ['no credentials', {}],
      ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
      ['no token', { authorization: 'Bearer' }],
    ],
    { specified: 'not added', headers: CHALLENGE },
  ),
  ...credentials(
    [
      ['not a b64token', { authorization: 'Bearer to,ken' }],
      ['two tokens', { authorization: 'Bearer one two' }],
      ['padding in the middle', { authorization: 'Bearer a=b' }],
    ],
    { headers: CHALLENGE },
  ),
  // A real service has issued no such token.
  ...credentials([['Bearer AZaz09-._~+/==', bearer('AZaz09-._~+/==')]], {}),
  ...['bearer', 'BEARER', 'Bearer  '].map(
    (scheme): Rule => ({
      name: `${scheme} token`,
      unspecified: 'scheme',
      requests: (id, token) => [post(toPlant(id), { authorization: `${scheme} ${token}` })],
    }),
  ),
]

const mediaType = (name: string, headers: Record<string, string>, about: string[] = []): Rule => ({
  name,
  unspecified: 'mediaTypes' satisfies Point,
  ...(about.length > 0 && { headers: about }),
  requests: (id, token) => [post(toPlant(id), { ...bearer(token), ...headers })],
})

export const mediaTypes: readonly Rule[] = [
  ...[
    `${requestMediaType}; charset=utf-8`,
    requestMediaType.toUpperCase(),
    `${requestMediaType};`,
  ].map(type => mediaType(type, { 'content-type': type })),
  ...['text/plain', 'application/jsonp', 'application/problem+json', 'json']
    .filter(type => type !== requestMediaType)
    .map(type => mediaType(type, { 'content-type': type }, ['accept'])),
  {
    name: 'no Content-Type',
    unspecified: 'mediaTypes',
    headers: ['accept'],
    requests: (id, token) => [
      { headers: bearer(token), body: new TextEncoder().encode(toPlant(id)) },
    ],
  },
  {
    name: 'no body and no Content-Type',
    unspecified: 'mediaTypes',
    requests: (_, token) => [{ headers: bearer(token) }],
  },
  mediaType('a coded body', { 'content-encoding': 'gzip' }, ['accept-encoding']),
  {
    name: 'no credentials, and text/plain',
    specified: 'not added',
    unspecified: 'token',
    requests: () => [{ headers: { 'content-type': 'text/plain' }, body: '!' }],
  },
]
