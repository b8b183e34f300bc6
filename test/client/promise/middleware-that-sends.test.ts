// An `onRequest` that sends the plant by itself and then gives anything but a Request: whatever it
// says, the plant may be in the store, and the client does not send it again. Two neighbours at
// the end, which did right in 0.1.0: a hook that gives a Request, or nothing, takes no proof away.
import { type Middleware, PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { expect, test } from 'vitest'
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
  page,
  recordingServer,
  resets,
} from './recording-server.ts'

const sends: Middleware = { onRequest: ({ request }) => fetch(request, { redirect: 'manual' }) }
const clientOf = (baseUrl: string, ...middleware: Middleware[]) =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', middleware })

const outcomes: [string, Behaviour][] = [
  ['a 500', adds(answers(500, {}, contractError))],
  ['a page', adds(answers(502, {}, page))],
  ['a reset', adds(resets)],
  ['a 200 that is cut short', adds(cutsShort)],
  ['a 200 of the wrong shape', adds(answers(200, {}, '{}'))],
  ['a 303', adds(answers(303, { location: '/elsewhere' }))],
  ['a 400', adds(answers(400, {}, contractError))],
  ['a 401', adds(answers(401, {}, contractError))],
  ['a 429 with Retry-After', adds(answers(429, atOnce, contractError))],
  ['a 503 with Retry-After', adds(answers(503, atOnce, contractError))],
]

const neighbours: [string, Middleware[]][] = [
  ['alone', [sends]],
  ['before another', [sends, { onRequest() {}, onResponse() {}, onError() {} }]],
  ['after another', [{ onRequest() {}, onResponse() {}, onError() {} }, sends]],
  ['after one that gives a Request', [{ onRequest: ({ request }) => request.clone() }, sends]],
]

for (const [where, middleware] of neighbours)
  test.each(outcomes)(`${where}: it gets %s`, async (_name, behave) => {
    await using server = await recordingServer(behave)
    const { error } = await clientOf(server.url, ...middleware).addPlant(monstera)
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(server.requests).toHaveLength(1)
  })

test.each<[string, Partial<PlantStoreClientOptions>]>([
  ['a provider that has another token', { accessToken: ({ rejected }) => `${rejected}-new` }],
  ['retries to spare', { maxRetries: 5 }],
])('it gets a 401, a 429 or a 503, and there are %s: still sent once', async (_name, options) => {
  for (const status of [401, 429, 503]) {
    await using server = await recordingServer(adds(answers(status, atOnce, contractError)))
    const { url: baseUrl } = server
    const all = { baseUrl, accessToken: 'token', middleware: [sends], ...options }
    const { error } = await new PlantStoreClient(all).addPlant(monstera)
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(server.requests).toHaveLength(1)
  }
})

test('it has not come back at the time-out', async () => {
  await using server = await recordingServer(adds(never))
  const { error } = await clientOf(server.url, sends).addPlant(monstera, { timeout: 500 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
})

test('it has not come back when the caller aborts', async () => {
  await using server = await recordingServer(adds(never))
  const controller = new AbortController()
  const result = clientOf(server.url, sends).addPlant(monstera, { signal: controller.signal })
  await server.asked
  controller.abort()
  expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
})

test('it sends, and throws what comes of a server that refuses connections', async () => {
  await using server = await recordingServer()
  const gone = await goneServer()
  for (const next of [gone.url, server.url]) {
    const refused = Object.assign(new Error(`connect ECONNREFUSED ${new URL(next).host}`), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '127.0.0.1',
      port: Number(new URL(next).port),
    })
    const { error } = await clientOf(server.url, {
      async onRequest({ request }) {
        await fetch(request)
        throw new TypeError('fetch failed', { cause: refused })
      },
    }).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
  }
  expect(server.requests).toHaveLength(2) // one for each client
})

test('it gives what is neither a Request nor a Response', async () => {
  await using server = await recordingServer()
  const { error } = await clientOf(server.url, {
    async onRequest({ request }) {
      await fetch(request)
      return 'nonsense' as never
    },
  }).addPlant(monstera)
  expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
  expect(server.requests).toHaveLength(1)
})

test('neighbour: one that gives a Request leaves a refusal its proof', async () => {
  await using server = await recordingServer(inTurn(answers(503, atOnce), answers(400)))
  const middleware = [{ onRequest: ({ request }: { request: Request }) => request.clone() }]
  const { error } = await clientOf(server.url, ...middleware).addPlant(monstera)
  expect(error).toMatchObject({ status: 400, mayHaveBeenAdded: false })
  expect(server.requests).toHaveLength(2)
})

test('neighbour: one that gives nothing leaves a refused connection its proof', async () => {
  const { url } = await goneServer()
  const { error } = await clientOf(url, { onRequest() {} }).addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
})
