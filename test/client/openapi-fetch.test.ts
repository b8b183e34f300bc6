// Every attempt is one POST of openapi-fetch, with and without middleware.
import type createClient from 'openapi-fetch'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { added, busy, monstera, passive, refused } from './stub-fetch.ts'

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

const renews = ({ rejected }: { rejected?: string }) => (rejected ? 'new' : 'old')

test.each<[string, Parameters<typeof clientOf>[0], object, posts: number]>([
  ['one attempt', added(), {}, 1],
  ['one attempt with middleware', added(), { middleware: [passive] }, 1],
  ['two retries', [busy(), busy(), added()], {}, 3],
  ['two retries with middleware', [busy(), busy(), added()], { middleware: [passive] }, 3],
  ['a refreshed token', [refused(401), added()], { accessToken: renews }, 2],
  ['an option that is wrong', added(), { baseUrl: '/v1' }, 0],
])('each attempt is one POST of openapi-fetch: %s', async (_name, answers, options, posts) => {
  const { client, sent } = clientOf(answers, options)
  expect((await client.addPlant(monstera)).ok).toBe(posts > 0)
  expect(apis.map(({ POST }) => vi.mocked(POST).mock.calls.length)).toEqual([posts])
  expect(sent).toHaveLength(posts)
})
