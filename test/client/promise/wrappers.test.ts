// A `fetch` that sends the plant and then fails with an error that speaks of another connection:
// such an error proves nothing, and the plant is not sent again. Guarding neighbours, right in 0.1.0
// too: a bad port, Bun's words, the caller's own signal, and the last test.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { monstera } from '../stub-fetch.ts'
import {
  adds,
  answers,
  contractError,
  goneServer,
  recordingServer,
  resets,
} from './recording-server.ts'

type Fetch = typeof globalThis.fetch

/** An error of Node's fetch, as it comes from a connection to `url` that is refused. */
const refusedBy = (url: string): Promise<unknown> => fetch(url).catch(error => error)

const clientOf = (baseUrl: string, wrapper: Fetch) =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', fetch: wrapper })

/** Sends the plant, and then fails with `error`. */
const sendsThenFails =
  (error: unknown): Fetch =>
  async (url, init) => {
    await fetch(url, init)
    throw error
  }

const coded = (message: string, code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code, ...more }) })

const foreignErrors: [string, unknown][] = [
  ['a refused connection without an address', coded('connect ECONNREFUSED', 'ECONNREFUSED')],
  [
    'a refused connection without an address, structured',
    coded('connect ECONNREFUSED', 'ECONNREFUSED', { syscall: 'connect' }),
  ],
  [
    'a look-up of another name',
    coded('getaddrinfo ENOTFOUND logs.invalid', 'ENOTFOUND', {
      syscall: 'getaddrinfo',
      hostname: 'logs.invalid',
    }),
  ],
  ['a look-up that failed for now', coded('getaddrinfo EAI_AGAIN logs.invalid', 'EAI_AGAIN')],
  ["undici's connect time-out", coded('Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT')],
  ['a bad port', new TypeError('fetch failed', { cause: new Error('bad port') })],
  [
    "Bun's words",
    Object.assign(new Error('Unable to connect. Is the computer able to access the url?'), {
      code: 'ConnectionRefused',
    }),
  ],
  [
    "Bun's older words",
    Object.assign(new TypeError('ECONNREFUSED: Unable to connect.'), { code: 'ECONNREFUSED' }),
  ],
  [
    "Deno's words",
    new TypeError('error sending request: client error (Connect): Connection refused'),
  ],
  [
    'the text of another address',
    new Error('request failed, reason: connect ECONNREFUSED 127.0.0.1:1'),
  ],
  ['nothing but a code', Object.assign(new Error('failed'), { code: 'ECONNREFUSED' })],
]

describe('Sends, and then fails with', () => {
  test.each(foreignErrors)('%s', async (_name, thrown) => {
    await using server = await recordingServer()
    const { error } = await clientOf(server.url, sendsThenFails(thrown)).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(server.added).toEqual([1])
  })
})

test('sends, and then meets a refused connection at another server', async () => {
  await using server = await recordingServer()
  const logs = await goneServer()
  const { error } = await clientOf(server.url, async (url, init) => {
    const response = await fetch(url, init)
    await fetch(logs.url)
    return response
  }).addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  expect(server.added).toEqual([1])
})

test('has a signal of its own that aborts with what another call met', async () => {
  const own = new AbortController()
  const reason = await refusedBy((await goneServer()).url)
  await using server = await recordingServer(adds(() => own.abort(reason)))
  const { error } = await clientOf(server.url, (url, init) =>
    fetch(url, { ...init, signal: own.signal }),
  ).addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  expect(server.added).toEqual([1])
})

test("the caller's signal aborts with a connection refused at this address", async () => {
  const controller = new AbortController()
  await using server = await recordingServer(
    adds(() => controller.abort(coded('refused', 'ECONNREFUSED', at(server.port)))),
  )
  const at = (port: number) => ({ syscall: 'connect', address: '127.0.0.1', port })
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const { error } = await client.addPlant(monstera, { signal: controller.signal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  expect(server.added).toEqual([1])
})

test('a body that fails with such an error after the answer', async () => {
  await using server = await recordingServer()
  const refused = coded(`connect ECONNREFUSED 127.0.0.1:${server.port}`, 'ECONNREFUSED', {
    syscall: 'connect',
    address: '127.0.0.1',
    port: server.port,
  })
  const fails = () =>
    new ReadableStream({
      pull: stream => stream.error(refused),
    })
  const wrappers: Fetch[] = [
    async (url, init) => new Response(fails(), await fetch(url, init)),
    async (url, init) => {
      const { status, headers } = await fetch(url, init)
      return { status, headers, text: () => Promise.reject(refused) } as never
    },
  ]
  for (const wrapper of wrappers) {
    const { error } = await clientOf(server.url, wrapper).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  }
  expect(server.requests).toHaveLength(wrappers.length)
})

test('sends to two servers, one of which refuses the connection', async () => {
  const gone = await goneServer()
  await using server = await recordingServer(adds(resets))
  for (const order of [
    [gone.url, server.url],
    [server.url, gone.url],
  ]) {
    const { error } = await clientOf(gone.url, (_url, init) =>
      Promise.any(order.map(url => fetch(url, init))),
    ).addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  }
  expect(server.requests).toHaveLength(2) // one for each order
})

test('sends to a fallback after a refused connection: the answer is what counts', async () => {
  const gone = await goneServer()
  for (const behave of [adds(resets), adds(answers(500, {}, contractError))]) {
    await using fallback = await recordingServer(behave)
    const { error } = await clientOf(gone.url, (url, init) =>
      fetch(url, init).catch(() => fetch(fallback.url, init)),
    ).addPlant(monstera)
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(fallback.added).toEqual([1])
  }
})
