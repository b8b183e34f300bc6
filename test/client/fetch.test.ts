// How a fetch is called, and what it may do wrong.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, expect, test, vi } from 'vitest'
import { accept, requestMediaType, successStatus } from '../../generated/contract.ts'
import { recordingServer } from './servers.ts'
import {
  add,
  added,
  addTo,
  baseUrl,
  monstera,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

test('fetch: globalThis.fetch is looked up at each attempt', async () => {
  const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
  for (const name of ['first', 'second']) {
    vi.stubGlobal('fetch', async () => Response.json({ name }, { status: successStatus }))
    expect((await client.addPlant(monstera)).data?.name, name).toBe(name)
  }
})

test.each(withAndWithoutMiddleware)(
  'fetch: called as (url, init), with plain values and no this, %s',
  async (_name, middleware) => {
    const { error } = await add(added(), {
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
    expect(error).toBeUndefined()
  },
)

test.each(withAndWithoutMiddleware)(
  'every request says what it sends and accepts; a server may name itself by headers, an option of the client: User-Agent, %s',
  async (_name, middleware) => {
    await using server = await recordingServer()
    expect(
      (await addTo(server.url, { middleware, headers: { 'User-Agent': 'greenhouse/2.1' } })).ok,
    ).toBe(true)
    expect(server.requests[0]).toMatchObject({ method: 'POST', body: JSON.stringify(monstera) })
    expect(server.requests[0]?.headers).toMatchObject({
      accept,
      authorization: 'Bearer token',
      'content-type': requestMediaType,
      'user-agent': 'greenhouse/2.1',
    })
  },
)

test.each([
  ['fetch', `POST ${url} could not be sent: there is no fetch`],
  ['AbortController', `POST ${url} could not be sent: `],
])(
  'without %s the call says so, such as there is no fetch, and neither rejects nor retries',
  async (name, words) => {
    const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    vi.stubGlobal(name, undefined)
    const { error } = await client.addPlant(monstera)
    expect(timers).toHaveBeenCalledTimes(1) // the time-out: such a call is not retried
    timers.mockRestore()
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    expect(error?.message.startsWith(words)).toBe(true)
  },
)

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
    expect((await add(() => recording(added()), { middleware })).data).toEqual(monstera)
  },
)
