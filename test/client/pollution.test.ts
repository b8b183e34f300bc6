// Only own properties of options count: nothing on Object.prototype reaches the URL, the request or the result.
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  add,
  added,
  monstera,
  refused,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

const throws = () => {
  throw new Error('polluted')
}

const polluted: [key: string, value: unknown][] = [
  ['retryAmbiguous', true],
  ['maxRetries', 5],
  ['timeout', 1],
  ['headers', { 'x-polluted': 'yes' }],
  ['fetch', throws],
  ['middleware', [{ onRequest: throws }]],
  ['baseUrl', 'http://127.0.0.1:9'],
  ['accessToken', 'polluted'],
  ['rejected', 'polluted'],
  ['params', { query: { key: 'value' } }],
  ['path', '/elsewhere'],
  ['querySerializer', () => 'key=value'],
  ['pathSerializer', () => '/elsewhere'],
  ['bodySerializer', () => 'polluted'],
  ['tag', 'polluted'],
  ['ok', true],
  ['retryAfter', 0],
]

describe.each(withAndWithoutMiddleware)('%s', (_name, middleware) => {
  test.each(polluted)('Object.prototype.%s changes nothing', async (key, value) => {
    const addWhilePolluted = async (answer: Answer) => {
      Object.defineProperty(Object.prototype, key, {
        value,
        configurable: true,
        writable: true,
        enumerable: true,
      })
      try {
        return await add(answer, { middleware })
      } finally {
        Reflect.deleteProperty(Object.prototype, key)
      }
    }
    const { error, sent } = await addWhilePolluted(refused(500))
    expect(error).toMatchObject({ kind: 'api', response: { status: 500 }, mayHaveBeenAdded: true })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ url, token: 'token' })
    expect(sent[0]?.headers.has('x-polluted')).toBe(false)
    expect(await new Response(sent[0]?.init.body as BodyInit).json()).toEqual(monstera)
    const success = await addWhilePolluted(added())
    expect(success).toMatchObject({ ok: true, data: monstera })
    expect(success.sent).toHaveLength(1)
  })
})
