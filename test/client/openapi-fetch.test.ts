// Every attempt is one POST of openapi-fetch, with and without middleware.
import type createClient from 'openapi-fetch'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { added, monstera, refused } from './stub-fetch.ts'

type Api = ReturnType<typeof createClient>
const apis: Api[] = []
let clientOf: typeof import('./stub-fetch.ts').clientOf

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('openapi-fetch', async importOriginal => {
    const original = await importOriginal<typeof import('openapi-fetch')>()
    const counting: typeof createClient = options => {
      const api = original.default<never>(options)
      vi.spyOn(api, 'POST') // which it still is; its calls are counted
      apis.push(api)
      return api
    }
    return { ...original, default: counting }
  })
  ;({ clientOf } = await import('./stub-fetch.ts'))
})
afterAll(() => {
  vi.doUnmock('openapi-fetch')
  vi.resetModules()
})
beforeEach(() => {
  apis.length = 0
  vi.spyOn(Math, 'random').mockReturnValue(0) // so that no retry waits
})

const busy = refused(503, { 'retry-after': '0' })
const passes = [{ onRequest() {}, onResponse() {}, onError() {} }]

test.each([
  ['one attempt', added(), {}, 1],
  ['one attempt with middleware', added(), { middleware: passes }, 1],
  ['two retries', [busy, busy, added()], {}, 3],
  ['two retries with middleware', [busy, busy, added()], { middleware: passes }, 3],
  [
    'a refreshed token',
    [refused(401), added()],
    { accessToken: ({ rejected }: { rejected?: string }) => (rejected ? 'new' : 'old') },
    2,
  ],
])('each attempt is one POST of openapi-fetch: %s', async (_name, answers, options, posts) => {
  const { client, sent } = clientOf(answers, options)
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(apis.map(({ POST }) => vi.mocked(POST).mock.calls.length)).toEqual([posts])
  expect(sent).toHaveLength(posts)
})

test('a plant that is refused before it is sent costs no POST', async () => {
  const { client } = clientOf(added())
  await client.addPlant({ id: 1 } as never)
  expect(apis.map(({ POST }) => vi.mocked(POST).mock.calls.length)).toEqual([0])
})
