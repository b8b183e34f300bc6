// Requests that the mock has rules of its own for, and that `verify` sends to no service.
import { method, path, requestMediaType } from '../../generated/contract.ts'
import { fields } from '../../mock/contract/parse-plant.ts'
import {
  bearer,
  EXAMPLE_ID,
  minimal,
  post,
  toPlant,
} from '../../mock/verify/requests/plant-json.ts'
import type { ProbeRequest } from '../../mock/verify/requests/probe.ts'

const PLANT = toPlant(EXAMPLE_ID)
const nulls = fields.filter(({ name }) => name !== 'id').map(({ name }) => [name, 'null'])

/** Bodies whose response follows from the contract. */
export const bodies: Readonly<Record<string, string>> = {
  'id is just not an integer': toPlant(`${EXAMPLE_ID}.00000000000000000001`),
  '__proto__ lends no field, next to a long number': toPlant(
    2n ** 53n + 1n,
    {},
    `"__proto__":${toPlant(undefined)}`,
  ),
  'every wrong field is named at once': toPlant(undefined, Object.fromEntries(nulls)),
  'an id of -0': toPlant('-0', minimal),
}

const withCredentials = (authorization: string) => post(PLANT, { authorization })
const withType = (type: string) => post(PLANT, { ...bearer('token'), 'content-type': type })
const withMethod = (other: string) => ({ method: other, headers: bearer('token') })

const mediaTypes = ['application/jsonp', 'application/problem+json', 'json']
const methods = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

export const requests: Readonly<Record<string, ProbeRequest>> = {
  'nesting never ends': post('['.repeat(100_000), bearer('token')),
  'another scheme': withCredentials('Basic dXNlcjpwYXNz'),
  'no token': withCredentials('Bearer'),
  'the right token with the scheme Basic': withCredentials('Basic token'),
  'the right token with the scheme Token': withCredentials('Token token'),
  'BEARER token': withCredentials('BEARER token'),
  'Bearer   token': withCredentials('Bearer   token'),
  'not a b64token': withCredentials('Bearer to,ken'),
  'two tokens': withCredentials('Bearer one two'),
  'padding in the middle': withCredentials('Bearer a=b'),
  'no credentials, from a page': { headers: { origin: 'https://shop.example' } },
  'no credentials, and text/plain': { headers: { 'content-type': 'text/plain' }, body: '!' },
  ...Object.fromEntries(
    mediaTypes.filter(type => type !== requestMediaType).map(type => [type, withType(type)]),
  ),
  [path.slice(0, -1)]: { ...post(PLANT, bearer('token')), path: path.slice(0, -1) },
  ...Object.fromEntries(
    methods.filter(other => other !== method).map(other => [other, withMethod(other)]),
  ),
}
