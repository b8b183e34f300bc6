// connectMockServer: errors if no mock server answers, or something in front of it does.
import { once } from 'node:events'
import type { Socket } from 'node:net'

import { connectMockServer } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { heldRequest } from '../harness/addition.ts'
import { listen } from '../harness/listen.ts'

/** No message repeats the credentials. */
const mock = connectMockServer('http://me:secret@127.0.0.1:4010')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The error of a call while `fetch` does that. */
async function errorWith(fetch: () => Promise<Response>): Promise<Error> {
  vi.stubGlobal('fetch', fetch)
  return await mock.plants().then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
}

const lost = (cause?: unknown) =>
  new TypeError('fetch failed', cause === undefined ? {} : { cause })

test.each<[string, unknown]>([
  ['connect ECONNREFUSED', lost(new Error('connect ECONNREFUSED'))],
  ['fetch failed', lost(new Error(''))],
  ['fetch failed', lost()],
])('no response, with the reason: %s', async (reason, thrown) => {
  const error = await errorWith(() => Promise.reject(thrown))
  expect(error.message).toBe(`No response from a mock server at http://127.0.0.1:4010: ${reason}`)
  expect(error.cause).toBe(thrown)
})

test.each([undefined, {}, { ok: true, status: 200 }])(
  'a fetch that returns %j, as in jest-expo, is named, and the URL is not blamed',
  async given => {
    const error = await errorWith(async () => given as Response)
    expect(error.message).toBe(
      'No response from a mock server at http://127.0.0.1:4010: the global fetch is replaced, and returned no response',
    )
  },
)

test.each([
  [200, '[]', 'status 200'],
  [404, '<p>Not here</p>', 'status 404'],
  [500, '{"message":7}', 'status 500'],
  [403, '{"message":"Not you"}', 'status 403: Not you'],
  [403, JSON.stringify({ message: 'x'.repeat(301) }), `status 403: ${'x'.repeat(300)}`],
])('a %i with %s comes from something else', async (status, body, shown) => {
  const error = await errorWith(async () => new Response(body, { status }))
  expect(error.message).toBe(
    `No mock control API at http://127.0.0.1:4010/__mock (${shown}). Check the URL and --no-control.`,
  )
})

test('the request of a hold is waited for longer than the server takes to answer', async () => {
  await using server = await startMockServer({ port: 0 })
  const hold = await connectMockServer(server.url).holdNext()
  const setTimeout = vi.spyOn(globalThis, 'setTimeout')
  const { arrived } = hold
  const [[, timeout] = []] = setTimeout.mock.calls
  expect(timeout).toBeGreaterThan(25_000)
  const responding = fetch(`${server.url}/plants`, { method: 'POST' })
  await heldRequest({ arrived }, responding)
  await hold.release()
  await responding
})

/** On every version of Node, fetch refuses its signals. */
class ForeignAbortController {
  readonly signal = new EventTarget()
  abort() {}
}

describe("Where AbortController is that of another realm, such as jsdom's", () => {
  beforeEach(() => void vi.stubGlobal('AbortController', ForeignAbortController))

  test('the mock is controlled all the same', async () => {
    await using server = await startMockServer({ port: 0 })
    const mock = connectMockServer(server.url)
    await mock.addPlants([{ id: 1, name: 'Monstera' }])
    await using hold = await mock.holdNext()
    expect(await mock.plants()).toEqual([{ id: 1, name: 'Monstera' }])
    const responding = fetch(`${server.url}/plants`, { method: 'POST' })
    expect((await heldRequest(hold, responding)).inFlight).toBe('held')
    await hold.release()
    await responding
  })

  test('a call is given up after 10 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const giving = errorWith(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await giving).message).toMatch(/: none within 10 seconds$/)
    vi.useRealTimers()
  })
})

test('a call that is given up ends its request, where fetch takes a signal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let arrive = (_socket: Socket) => {}
  const arrived = new Promise<Socket>(resolve => {
    arrive = resolve
  })
  await using silent = await listen(({ socket }) => arrive(socket))
  const giving = expect(connectMockServer(silent.url).plants()).rejects.toThrow('within 10 seconds')
  const socket = await arrived
  const closed = once(socket, 'close')
  vi.advanceTimersByTime(10_000)
  await giving
  await closed
  vi.useRealTimers()
})

test.each(['', '/app/'])(
  'the page of a test with the address %j does not make a URL wrong',
  href => {
    vi.stubGlobal('location', { href })
    expect(() => connectMockServer('http://127.0.0.1:4010')).not.toThrow()
    expect(() => connectMockServer('/')).toThrow(/^url must be /)
  },
)
