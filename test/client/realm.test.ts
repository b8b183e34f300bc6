// Realms that are patched or lack something: jsdom's AbortController on globalThis, which Node's fetch
// refuses from version 24 on, as Vitest 2 and 3 and a hand-patched Jest leave it; jest-environment-jsdom;
// React Native and older engines.
import crossFetch from 'cross-fetch'
import { JSDOM } from 'jsdom'
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  adds,
  answers,
  atOnce,
  contractError,
  inTurn,
  never,
  recordingServer,
} from './recording-server.ts'
import { added, clientOf, monstera, neverAnswers, passive, SOON } from './stub-fetch.ts'

const native = { AbortController, AbortSignal }
afterEach(() => vi.unstubAllGlobals())

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
    for (const _ of [1, 2]) expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(server.added).toEqual([1, 1])
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
    for (const [whose, Controller] of [
      ['the realm', AbortController],
      ['the runtime', native.AbortController],
    ] as const) {
      const controller = new Controller()
      const asked = server.requests.length
      const result = client.addPlant(monstera, { signal: controller.signal })
      await vi.waitFor(() => expect(server.requests, whose).toHaveLength(asked + 1), 20_000)
      controller.abort(new Error('left'))
      const { error } = await result
      expect(error, whose).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
      expect(String(error?.cause), whose).toContain('left')
    }
  })
})

describe('A realm without', () => {
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
    for (const name of names) vi.stubGlobal(name, undefined)
    const options = { baseUrl: server.url, accessToken: 'token', fetch: crossFetch }
    const client = new PlantStoreClient(options)
    const first = await client.addPlant(monstera)
    const second = await client.addPlant(monstera)
    vi.unstubAllGlobals()
    expect(first.error).toBeUndefined()
    expect(second.error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
    expect(server.added).toEqual([1])
  })
})

describe('A realm without AbortSignal.any, AbortSignal.timeout and JSON.rawJSON', () => {
  const lacking: [object, string][] = [
    [AbortSignal, 'any'],
    [AbortSignal, 'timeout'],
    [JSON, 'rawJSON'],
  ]
  const kept = lacking.map(([on, name]) => Object.getOwnPropertyDescriptor(on, name))
  beforeEach(() => {
    for (const [on, name] of lacking) Reflect.deleteProperty(on, name)
  })
  afterEach(() => {
    for (const [index, [on, name]] of lacking.entries())
      if (kept[index]) Object.defineProperty(on, name, kept[index])
  })

  test.each(variants)('a bigint leaves as an integer, %s', async (_name, middleware) => {
    const { client, sent } = clientOf(added(), { middleware })
    expect((await client.addPlant({ id: 2n ** 63n - 1n, name: 'Hoya' })).ok).toBe(true)
    const body = await new Response(sent[0]?.init.body as BodyInit).text()
    expect(body).toBe('{"id":9223372036854775807,"name":"Hoya"}')
  })

  test.each(variants)('a time-out and an abort end a call, %s', async (_name, middleware) => {
    const { client, sent } = clientOf(neverAnswers, { middleware })
    expect((await client.addPlant(monstera, { timeout: SOON })).error?.kind).toBe('timeout')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error?.kind).toBe('aborted')
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([true, true])
  })
})
