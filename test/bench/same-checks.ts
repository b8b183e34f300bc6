import { deepStrictEqual } from 'node:assert'
import { type Asked, answerTo } from './ask.ts'

/** A request for each check, named for its fault, and ids at the edges of int64. */
const requests: Record<string, Asked> = {
  'a plant': { body: '{"id":1,"name":"Monstera","tag":"tropical"}' },
  'a plant without a tag': { body: '{"id":1,"name":"Monstera"}' },
  'the largest id': { body: '{"id":9223372036854775807,"name":"Monstera"}' },
  'an id beyond it': { body: '{"id":9223372036854775808,"name":"Monstera"}' },
  'the smallest id': { body: '{"id":-9223372036854775808,"name":"Monstera"}' },
  'another path': { path: '/trees' },
  'another method': { method: 'PUT' },
  'a preflight': { method: 'OPTIONS' },
  'no token': { headers: { authorization: '' } },
  'two tokens': { headers: { authorization: ['Bearer one', 'Bearer two'] } },
  'a scheme without a token': { headers: { authorization: 'Bearer' } },
  'another host': { headers: { host: 'plants.example.com' } },
  'a compressed body': { headers: { 'content-encoding': 'gzip' } },
  'another media type': { headers: { 'content-type': 'text/plain' } },
  'too large': { body: `{"id":1,"name":"${'x'.repeat(2 ** 20)}"}` },
  'not JSON': { body: '{' },
  'not UTF-8': { body: '{"id":1,"name":"\xff"}' },
  'not an object': { body: '[]' },
  'no id': { body: '{"name":"Monstera"}' },
  'nested too deeply': {
    body: `{"id":1,"name":"Monstera","x":${'['.repeat(200)}${']'.repeat(200)}}`,
  },
  'a fraction that a double cannot hold': {
    body: '{"id":1.00000000000000000001,"name":"Monstera"}',
  },
  'a whole number with a fraction and an exponent': { body: '{"id":1.50e1,"name":"Monstera"}' },
  'another id within': { body: '{"id":9223372036854775808,"x":{"id":1},"name":"Monstera"}' },
  'a fraction': { body: '{"id":1.5,"name":"Monstera"}' },
  'a text as id': { body: '{"id":"1","name":"Monstera"}' },
  'no name': { body: '{"id":1}' },
  'a number as tag': { body: '{"id":1,"name":"Monstera","tag":1}' },
}

/** Throws if two servers respond to a request with different statuses, or to a plant in different ways. */
export async function sameChecks(port: number, otherPort: number): Promise<void> {
  for (const [what, sent] of Object.entries(requests)) {
    const [one, other] = [await answerTo(port, sent), await answerTo(otherPort, sent)]
    const good = one.status === 200
    deepStrictEqual(good ? other : other.status, good ? one : one.status, `Answers to ${what}`)
  }
}
