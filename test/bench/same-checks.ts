import { deepStrictEqual } from 'node:assert'
import { type Asked, answerTo } from './ask.ts'

/** What is wrong with each request, one of each check; and ids at the edges of int64. */
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
  'another media type': { headers: { 'content-type': 'text/plain' } },
  'too large': { body: `{"id":1,"name":"${'x'.repeat(2 ** 20)}"}` },
  'no JSON': { body: '{' },
  'no UTF-8': { body: '{"id":1,"name":"\xff"}' },
  'no object': { body: '[]' },
  'no id': { body: '{"name":"Monstera"}' },
  'a fraction': { body: '{"id":1.5,"name":"Monstera"}' },
  'a text as id': { body: '{"id":"1","name":"Monstera"}' },
  'no name': { body: '{"id":1}' },
  'a number as tag': { body: '{"id":1,"name":"Monstera","tag":1}' },
}

/** Throws where two servers answer a request with another status, or a plant in another way. */
export async function sameChecks(port: number, otherPort: number): Promise<void> {
  for (const [what, sent] of Object.entries(requests)) {
    const [one, other] = [await answerTo(port, sent), await answerTo(otherPort, sent)]
    const good = one.status === 200
    deepStrictEqual(good ? other : other.status, good ? one : one.status, `Answers to ${what}`)
  }
}
