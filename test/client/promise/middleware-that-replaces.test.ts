// An `onResponse` or `onError` that gives another Response or Error than the one it received may
// have sent the plant itself, so no proof holds and nothing is repeated. Guarding neighbours, right
// in 0.1.0 too: "Leaves the proof", a hook that throws or does not come back, and those where a
// reset, a 500 or no answer stays the last word.
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { monstera } from '../stub-fetch.ts'
import {
  adds,
  answers,
  atOnce,
  type Behaviour,
  contractError,
  cutsShort,
  goneServer,
  inTurn,
  never,
  recordingServer,
  resets,
} from './recording-server.ts'

const clientOf = (baseUrl: string, ...middleware: Middleware[]) =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', middleware })

const made = (status: number, headers: HeadersInit = {}) =>
  Response.json({ error: 7, message: 'No.' }, { status, headers })
const busy = () => made(503, { 'retry-after': '0' })
const passive: Middleware = { onRequest() {}, onResponse: ({ response }) => response, onError() {} }

/** A connection refused at the address of the request, as Node's fetch tells it. */
const refusedAt = (url: string) => {
  const { hostname: address, port, host } = new URL(url)
  const known = { code: 'ECONNREFUSED', syscall: 'connect', address, port: Number(port) }
  const cause = Object.assign(new Error(`connect ECONNREFUSED ${host}`), known)
  return new TypeError('fetch failed', { cause })
}

const added500 = adds(answers(500, {}, contractError))
const cases: [string, Behaviour, Middleware][] = [
  ['a 500 into a 400', added500, { onResponse: () => made(400) }],
  ['a 500 into a 503 with Retry-After', added500, { onResponse: busy }],
  ['a 200 into a 503 with Retry-After', adds(), { onResponse: busy }],
  ['a 200 into a 429 with Retry-After', adds(), { onResponse: () => made(429, Object(atOnce)) }],
  ['a 200 into a 404', adds(), { onResponse: () => made(404) }],
  ['a 200 into a 401', adds(), { onResponse: () => made(401) }],
  ['a 303 into a 400', adds(answers(303)), { onResponse: () => made(400) }],
  ['a reset into a 503 with Retry-After', adds(resets), { onError: busy }],
  ['a reset into a 400', adds(resets), { onError: () => made(400) }],
  [
    'a reset into a refused connection',
    adds(resets),
    { onError: ({ request }) => refusedAt(request.url) },
  ],
  [
    'a 500 into a 503, after which another gives what it received',
    added500,
    { onResponse: ({ response }) => (response.status === 500 ? busy() : response) },
  ],
]

describe('Turns', () => {
  for (const [where, around] of [
    ['alone', []],
    ['among others', [passive]],
  ] as const)
    test.each(cases)(`%s, ${where}`, async (_name, behave, middleware) => {
      await using server = await recordingServer(behave)
      const client = clientOf(server.url, ...around, middleware, ...around)
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ mayHaveBeenAdded: true })
      expect(server.added).toEqual([1])
      expect(server.requests).toHaveLength(1)
    })
})

describe('Sends by itself', () => {
  test.each<[string, Behaviour]>([
    ['a 500', added500],
    ['a 400', adds(answers(400, {}, contractError))],
    ['a 503 with Retry-After', adds(answers(503, atOnce, contractError))],
    ['a 200 that is cut short', adds(cutsShort)],
    ['a reset', adds(resets)],
    ['no answer', adds(never)],
  ])('after a 401, and gets %s', async (_name, behave) => {
    await using server = await recordingServer(inTurn(answers(401, {}, contractError), behave))
    const again: Middleware = {
      onResponse: ({ response, request }) =>
        response.status === 401
          ? fetch(request.url, { method: 'POST', body: JSON.stringify(monstera) })
          : undefined,
    }
    const { error } = await clientOf(server.url, again).addPlant(monstera, { timeout: 2_000 })
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(server.requests).toHaveLength(2)
  })

  test.each<[string, Behaviour]>([
    ['a 500', added500],
    ['a 503 with Retry-After', adds(answers(503, atOnce, contractError))],
    ['a 200 that is cut short', adds(cutsShort)],
    ['a reset', adds(resets)],
    ['no answer', adds(never)],
  ])('to a fallback after a refused connection, and gets %s', async (_name, behave) => {
    const { url } = await goneServer()
    await using fallback = await recordingServer(behave)
    const elsewhere: Middleware = {
      onError: () => fetch(fallback.url, { method: 'POST', body: JSON.stringify(monstera) }),
    }
    const { error } = await clientOf(url, elsewhere).addPlant(monstera, { timeout: 2_000 })
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(fallback.added).toEqual([1])
  })
})

describe('Takes the proof of a refusal away', () => {
  const refuses = answers(503, atOnce, contractError)
  test.each<[string, Middleware]>([
    ['by another Response that says the same', { onResponse: busy }],
    ['by a throw', { onResponse: () => Promise.reject(new Error('sent, then broke')) }],
    ['by nonsense', { onResponse: () => 'nonsense' as never }],
    ['by not coming back', { onResponse: () => new Promise<Response>(() => {}) }],
  ])('%s', async (_name, middleware) => {
    await using server = await recordingServer(refuses)
    const { error } = await clientOf(server.url, middleware).addPlant(monstera, { timeout: 500 })
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(server.requests).toHaveLength(1)
  })

  test('by another Response, where one outside gives the first again', async () => {
    await using server = await recordingServer(refuses)
    let first: Response | undefined
    const remembers: Middleware = {
      onResponse({ response }) {
        first = response
      },
    }
    const restores: Middleware = { onResponse: () => first }
    const client = clientOf(server.url, restores, { onResponse: busy }, remembers)
    expect((await client.addPlant(monstera)).error).toMatchObject({ mayHaveBeenAdded: true })
    expect(server.requests).toHaveLength(1)
  })

  test.each<[string, Middleware]>([
    ['another Error', { onError: () => new Error('wrapped') }],
    ['a throw', { onError: () => Promise.reject(new Error('sent, then broke')) }],
    ['not coming back', { onError: () => new Promise<Response>(() => {}) }],
  ])('of a refused connection, by %s', async (_name, middleware) => {
    const { url } = await goneServer()
    const { error } = await clientOf(url, middleware).addPlant(monstera, { timeout: 500 })
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
  })
})

describe('Leaves the proof', () => {
  test.each<[string, Middleware]>([
    ['nothing', { onResponse() {} }],
    ['the same Response', passive],
    [
      'nothing, having read a clone',
      { onResponse: async ({ response }) => void (await response.clone().text()) },
    ],
  ])('of a refusal where it gives %s', async (_name, middleware) => {
    await using server = await recordingServer(inTurn(answers(503, atOnce), answers(400)))
    const { error } = await clientOf(server.url, middleware).addPlant(monstera)
    expect(error).toMatchObject({ status: 400, mayHaveBeenAdded: false })
    expect(server.requests).toHaveLength(2)
  })

  test('of a refused connection where it gives the same Error', async () => {
    const { url } = await goneServer()
    const same: Middleware = { onError: ({ error }) => error as Error }
    const { error } = await clientOf(url, same).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  })
})
