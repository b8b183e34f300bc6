// Realms that are patched or lack something: jsdom's AbortController on globalThis, which Node's fetch
// refuses from version 24 on, as Vitest 2 and 3 and a hand-patched Jest leave it; jest-environment-jsdom;
// React Native and older engines.
import crossFetch from 'cross-fetch'
import { JSDOM } from 'jsdom'
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { adds, answers, atOnce, contractError, inTurn, never, recordingServer } from './servers.ts'
import { add, addTo, monstera, neverAnswers, passive, SOON } from './stub-fetch.ts'

const native = { AbortController }
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
  test('a plant is added, after a retry too', async () => {
    await using server = await recordingServer(inTurn(adds(), answers(503, atOnce), adds()))
    for (const _ of [1, 2]) expect((await addTo(server.url, { middleware })).ok).toBe(true)
    expect(server.added).toEqual([1, 1])
  })

  test.each<[what: string, make?: () => AbortController]>([
    ['a time-out'],
    ["the realm's signal", () => new AbortController()],
    ["the runtime's signal", () => new native.AbortController()],
  ])('%s ends the call', async (_what, makeController) => {
    await using server = await recordingServer(adds(never))
    const controller = makeController?.()
    const options = controller ? { signal: controller.signal } : { timeout: 500 }
    const result = addTo(server.url, { middleware }, options)
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), 20_000)
    controller?.abort(new Error('left'))
    const { error } = await result
    const kind = controller ? 'aborted' : 'timeout'
    expect(error).toMatchObject({ kind, mayHaveBeenAdded: true })
    if (controller) expect(String(error?.cause)).toContain('left')
  })
})

/** Takes a global away, or a method of one. */
function takeAway(name: string) {
  const [owner = '', method] = name.split('.')
  if (!method) return vi.stubGlobal(owner, undefined)
  const on = Reflect.get(globalThis, owner)
  const descriptor = Object.getOwnPropertyDescriptor(on, method)
  if (!descriptor) return // as in Node 20
  Reflect.deleteProperty(on, method)
  onTestFinished(() => void Object.defineProperty(on, method, descriptor))
}

describe.each([
  ['Request', ['Request']],
  ['TextDecoder', ['TextDecoder']],
  ['streams', ['ReadableStream', 'TransformStream', 'WritableStream']],
  [
    'all that jest-environment-jsdom lacks',
    ['Request', 'Response', 'fetch', 'TextDecoder', 'TextEncoder', 'ReadableStream'],
  ],
  ['what React Native lacks', ['AbortSignal.any', 'AbortSignal.timeout', 'JSON.rawJSON']],
])('A realm without %s', (_name, names) => {
  test('a plant is added, its id digit for digit, and a refusal is an api error', async () => {
    await using server = await recordingServer(inTurn(answers(400, {}, contractError), adds()))
    for (const name of names) takeAway(name)
    const options = { baseUrl: server.url, accessToken: 'token', fetch: crossFetch }
    const client = new PlantStoreClient(options)
    const refusal = await client.addPlant(monstera)
    const success = await client.addPlant({ id: 2n ** 63n - 1n, name: 'Hoya' })
    vi.unstubAllGlobals()
    expect(refusal.error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
    expect(success.error).toBeUndefined()
    expect(server.requests[1]?.body).toBe('{"id":9223372036854775807,"name":"Hoya"}')
  })

  test('a time-out and an abort end a call', async () => {
    for (const name of names) takeAway(name)
    const middleware = names.includes('AbortSignal.any') ? [copies] : []
    const late = await add(neverAnswers, { middleware, timeout: SOON })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    const aborted = await add(neverAnswers, { middleware }, { signal: controller.signal })
    expect([late.error?.kind, aborted.error?.kind]).toEqual(['timeout', 'aborted'])
    if (middleware.length > 0)
      for (const { init } of [...late.sent, ...aborted.sent])
        expect(init.signal?.aborted).toBe(true)
  })
})
