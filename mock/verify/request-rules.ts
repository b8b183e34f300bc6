// Rules about paths, methods, tokens and media types.
import { method, path, requestMediaType } from '../../generated/contract.ts'
import { bearer, EXAMPLE_ID, post, toPlant } from './bodies.ts'
import type { Point } from './points.ts'
import type { Rule, RuleRequest } from './rule.ts'

/** A rule of one request about what the specification leaves open. */
const rule = (
  name: string,
  unspecified: Point,
  request: (id: bigint, token: string) => RuleRequest,
  more: Pick<Rule, 'specified' | 'skipped' | 'headers'> = {},
): Rule => ({
  name,
  unspecified,
  ...more,
  requests: (id, token) => [request(id, token)],
})

/** A plant sent to another path under the base address. */
const atPath = (other: (id: bigint) => string) => (id: bigint, token: string) => ({
  ...post(toPlant(id), bearer(token)),
  path: other(id),
})

/** Paths that resemble the operation's. */
const otherPaths: readonly ((id: bigint) => string)[] = [
  () => path.slice(0, -1),
  id => `${path}/${id}`,
  () => `${path}/`,
  () => path.replace(/[a-z]/, letter => letter.toUpperCase()),
]
const isOther = (other: string) => other !== '' && !other.endsWith(path)

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(other => other !== method)
const ORIGIN = { origin: 'https://shop.example' }
const ALLOW = { headers: ['allow'] }
const DANGEROUS = { ...ALLOW, skipped: 'it might change or delete plants' }

export const operations: readonly Rule[] = [
  ...otherPaths
    .filter(other => isOther(other(EXAMPLE_ID)))
    .map(other => rule(other(EXAMPLE_ID), 'operations', atPath(other))),
  ...OTHER_METHODS.map(other =>
    rule(other, 'operations', () => ({ method: other }), other === 'GET' ? ALLOW : DANGEROUS),
  ),
  rule('HEAD, without a body', 'operations', () => ({ method: 'HEAD' }), ALLOW),
  rule(
    'a preflight',
    'origins',
    () => ({
      method: 'OPTIONS',
      headers: { ...ORIGIN, 'access-control-request-method': method },
    }),
    { headers: ['origin', 'methods', 'headers'].map(name => `access-control-allow-${name}`) },
  ),
  rule(
    `${path}?season=spring`,
    'operations',
    atPath(() => `${path}?season=spring`),
  ),
  rule('no credentials, from a page', 'origins', () => ({ headers: ORIGIN }), {
    headers: ['access-control-allow-origin', 'access-control-expose-headers'],
  }),
]

/** A rule about the header Authorization. */
const credentials = (
  name: string,
  authorization: string | undefined,
  more: Pick<Rule, 'specified' | 'headers'> = {},
): Rule =>
  rule(
    name,
    'token',
    id => post(toPlant(id), authorization === undefined ? {} : { authorization }),
    more,
  )

const CHALLENGE = { headers: ['www-authenticate'] }
const REFUSED = { ...CHALLENGE, specified: 'not added' } as const

export const tokens: readonly Rule[] = [
  credentials('no credentials', undefined, REFUSED),
  credentials('another scheme', 'Basic dXNlcjpwYXNz', REFUSED),
  credentials('no token', 'Bearer', REFUSED),
  credentials('not a b64token', 'Bearer to,ken', CHALLENGE),
  credentials('two tokens', 'Bearer one two', CHALLENGE),
  credentials('padding in the middle', 'Bearer a=b', CHALLENGE),
  // A real service has issued no such token.
  credentials('Bearer AZaz09-._~+/==', 'Bearer AZaz09-._~+/=='),
  ...['bearer', 'BEARER', 'Bearer  '].map(scheme =>
    rule(`${scheme} token`, 'scheme', (id, token) =>
      post(toPlant(id), { authorization: `${scheme} ${token}` }),
    ),
  ),
]

/** A rule about a header of the body. */
const mediaType = (name: string, headers: Record<string, string>, about?: string): Rule =>
  rule(
    name,
    'mediaTypes',
    (id, token) => post(toPlant(id), { ...bearer(token), ...headers }),
    about === undefined ? {} : { headers: [about] },
  )

export const mediaTypes: readonly Rule[] = [
  ...[
    `${requestMediaType}; charset=utf-8`,
    requestMediaType.toUpperCase(),
    `${requestMediaType};`,
  ].map(type => mediaType(type, { 'content-type': type })),
  ...['text/plain', 'application/jsonp', 'application/problem+json', 'json']
    .filter(type => type !== requestMediaType)
    .map(type => mediaType(type, { 'content-type': type }, 'accept')),
  rule(
    'no Content-Type',
    'mediaTypes',
    (id, token) => ({ headers: bearer(token), body: new TextEncoder().encode(toPlant(id)) }),
    { headers: ['accept'] },
  ),
  rule('no body and no Content-Type', 'mediaTypes', (_, token) => ({ headers: bearer(token) })),
  mediaType('a coded body', { 'content-encoding': 'gzip' }, 'accept-encoding'),
  rule(
    'no credentials, and text/plain',
    'token',
    () => ({ headers: { 'content-type': 'text/plain' }, body: '!' }),
    { specified: 'not added' },
  ),
]
