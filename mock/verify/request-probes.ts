// Probes about paths, methods, tokens and media types.
import { method, path, requestMediaType } from '../../generated/contract.ts'
import { bearer, EXAMPLE_ID, post, toPlant } from './bodies.ts'
import { type Judgement, leftOpen, REFUSED } from './judgements.ts'
import type { Probe, ProbeRequest } from './probe.ts'

/** A probe of one request. */
const probe = (
  name: string,
  judgement: Judgement,
  request: (id: bigint, token: string) => ProbeRequest,
): Probe => ({ name, ...judgement, requests: (id, token) => [request(id, token)] })

/** A plant sent with another header Authorization. */
const credentials = (name: string, authorization: string, judgement: Judgement): Probe =>
  probe(name, judgement, id => post(toPlant(id), { authorization }))

export const withoutToken: readonly Probe[] = [
  probe('no credentials', REFUSED, id => post(toPlant(id), {})),
  credentials('another scheme', 'Basic dXNlcjpwYXNz', REFUSED),
  credentials('no token', 'Bearer', REFUSED),
  // The scheme is bearer, whatever the credentials are.
  ...['Basic ', 'Token ', ''].map(scheme =>
    probe(
      `the right token ${scheme ? `with the scheme ${scheme.trim()}` : 'without a scheme'}`,
      REFUSED,
      (id, token) => post(toPlant(id), { authorization: scheme + token }),
    ),
  ),
]

const TOKEN = leftOpen('token')

export const tokens: readonly Probe[] = [
  // A real service has issued no such token.
  credentials('Bearer AZaz09-._~+/==', 'Bearer AZaz09-._~+/==', TOKEN),
  ...['bearer', 'BEARER', 'Bearer  '].map(scheme =>
    probe(`${scheme} token`, leftOpen('scheme'), (id, token) =>
      post(toPlant(id), { authorization: `${scheme} ${token}` }),
    ),
  ),
]

const MEDIA_TYPE = leftOpen('mediaTypes')

/** A probe about a header of the body. */
const mediaType = (name: string, headers: Record<string, string>): Probe =>
  probe(name, MEDIA_TYPE, (id, token) => post(toPlant(id), { ...bearer(token), ...headers }))

export const mediaTypes: readonly Probe[] = [
  ...[
    `${requestMediaType}; charset=utf-8`,
    requestMediaType.toUpperCase(),
    `${requestMediaType};`,
    'text/plain',
  ].map(type => mediaType(type, { 'content-type': type })),
  probe('no Content-Type', MEDIA_TYPE, (id, token) => ({
    headers: bearer(token),
    body: new TextEncoder().encode(toPlant(id)),
  })),
  probe('no body and no Content-Type', MEDIA_TYPE, (_, token) => ({ headers: bearer(token) })),
]

/** The body is not gzip. */
export const codedBody: Probe = probe('a coded body', leftOpen('codings'), (id, token) =>
  post(toPlant(id), { ...bearer(token), 'content-encoding': 'gzip' }),
)

const OPERATION = leftOpen('operations')

/** Paths that resemble the operation's. */
const otherPaths: readonly ((id: bigint) => string)[] = [
  id => `${path}/${id}`,
  () => `${path}/`,
  () => path.replace(/[a-z]/, letter => letter.toUpperCase()),
  () => `${path}?season=spring`,
]

const atPath = (other: (id: bigint) => string) =>
  probe(other(EXAMPLE_ID), OPERATION, (id, token) => ({
    ...post(toPlant(id), bearer(token)),
    path: other(id),
  }))

const withMethod = (other: string) => probe(other, OPERATION, () => ({ method: other }))

const ORIGIN = { origin: 'https://shop.example' }

export const operations: readonly Probe[] = [
  ...otherPaths.filter(other => !other(EXAMPLE_ID).endsWith(path)).map(atPath),
  ...['GET'].filter(other => other !== method).map(withMethod),
  probe('a preflight', leftOpen('origins'), () => ({
    method: 'OPTIONS',
    headers: { ...ORIGIN, 'access-control-request-method': method },
  })),
  probe('no credentials, from a page', leftOpen('origins'), () => ({ headers: ORIGIN })),
]

const skip = (probes: readonly Probe[], skipped: string) =>
  probes.map(each => ({ ...each, skipped }))

/** The mock has rules of its own for them. */
export const skippedRequests: readonly Probe[] = [
  ...skip(
    [
      probe('no credentials, and text/plain', REFUSED, () => ({
        headers: { 'content-type': 'text/plain' },
        body: '!',
      })),
      credentials('not a b64token', 'Bearer to,ken', TOKEN),
      credentials('two tokens', 'Bearer one two', TOKEN),
      credentials('padding in the middle', 'Bearer a=b', TOKEN),
      ...['application/jsonp', 'application/problem+json', 'json']
        .filter(type => type !== requestMediaType)
        .map(type => mediaType(type, { 'content-type': type })),
      ...[path.slice(0, -1)].filter(other => other !== '').map(other => atPath(() => other)),
      ...['HEAD'].filter(other => other !== method).map(withMethod),
    ],
    'it is much like another probe',
  ),
  ...skip(
    ['POST', 'PUT', 'DELETE', 'PATCH'].filter(other => other !== method).map(withMethod),
    'it might change or delete plants',
  ),
]
