// connectMockServer: what is said if no mock server answers, or something in front of it does.
import { connectMockServer } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, expect, test, vi } from 'vitest'

const mock = connectMockServer('http://127.0.0.1:4010')

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
  ['ECONNREFUSED', lost(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))],
  ['fetch failed', lost(new Error(''))],
  ['fetch failed', lost('refused')],
  ['fetch failed', lost()],
  ['down', 'down'],
])('no response, for the reason: %s', async (reason, thrown) => {
  const error = await errorWith(() => Promise.reject(thrown))
  expect(error.message).toBe(`No response from a mock server at http://127.0.0.1:4010: ${reason}`)
  expect(error.cause).toBe(thrown)
})

test.each([
  [200, '[]', 'status 200'],
  [404, '<p>Not here</p>', 'status 404'],
  [500, '{"message":7}', 'status 500'],
  [403, '{"message":"Not you"}', 'status 403: Not you'],
  [403, JSON.stringify({ message: 'x'.repeat(301) }), `status 403: ${'x'.repeat(300)}`],
])('%i with %s from something else', async (status, body, shown) => {
  const error = await errorWith(async () => new Response(body, { status }))
  expect(error.message).toBe(
    `No mock control API at http://127.0.0.1:4010/__mock (${shown}). Check the URL and --no-control.`,
  )
})

test('a call may have 1,048,576 bytes of JSON, and no more', async () => {
  await using server = await startMockServer({ port: 0 })
  const { failNext } = connectMockServer(server.url)
  const fail = (chars: number) => failNext({ status: 500, body: 'x'.repeat(chars) })
  const LIMIT = 2 ** 20
  const error: Error = await fail(LIMIT).then(
    () => expect.unreachable(),
    error => error,
  )
  const around = Number(/not (\d+):/.exec(error.message)?.[1]) - LIMIT
  await fail(LIMIT - around)
  await expect(fail(LIMIT - around + 1)).rejects.toThrow(/not 1048577:/)
})

test('the request of a hold is waited for longer than the server takes to answer', async () => {
  await using server = await startMockServer({ port: 0 })
  const hold = await connectMockServer(server.url).holdNext()
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const adding = fetch(`${server.url}/plants`, { method: 'POST' })
  await hold.arrived
  expect(timeout.mock.calls.flat()).toEqual([expect.any(Number)])
  expect(timeout.mock.calls.flat()[0]).toBeGreaterThan(25_000)
  await hold.release()
  await adding
})

test('await using fails if the server is gone', async () => {
  const server = await startMockServer({ port: 0 })
  const hold = await connectMockServer(server.url).holdNext()
  await server.close()
  await expect(hold[Symbol.asyncDispose]()).rejects.toThrow(/^No response from a mock server/)
})
