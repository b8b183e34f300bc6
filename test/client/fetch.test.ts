// How a fetch is called, and what it may do wrong.
import { PlantStoreClient } from 'plant-store-client'
import { expect, test, vi } from 'vitest'
import { requestMediaType, successStatus } from '../../generated/contract.ts'
import { recordingServer } from './recording-server.ts'
import { added, baseUrl, clientOf, monstera, url, withAndWithoutMiddleware } from './stub-fetch.ts'

const options = { baseUrl, accessToken: 'token', maxRetries: 0 }

test('globalThis.fetch is looked up at each attempt', async () => {
  const client = new PlantStoreClient(options)
  const original = globalThis.fetch
  try {
    for (const name of ['first', 'second']) {
      globalThis.fetch = async () => Response.json({ name }, { status: successStatus })
      expect((await client.addPlant(monstera)).data?.name, name).toBe(name)
    }
  } finally {
    globalThis.fetch = original
  }
})

test.each(withAndWithoutMiddleware)(
  'fetch is called as (url, init), with plain values and no this, %s',
  async (_name, middleware) => {
    const client = new PlantStoreClient({
      ...options,
      middleware,
      async fetch(this: unknown, given, init) {
        expect(this === undefined || this === globalThis).toBe(true)
        expect(given).toBe(url)
        expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
        expect(Object.getPrototypeOf(init?.headers)).toBe(Object.prototype)
        expect(init?.signal).toBeInstanceOf(AbortSignal)
        return added()
      },
    })
    expect((await client.addPlant(monstera)).error).toBeUndefined()
  },
)

test.each(withAndWithoutMiddleware)(
  'every request says what it sends and what it accepts, %s',
  async (_name, middleware) => {
    await using server = await recordingServer()
    const client = new PlantStoreClient({ ...options, baseUrl: server.url, middleware })
    expect((await client.addPlant(monstera, { headers: { 'X-Other': '1' } })).ok).toBe(true)
    expect(server.requests[0]).toMatchObject({ method: 'POST', body: JSON.stringify(monstera) })
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer token',
      'content-type': requestMediaType,
      'x-other': '1',
    })
  },
)

test('without a fetch, the call says so and nothing is sent', async () => {
  vi.stubGlobal('fetch', undefined)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const { error } = await new PlantStoreClient(options).addPlant(monstera)
  expect(timers).toHaveBeenCalledTimes(1) // the time-out: such a call is not retried
  timers.mockRestore()
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  expect(error?.message).toBe(`POST ${url} could not be sent: there is no fetch`)
})

test('without AbortController, the call fails but does not reject', async () => {
  const { client } = clientOf(added())
  const { AbortController: original } = globalThis
  Object.assign(globalThis, { AbortController: undefined })
  const call = client.addPlant(monstera)
  const result = await call.finally(() => Object.assign(globalThis, { AbortController: original }))
  expect(result.error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  expect(result.error?.message).toContain(' could not be sent: ')
})

test('calls made at the same time each get their own response', async () => {
  const { client } = clientOf(async ({ init }) => {
    await new Promise(resolve => setImmediate(resolve))
    const { id } = JSON.parse(String(init.body))
    return Response.json({ name: `plant ${id}` }, { status: successStatus })
  })
  const ids = Array.from({ length: 100 }, (_, index) => index)
  const results = await Promise.all(ids.map(id => client.addPlant({ id, name: 'Monstera' })))
  expect(results.map(({ data }) => data?.name)).toEqual(ids.map(id => `plant ${id}`))
})

// https://github.com/sveltejs/kit/pull/11473
test.each(withAndWithoutMiddleware)(
  "SvelteKit's fetch in a universal load, whose body is used once it was looked at, %s",
  async (_name, middleware) => {
    const recording = (response: Response) => {
      let given: ReadableStream | undefined
      const lookAt = () => {
        const [kept, passed] = response.body?.tee() ?? []
        void new Response(kept ?? null).text()
        return passed
      }
      return new Proxy(response, {
        get(target, name) {
          if (name === 'body') {
            given ??= lookAt()
            return given
          }
          const value = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }
    const { client } = clientOf(() => recording(added()), { middleware })
    expect((await client.addPlant(monstera)).data).toEqual(monstera)
  },
)
