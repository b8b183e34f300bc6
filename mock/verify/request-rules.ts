// Rules about paths, methods, tokens and media types.
import { method, path, requestMediaType } from '../../generated/contract.ts'
import { bearer, EXAMPLE_ID, post, toPlant } from './bodies.ts'
import { type Expectation, leftOpen, REFUSED } from './judge.ts'
import type { Rule, RuleRequest } from './rule.ts'

/** A rule of one request. */
const rule = (
  name: string,
  expectation: Expectation,
  request: (id: bigint, token: string) => RuleRequest,
): Rule => ({ name, ...expectation, requests: (id, token) => [request(id, token)] })

/** A plant sent with another header Authorization. */
const credentials = (name: string, authorization: string, expectation: Expectation): Rule =>
  rule(name, expectation, id => post(toPlant(id), { authorization }))

export const withoutToken: readonly Rule[] = [
  rule('no credentials', REFUSED, id => post(toPlant(id), {})),
  credentials('another scheme', 'Basic dXNlcjpwYXNz', REFUSED),
  credentials('no token', 'Bearer', REFUSED),
  rule('no credentials, and text/plain', REFUSED, () => ({
    headers: { 'content-type': 'text/plain' },
    body: '!',
  })),
]

const TOKEN = leftOpen('token')

export const tokens: readonly Rule[] = [
  credentials('not a b64token', 'Bearer to,ken', TOKEN),
  credentials('two tokens', 'Bearer one two', TOKEN),
  credentials('padding in the middle', 'Bearer a=b', TOKEN),
  // A real service has issued no such token.
  credentials('Bearer AZaz09-._~+/==', 'Bearer AZaz09-._~+/==', TOKEN),
  ...['bearer', 'BEARER', 'Bearer  '].map(scheme =>
    rule(`${scheme} token`, leftOpen('scheme'), (id, token) =>
      post(toPlant(id), { authorization: `${scheme} ${token}` }),
    ),
  ),
]

const MEDIA_TYPE = leftOpen('mediaTypes')

/** A rule about a header of the body. */
const mediaType = (name: string, headers: Record<string, string>): Rule =>
  rule(name, MEDIA_TYPE, (id, token) => post(toPlant(id), { ...bearer(token), ...headers }))

export const mediaTypes: readonly Rule[] = [
  ...[
    `${requestMediaType}; charset=utf-8`,
    requestMediaType.toUpperCase(),
    `${requestMediaType};`,
    ...['text/plain', 'application/jsonp', 'application/problem+json', 'json'].filter(
      type => type !== requestMediaType,
    ),
  ].map(type => mediaType(type, { 'content-type': type })),
  rule('no Content-Type', MEDIA_TYPE, (id, token) => ({
    headers: bearer(token),
    body: new TextEncoder().encode(toPlant(id)),
  })),
  rule('no body and no Content-Type', MEDIA_TYPE, (_, token) => ({ headers: bearer(token) })),
  mediaType('a coded body', { 'content-encoding': 'gzip' }),
]

const OPERATION = leftOpen('operations')

/** Paths that resemble the operation's. */
const otherPaths: readonly ((id: bigint) => string)[] = [
  () => path.slice(0, -1),
  id => `${path}/${id}`,
  () => `${path}/`,
  () => path.replace(/[a-z]/, letter => letter.toUpperCase()),
  () => `${path}?season=spring`,
]
const isOther = (other: string) => other !== '' && !other.endsWith(path)

const withMethod = (other: string) => rule(other, OPERATION, () => ({ method: other }))

const ORIGIN = { origin: 'https://shop.example' }

export const operations: readonly Rule[] = [
  ...otherPaths
    .filter(other => isOther(other(EXAMPLE_ID)))
    .map(other =>
      rule(other(EXAMPLE_ID), OPERATION, (id, token) => ({
        ...post(toPlant(id), bearer(token)),
        path: other(id),
      })),
    ),
  ...['GET', 'HEAD'].filter(other => other !== method).map(withMethod),
  rule('a preflight', leftOpen('origins'), () => ({
    method: 'OPTIONS',
    headers: { ...ORIGIN, 'access-control-request-method': method },
  })),
  rule('no credentials, from a page', leftOpen('origins'), () => ({ headers: ORIGIN })),
]

export const dangerousOperations: readonly Rule[] = ['POST', 'PUT', 'DELETE', 'PATCH']
  .filter(other => other !== method)
  .map(other => ({ ...withMethod(other), skipped: 'it might change or delete plants' }))
