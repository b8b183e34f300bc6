// A body is read in parts and up to a limit, and cancelled once nobody needs the rest.
import { Readable } from 'node:stream'
import crossFetch from 'cross-fetch'
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { recordingServer, stalls } from './recording-server.ts'
import {
  clientOf,
  endlessBody,
  monstera,
  refused,
  SOON,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

const never = () => new Promise<never>(() => {})
const broken = new Error('it broke')
const throws = () => {
  throw broken
}
const rejects = () => Promise.reject(broken)
/** A response with this body, whose methods are not to be used. */
const responseOf = (body: unknown, status: number = successStatus) =>
  ({ status, body, text: never, json: never }) as never

/** A body that gives these chunks, and counts how often it was cancelled. */
function chunked(chunks: unknown[]) {
  const rest = [...chunks]
  const counts = { cancelled: 0 }
  const read = () => (rest.length > 0 ? { done: false, value: rest.shift() } : { done: true })
  const cancel = () => {
    counts.cancelled++
  }
  return { body: { getReader: () => ({ read, cancel }) }, counts }
}

describe.each(withAndWithoutMiddleware)('A body, %s', (_name, middleware) => {
  const add = (make: () => Response, timeout = 30_000) =>
    clientOf(make, { middleware, timeout }).client.addPlant(monstera)

  test('may split a character over chunks', async () => {
    const bytes = new TextEncoder().encode('{"name":"Grünlilie 🪴"}')
    const { body } = chunked(Array.from(bytes, byte => Uint8Array.of(byte)))
    expect((await add(() => responseOf(body))).data?.name).toBe('Grünlilie 🪴')
  })

  test('that ends within a character shows the replacement character', async () => {
    const bytes = new TextEncoder().encode('<h1>ü').slice(0, -1)
    const { error } = await add(() => new Response(bytes, { status: 502 }))
    expect(error).toMatchObject({ body: '<h1>\ufffd' })
  })

  test('may have chunks of text', async () => {
    const { body } = chunked(['{"name":', '"Mon', 'stera"}'])
    expect((await add(() => responseOf(body))).data).toEqual({ name: 'Monstera' })
  })

  test.each<[string, unknown[]]>([
    ['bytes', [Buffer.from('{"name":'), Buffer.from('"Hoya"}')]],
    ['text', ['{"name":', '"Hoya"}']],
  ])('may be a Node stream of %s', async (_case, parts) => {
    expect((await add(() => responseOf(Readable.from(parts)))).data).toEqual({ name: 'Hoya' })
  })

  test('that is a Node stream may fail when a response after the call is cancelled', async () => {
    const uncaught = vi.fn()
    process.on('uncaughtException', uncaught)
    const body = new Readable({ read() {}, destroy: (_, done) => done(new Error('late')) })
    let respond = () => {}
    const responded = new Promise<void>(resolve => {
      respond = resolve
    })
    await add(() => responded.then(() => responseOf(body)) as never, SOON)
    const closed = new Promise(resolve => body.on('close', resolve))
    respond()
    await closed
    process.off('uncaughtException', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
  })

  test('that is a Node stream is destroyed when its call ends', async () => {
    const body = new Readable({ read() {} })
    const { error } = await add(() => responseOf(body), SOON)
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    await vi.waitFor(() => expect(body.destroyed).toBe(true))
  })

  test.each<[string, object]>([
    ['text that throws', { text: throws }],
    ['json that cannot be written', { json: async () => 1n }],
    ['a reader that rejects', { body: { getReader: () => ({ read: rejects }) }, text: never }],
    ['a getReader that throws', { body: { getReader: throws }, text: never }],
  ])('that breaks is a network error: %s', async (_case, double) => {
    const { error } = await add(() => ({ status: successStatus, ...double }) as never)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toContain(`POST ${url} got a response that could not be read: `)
  })

  const reader = (more: object) => ({ getReader: () => ({ read: never, ...more }) })
  const nodeStream = (more: object) => ({
    [Symbol.asyncIterator]: () => ({ next: never }),
    ...more,
  })
  test.each<[string, object]>([
    ['a cancel that throws', reader({ cancel: throws })],
    ['no cancel', reader({})],
    ['no destroy', nodeStream({})],
  ])('does not keep a call whose time is out: %s', async (_case, body) => {
    const { error } = await add(() => responseOf(body), SOON)
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  })
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
      const { client } = clientOf(() => new Response(body, { status }))
      const { error } = await client.addPlant(monstera)
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
    const { body, counts } = chunked(['a'.repeat(length)])
    await clientOf(() => responseOf(body, 502)).client.addPlant(monstera)
    await new Promise(setImmediate)
    expect(counts.cancelled).toBe(times)
  })

  test('a plant with a name of 3 MB is a plant', async () => {
    const name = megabyte.repeat(3)
    const { client, sent } = clientOf(Response.json({ name }, { status: successStatus }))
    const { data } = await client.addPlant({ id: 2n ** 60n, name })
    expect(data?.name).toHaveLength(name.length)
    expect(String(sent[0]?.init.body)).toHaveLength(name.length + '{"id":,"name":""}'.length + 19)
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
  ])('%s', async (_name, middleware) => {
    await using server = await recordingServer(stalls)
    const options = { baseUrl: server.url, accessToken: 'token', middleware, fetch }
    await new PlantStoreClient(options).addPlant(monstera, { timeout: 1_000 })
    await vi.waitFor(() => expect(server.open.size).toBe(0), 10_000)
  })
})
