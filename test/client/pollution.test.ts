// Nothing on Object.prototype reaches the URL, the request or the result.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { contractError } from './recording-server.ts'
import { baseUrl, monstera, url, withAndWithoutMiddleware } from './stub-fetch.ts'

const throws = () => {
  throw new Error('polluted')
}

const polluted: [key: string, value: unknown][] = [
  ['retryAmbiguous', true],
  ['maxRetries', 5],
  ['timeout', 1],
  ['timeout', 'never'],
  ['headers', { 'x-polluted': 'yes' }],
  ['fetch', throws],
  ['middleware', [{ onRequest: throws }]],
  ['baseUrl', 'http://127.0.0.1:9'],
  ['accessToken', 'polluted'],
  ['rejected', 'polluted'],
  ['key', 'value'],
  ['query', { key: 'value' }],
  ['params', { query: { key: 'value' } }],
  ['params', { header: { authorization: 'Bearer polluted' } }],
  ['header', { authorization: 'Bearer polluted' }],
  ['path', '/elsewhere'],
  ['querySerializer', () => 'key=value'],
  ['pathSerializer', () => '/elsewhere'],
  ['bodySerializer', () => 'polluted'],
  ['parseAs', 'stream'],
  ['tag', 'polluted'],
  ['ok', true],
  ['kind', 'polluted'],
  ['code', 'CERT_HAS_EXPIRED'],
  ['status', 500],
  ['retryAfter', 0],
]

/** Adds a plant while Object.prototype has this property. */
async function addWhilePolluted(key: string, value: unknown, middleware: object[], status: number) {
  const sent: [url: unknown, init: RequestInit | undefined][] = []
  const body = status === successStatus ? '{"name":"Monstera"}' : contractError
  const response = new Response(body, { status })
  const own = {
    baseUrl,
    accessToken: 'token',
    middleware,
    fetch: async (to: unknown, init?: RequestInit) => {
      sent.push([to, init])
      return response.clone()
    },
  }
  Object.defineProperty(Object.prototype, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: true,
  })
  try {
    const result = await new PlantStoreClient(own as never).addPlant(monstera)
    return { result, sent }
  } finally {
    Reflect.deleteProperty(Object.prototype, key)
  }
}

describe.each(withAndWithoutMiddleware)('%s', (_name, middleware) => {
  test.each(polluted)('Object.prototype.%s changes nothing', async (key, value) => {
    const { result, sent } = await addWhilePolluted(key, value, middleware, 500)
    expect(result.ok).toBe(false)
    expect(result.error).toMatchObject({
      kind: 'api',
      response: { status: 500 },
      mayHaveBeenAdded: true,
    })
    expect(sent).toHaveLength(1)
    const [to, init] = sent[0] ?? []
    expect(to).toBe(url)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token')
    expect(init?.headers).not.toHaveProperty('x-polluted')
    expect(await new Response(init?.body as BodyInit).json()).toEqual(monstera)
    const success = await addWhilePolluted(key, value, middleware, successStatus)
    expect(success.result).toMatchObject({ ok: true, data: { name: 'Monstera' } })
    expect(success.sent).toHaveLength(1)
  })
})
