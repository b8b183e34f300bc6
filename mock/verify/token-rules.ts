// Rules about the access token (RFC 6750).
import { successStatus } from '../../generated/contract.ts'
import { added, PLANT, withBody } from './bodies.ts'
import type { Point } from './points.ts'
import type { Rule } from './rule.ts'

const challenge = (rest: string) => ({
  'www-authenticate': new RegExp(`^Bearer realm="[^"]+"${rest}$`),
})
const NO_ERROR = challenge('')
const INVALID_TOKEN = challenge(', error="invalid_token", error_description="[^"]+"')
const INVALID_REQUEST = challenge(', error="invalid_request", error_description="[^"]+"')

export const authentication: Rule[] = [
  ['401: no credentials', {}, 401, NO_ERROR],
  ['401: another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 401, NO_ERROR],
  ['400: no token', { authorization: 'Bearer' }, 400, INVALID_REQUEST],
].map(([name, headers, status, challenged]) => ({
  name: name as string,
  specified: 'not added',
  unspecified: 'token',
  request: withBody(PLANT, headers as Record<string, string>),
  response: {
    status: status as number,
    headers: challenged as Record<string, RegExp>,
    body: { message: /./ },
  },
}))

export const malformed: Rule[] = [
  ['not a b64token', 'Bearer to,ken'],
  ['two tokens', 'Bearer one two'],
  ['padding in the middle', 'Bearer a=b'],
].map(([name, authorization = '']) => ({
  name: `400: ${name}`,
  unspecified: 'token',
  request: withBody(PLANT, { authorization }),
  response: { status: 400, headers: INVALID_REQUEST, body: { message: /./ } },
}))

export const tokens: Rule[] = [
  ['token', 'Bearer AZaz09-._~+/=='], // a real service has issued no such token
  ['scheme', 'bearer token'],
  ['scheme', 'BEARER token'],
  ['scheme', 'Bearer   token'],
].map(([unspecified, authorization = '']) => ({
  name: `${successStatus}: Authorization: ${authorization}`,
  unspecified: unspecified as Point,
  request: withBody(PLANT, { authorization }),
  response: added(PLANT),
}))

export const wrongToken: Rule = {
  name: '401: a token that is not accepted',
  options: { accessTokens: ['one'] },
  request: withBody(PLANT, { authorization: 'Bearer One' }),
  response: { status: 401, headers: INVALID_TOKEN, body: { message: /^(?!.*One)/ } },
}
