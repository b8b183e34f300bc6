// A body is read in parts and up to a limit, and cancelled once nobody needs the rest.
import { Readable } from 'node:stream'
import crossFetch from 'cross-fetch'
import type { Middleware } from 'plant-store-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { hangs, later } from './later.ts'
import { recordingServer, stalls } from './servers.ts'
import {
  type Answer,
  add,
  addTo,
  endlessBody,
  refused,
  SOON,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

const broken = new Error('it broke')
const throws = () => {
  throw broken
}
const rejects = () => Promise.reject(broken)
/** A response with this body, whose methods are not to be used. */
const responseOf = (body: unknown, status: number = successStatus) =>
  ({ status, body, text: hangs, json: hangs }) as never

/** A body that gives these chunks. */
function chunked(chunks: unknown[], cancel = () => {}) {
  const rest = [...chunks]
  const read = () => (rest.length > 0 ? { done: false, value: rest.shift() } : { done: true })
  return { getReader: () => ({ read, cancel }) }
}
const Decoder = TextDecoder
const bytes = (text: string) => new TextEncoder().encode(text)

describe.each(withAndWithoutMiddleware)('A body, %s', (_name, middleware) => {
  const addFor = (answer: Answer, timeout = 30_000) => add(answer, { middleware, timeout })

  const single = Array.from(bytes('{"name":"🪴"}'), byte => Uint8Array.of(byte))
  test.each<[string, () => unknown]>([
    ['split a character over chunks', () => chunked(single)],
    ['have chunks of text', () => chunked(['{"name":', '"', '🪴"}'])],
    ['be a Node stream of bytes', () => Readable.from(single)],
    ['be a Node stream of text', () => Readable.from(['{"name":', '"🪴"}'])],
  ])('may %s', async (_case, make) => {
    expect((await addFor(() => responseOf(make()))).data).toEqual({ name: '🪴' })
  })

  test.each<[string, (bytes: Uint8Array) => string]>([
    ['refuses parts, as fast-text-encoding does', throws],
    ['does not remember parts', part => new Decoder().decode(part)],
  ])('is read whole where TextDecoder %s', async (_case, decodePart) => {
    const decode = (part: Uint8Array, options?: TextDecodeOptions) =>
      options?.stream ? decodePart(part) : new Decoder().decode(part)
    vi.stubGlobal('TextDecoder', () => ({ decode }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const text = async () => '{"name":"🪴"}'
    const response = { status: successStatus, body: chunked(single), text } as never
    expect((await addFor(() => response)).data).toEqual({ name: '🪴' })
  })

  test('that ends within a character shows the replacement character', async () => {
    const { error } = await addFor(new Response(bytes('<h1>ü').slice(0, -1), { status: 502 }))
    expect(error).toMatchObject({ body: '<h1>\ufffd' })
  })

  test('that is a Node stream may fail when a response after the call is cancelled', async () => {
    const uncaught = vi.fn()
    process.on('uncaughtException', uncaught)
    const body = new Readable({ read() {}, destroy: (_, done) => done(new Error('late')) })
    const answer = later<Response>()
    await addFor(() => answer.promise, SOON)
    const closed = new Promise(resolve => body.on('close', resolve))
    answer.resolve(responseOf(body))
    await closed
    process.off('uncaughtException', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
  })

  test('that is a Node stream is destroyed when its call ends', async () => {
    const body = new Readable({ read() {} })
    const { error } = await addFor(() => responseOf(body), SOON)
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    await vi.waitFor(() => expect(body.destroyed).toBe(true), 20_000)
  })

  test.each<[string, object]>([
    ['text that throws', { text: throws }],
    ['json that cannot be written', { json: async () => 1n }],
    ['a reader that rejects', { body: { getReader: () => ({ read: rejects }) }, text: hangs }],
    ['a getReader that throws', { body: { getReader: throws }, text: hangs }],
  ])('that breaks is a network error: %s', async (_case, double) => {
    const { error } = await addFor(() => ({ status: successStatus, ...double }) as never)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toContain(`POST ${url} got a response that could not be read: `)
  })

  test.each<[string, unknown]>([
    ['a cancel that throws', { getReader: () => ({ read: hangs, cancel: throws }) }],
    ['no cancel', { getReader: () => ({ read: hangs }) }],
    ['no destroy', { [Symbol.asyncIterator]: () => ({ next: hangs }) }],
    ['no stream, as in React Native', undefined],
  ])('does not keep a call whose time is out: %s', async (_case, body) => {
    const { error } = await addFor(() => responseOf(body), SOON)
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  })
})

test('A body whose reading a hook ends is not taken for a whole one, even if what came is JSON', async () => {
  const ends = new AbortController()
  const middleware: Middleware[] = [
    { onRequest: ({ request }) => new Request(request, { signal: ends.signal }) },
  ]
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(bytes('{"id":1,"name":"Monstera"}')),
    pull: () => {
      setTimeout(() => ends.abort(broken))
      return hangs()
    },
  })
  const { error } = await add(() => new Response(body), { middleware })
  expect(error).toMatchObject({ kind: 'network', cause: broken, mayHaveBeenAdded: true })
})

describe('A body is read up to a limit', () => {
  const megabyte = 'a'.repeat(2 ** 20)

  test.each([
    [successStatus, '<!doctype html>'],
    [successStatus, '{"name":"'],
    [500, '{"error":1,"message":"'],
  ])(
    'the start of an endless %s, %s…, is shown, and the rest is cancelled',
    async (status, start) => {
      const { body, cancelled, pulled } = endlessBody(start, megabyte)
      const { error } = await add(() => new Response(body, { status }))
      if (error?.kind !== 'unexpected-response') throw error ?? new Error('added')
      expect(error.body).toHaveLength(4_096)
      expect(error.body.startsWith(start)).toBe(true)
      expect(error.message.length).toBeLessThan(300)
      await cancelled
      expect(pulled()).toBeLessThan(30)
    },
  )

  // Ten million characters, where each chunk counts 100 in addition.
  test.each([
    [9_999_899, 0],
    [9_999_900, 1],
  ])('a chunk of %s characters is cancelled %s times', async (length, times) => {
    const cancel = vi.fn()
    await add(() => responseOf(chunked(['a'.repeat(length)], cancel), 502))
    await new Promise(setImmediate)
    expect(cancel).toHaveBeenCalledTimes(times)
  })
})

// Some libraries end a body only by the signal of the request.
describe.each([
  ['fetch', undefined],
  ['cross-fetch', crossFetch],
])('%s closes a connection whose body nobody reads', (_library, fetch) => {
  const copies: Middleware = {
    onRequest: ({ request: { url } }) => new Request(url, { method: 'POST' }),
  }
  test.each<[string, Middleware[]]>([
    ['without middleware', []],
    ['a hook returns another Response', [{ onResponse: () => refused(400) }]],
    ['a hook throws, another returns a Request', [{ onResponse: rejects }, copies]],
  ])('%s: the connection is closed', async (_name, middleware) => {
    await using server = await recordingServer(stalls)
    await addTo(server.url, { middleware, fetch, timeout: 1_000 })
    await vi.waitFor(() => expect(server.open.size).toBe(0), 10_000)
  })
})
