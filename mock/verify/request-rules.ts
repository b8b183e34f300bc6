// Rules about paths, methods and media types.
import { method, path, requestMediaType, successStatus } from '../../generated/contract.ts'
import { AUTHORIZED, added, escapePattern, PLANT, withBody } from './bodies.ts'
import type { Rule } from './rule.ts'

const PASSES_THROUGH =
  'msw has a handler for the declared operation alone; other requests pass through'
const NOT_HANDLED = {
  'msw 3': PASSES_THROUGH,
  'msw 2': PASSES_THROUGH,
  browser: PASSES_THROUGH,
} as const

/** Paths that resemble the operation's. */
const OTHER_PATHS = [
  path.slice(0, -1),
  `${path}/1`,
  `${path}/`,
  path.replace(/[a-z]/, letter => letter.toUpperCase()),
].filter(other => other !== '' && !other.endsWith(path))

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(other => other !== method)

export const operations: Rule[] = [
  ...OTHER_PATHS.map(
    (other): Rule => ({
      name: `404: ${other}`,
      unspecified: 'operations',
      request: { ...withBody(PLANT), path: other },
      response: {
        status: 404,
        body: {
          // A transport names the whole address if it knows the base address.
          message: new RegExp(
            `: send ${method} to (?:${escapePattern(path)} under the base address|http\\S+${escapePattern(path)})$`,
          ),
        },
      },
      except: NOT_HANDLED,
    }),
  ),
  ...OTHER_METHODS.map(
    (other): Rule => ({
      name: `405: ${other}`,
      unspecified: 'operations',
      ...(other !== 'GET' && { skipped: 'it might change or delete plants' }),
      request: { method: other },
      response: {
        status: 405,
        headers: { allow: `${method}, OPTIONS` },
        body: { message: new RegExp(`is not allowed on ${escapePattern(path)}: send ${method}$`) },
      },
      except: NOT_HANDLED,
    }),
  ),
  {
    name: '405: HEAD, without a body',
    unspecified: 'operations',
    request: { method: 'HEAD' },
    response: { status: 405, headers: { allow: `${method}, OPTIONS` }, body: { text: '' } },
    except: NOT_HANDLED,
  },
  {
    name: '204: a preflight',
    unspecified: 'origins',
    request: {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': method },
    },
    response: {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method,
        'access-control-allow-headers': /Authorization/,
      },
      body: { text: '' },
    },
    except: NOT_HANDLED,
  },
  {
    name: `${successStatus}: ${path}?season=spring`,
    unspecified: 'operations',
    request: { ...withBody(PLANT), path: `${path}?season=spring` },
    response: added(PLANT),
  },
  {
    name: '401: no credentials, from a page',
    unspecified: 'origins',
    request: { headers: { origin: 'https://shop.example' } },
    response: {
      status: 401,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': /WWW-Authenticate.*Retry-After/,
      },
      body: { message: /./ },
    },
  },
]

const OTHER_MEDIA_TYPES = [
  'text/plain',
  'application/jsonp',
  'application/problem+json',
  'json',
].filter(type => type !== requestMediaType)

export const mediaTypes: Rule[] = [
  ...[
    `${requestMediaType}; charset=utf-8`,
    requestMediaType.toUpperCase(),
    `${requestMediaType};`,
  ].map(
    (type): Rule => ({
      name: `${successStatus}: Content-Type: ${type}`,
      unspecified: 'mediaTypes',
      request: withBody(PLANT, { ...AUTHORIZED, 'content-type': type }),
      response: added(PLANT),
    }),
  ),
  ...OTHER_MEDIA_TYPES.map(
    (type): Rule => ({
      name: `415: Content-Type: ${type}`,
      unspecified: 'mediaTypes',
      request: withBody(PLANT, { ...AUTHORIZED, 'content-type': type }),
      response: {
        status: 415,
        headers: { accept: requestMediaType },
        body: { message: new RegExp(`^Content-Type must be ${escapePattern(requestMediaType)}`) },
      },
    }),
  ),
  {
    name: '415: no Content-Type',
    unspecified: 'mediaTypes',
    request: { headers: AUTHORIZED, body: new TextEncoder().encode(PLANT) },
    response: {
      status: 415,
      headers: { accept: requestMediaType },
      body: { message: /missing/ },
    },
  },
  {
    name: '400: no body and no Content-Type',
    unspecified: 'mediaTypes',
    request: { headers: AUTHORIZED },
    response: { status: 400, body: { message: /^A body is required$/ } },
  },
  {
    name: '415: a coded body',
    unspecified: 'mediaTypes',
    request: withBody(PLANT, { ...AUTHORIZED, 'content-encoding': 'gzip' }),
    response: {
      status: 415,
      headers: { 'accept-encoding': 'identity' },
      body: { message: /gzip/ },
    },
  },
]

export const order: Rule[] = [
  {
    name: '401: no credentials, and text/plain',
    specified: 'not added',
    unspecified: 'token',
    request: { headers: { 'content-type': 'text/plain' }, body: '!' },
    response: { status: 401, body: { message: /Authorization/ } },
  },
  {
    name: 'the media type is checked before the size',
    options: { maxBodyBytes: 1 },
    request: { headers: { ...AUTHORIZED, 'content-type': 'text/plain' }, body: '!!' },
    response: { status: 415, body: { message: /./ } },
  },
  {
    name: 'the size is checked before the JSON',
    options: { maxBodyBytes: 1 },
    request: withBody('!!'),
    response: { status: 413, body: { message: /1 bytes/ } },
  },
]
