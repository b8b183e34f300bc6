// jsdom's AbortController on globalThis, which Node's fetch refuses from version 24 on, as Vitest 2 and
// 3 and a hand-patched Jest leave it; and realms in which something is missing.

import crossFetch from 'cross-fetch'
import { JSDOM } from 'jsdom'
import { HttpResponse, http } from 'msw-2'
import { setupServer } from 'msw-2/node'
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { baseUrl, monstera } from '../stub-fetch.ts'
import {
  adds,
  answers,
  atOnce,
  contractError,
  inTurn,
  never,
  recordingServer,
} from './recording-server.ts'

const native = { AbortController, AbortSignal }
afterEach(() => vi.unstubAllGlobals())

const passive: Middleware = { onRequest() {}, onResponse() {}, onError() {} }
const copies: Middleware = { onRequest: ({ request }) => new Request(request) }
const variants: [string, Middleware[]][] = [
  ['without middleware', []],
  ['with one', [passive]],
  ['with one that gives a new Request', [copies]],
]

describe.each(variants)("jsdom's AbortController, %s", (_name, middleware) => {
  beforeEach(() => {
    const { window } = new JSDOM('')
    vi.stubGlobal('AbortController', window.AbortController)
    vi.stubGlobal('AbortSignal', window.AbortSignal)
  })
  const make = (url: string) =>
    new PlantStoreClient({ baseUrl: url, accessToken: 'token', middleware })

  test('a plant is added, after a retry too', async () => {
    await using server = await recordingServer(inTurn(adds(), answers(503, atOnce), adds()))
    const client = make(server.url)
    expect((await client.addPlant(monstera)).error).toBeUndefined()
    expect((await client.addPlant(monstera)).error).toBeUndefined()
    expect(server.added).toEqual([1, 1])
  })

  test('a refusal is told', async () => {
    await using server = await recordingServer(answers(400, {}, contractError))
    const { error } = await make(server.url).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
  })

  test('the call ends in time', async () => {
    await using server = await recordingServer(adds(never))
    const { error } = await make(server.url).addPlant(monstera, { timeout: 500 })
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    expect(server.added).toEqual([1])
  })

  test("the caller's signal ends it, the realm's as well as the runtime's", async () => {
    await using server = await recordingServer(adds(never))
    const client = make(server.url)
    for (const Controller of [AbortController, native.AbortController]) {
      const controller = new Controller()
      const asked = server.requests.length
      const result = client.addPlant(monstera, { signal: controller.signal })
      await vi.waitFor(() => expect(server.requests).toHaveLength(asked + 1), 20_000)
      controller.abort(new Error('left'))
      const { error } = await result
      expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
      expect(String(error?.cause)).toContain('left')
    }
  })

  test('msw 2 answers', async () => {
    const handler = http.post(`${baseUrl}/plants`, () => HttpResponse.json(monstera))
    const server = setupServer(handler)
    server.listen({ onUnhandledRequest: 'error' })
    try {
      expect((await make(baseUrl).addPlant(monstera)).data).toEqual(monstera)
    } finally {
      server.close()
    }
  })

  test('cross-fetch, which takes any signal, adds a plant', async () => {
    await using server = await recordingServer()
    const options = { baseUrl: server.url, accessToken: 'token', middleware }
    const client = new PlantStoreClient({ ...options, fetch: crossFetch })
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })
})

describe('Missing', () => {
  const lacking = (name: string) => vi.stubGlobal(name, undefined)
  const throughCrossFetch = (url: string) =>
    new PlantStoreClient({ baseUrl: url, accessToken: 'token', fetch: crossFetch })

  test.each([
    ['Request', ['Request']],
    ['Response', ['Response']],
    ['TextDecoder', ['TextDecoder']],
    ['streams', ['ReadableStream', 'TransformStream', 'WritableStream']],
    [
      'all that jest-environment-jsdom lacks',
      ['Request', 'Response', 'fetch', 'TextDecoder', 'TextEncoder', 'ReadableStream'],
    ],
  ])('%s: a plant is added', async (_name, names) => {
    await using server = await recordingServer(inTurn(adds(), answers(400, {}, contractError)))
    for (const name of names) lacking(name)
    const client = throughCrossFetch(server.url)
    const first = await client.addPlant(monstera)
    const second = await client.addPlant(monstera)
    vi.unstubAllGlobals()
    expect(first.error).toBeUndefined()
    expect(second.error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
    expect(server.added).toEqual([1])
  })

  test('AbortSignal.any and AbortSignal.timeout: a call still ends', async () => {
    await using server = await recordingServer(adds(never))
    const { any, timeout } = AbortSignal
    Object.assign(AbortSignal, { any: undefined, timeout: undefined })
    const middleware = [passive, copies]
    const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', middleware })
    const { error } = await client.addPlant(monstera, { timeout: 300 })
    Object.assign(AbortSignal, { any, timeout })
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  })

  test.each(['Request', 'Response'])(
    '%s, where there is middleware: the constructor names it',
    name => {
      lacking(name)
      const make = () =>
        new PlantStoreClient({ baseUrl, accessToken: 'token', middleware: [passive] })
      expect(make).toThrow(TypeError)
      expect(make).toThrow(/^middleware must be .*\bRequest and Response$/)
    },
  )

  test('Request: a wrong baseUrl is still refused', () => {
    lacking('Request')
    for (const wrong of ['ftp://a.example', 'https://a.example/?b', 'https://u:p@a.example', '']) {
      const make = () => new PlantStoreClient({ baseUrl: wrong, accessToken: 'token' })
      expect(make).toThrow(/^baseUrl /)
    }
  })
})
