// A call may end at any moment of its middleware. What a hook sends is then known, or is not sent.
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import crossFetch from 'cross-fetch'
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import {
  added,
  clientOf,
  connectionRefused,
  monstera,
  refused,
  refusingUrl,
} from '../stub-fetch.ts'

type HookName = 'onRequest' | 'onResponse' | 'onError'

/** What fetch gives, so that the hook is called and all before it has added nothing. */
const answers: Record<HookName, Response | Error> = {
  onRequest: refused(400),
  onResponse: refused(409),
  onError: connectionRefused,
}

function hookOf(name: HookName, hook: () => Promise<Response | undefined>): Middleware {
  const middleware: Record<string, unknown> = { [name]: hook }
  return middleware as Middleware
}

/** Microtasks of a whole call, and some. */
const MOMENTS = 60

describe.each(Object.keys(answers) as HookName[])('An abort at each moment', name => {
  test(`an ${name} that sends the plant itself: it is known, or not sent`, async () => {
    for (let moment = 0; moment < MOMENTS; moment++) {
      const controller = new AbortController()
      let plants = 0
      const sends = hookOf(name, async () => {
        plants++
        return refused(500)
      })
      const waits = hookOf(name, async () => undefined)
      const middleware = name === 'onRequest' ? [waits, waits, sends] : [sends, waits, waits]
      const { client } = clientOf(answers[name], {
        middleware,
        baseUrl: refusingUrl,
        maxRetries: 0,
      })

      const call = client.addPlant(monstera, { signal: controller.signal })
      for (let turn = 0; turn < moment; turn++) await null
      controller.abort()
      const { error } = await call
      const known = plants
      await new Promise(setImmediate)
      expect(plants, `sent after the end, aborted at ${moment}`).toBe(known)
      if (plants > 0) expect(error?.mayHaveBeenAdded, `aborted at ${moment}`).toBe(true)
    }
  })
})

test('a provider that aborts and never comes back: the call ends', async () => {
  const controller = new AbortController()
  const accessToken = () => {
    controller.abort()
    return new Promise<string>(() => {})
  }
  const { client } = clientOf(added(), { accessToken, timeout: Infinity })
  const { error } = await client.addPlant(monstera, { signal: controller.signal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false })
})

describe('A hook that sends the plant again with options.fetch', () => {
  /** Sends a copy where the request was lost, as middleware for retries does. */
  function retry(after: (error: unknown) => Error | undefined): Middleware {
    const copies = new Map<string, Request>()
    return {
      onRequest: ({ request, id }) => void copies.set(id, request.clone()),
      async onError({ error, id, options }) {
        const copy = copies.get(id)
        if (!copy) throw new Error('no copy')
        return options.fetch(copy).catch(() => after(error)) as Promise<Response>
      },
    }
  }

  test.each<[string, (error: unknown) => Error | undefined]>([
    ['the same error', error => error as Error],
    ['nothing', () => undefined],
  ])(
    'and returns %s: the plant may have been added, and is not sent once more',
    async (_, after) => {
      let plants = 0
      const refuses = [true, false]
      const { client, sent } = clientOf(
        () => {
          if (refuses.shift()) throw connectionRefused
          plants++
          throw new TypeError('the connection was lost')
        },
        { middleware: [retry(after)], baseUrl: refusingUrl, maxRetries: 2 },
      )
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
      expect(plants).toBe(1)
      expect(sent).toHaveLength(2)
    },
  )

  test('and is refused: that is proof', async () => {
    const { client } = clientOf([connectionRefused, refused(400)], {
      middleware: [retry(error => error as Error)],
      baseUrl: refusingUrl,
      maxRetries: 0,
    })
    const middleware: Middleware = {
      async onResponse({ options, request }) {
        await options.fetch(request.url, { method: 'POST', body: '{}' })
      },
    }
    expect((await client.addPlant(monstera)).error?.mayHaveBeenAdded).toBe(true) // a response replaced it
    const again = clientOf(refused(409), { middleware: [middleware] }).client
    expect((await again.addPlant(monstera)).error?.mayHaveBeenAdded).toBe(false)
  })
})

describe('A hook that returns what it was given', () => {
  const gives: Middleware = {
    onResponse: ({ response }) => response,
    onError: ({ error }) => error as Error,
  }
  const over = (fetch: unknown) =>
    new PlantStoreClient({
      baseUrl: refusingUrl,
      accessToken: 'token',
      fetch: fetch as typeof globalThis.fetch,
      middleware: [gives],
      maxRetries: 0,
    })

  test('a response that is no Response of this realm', async () => {
    const response = { ok: true, status: 200, json: async () => monstera }
    expect((await over(async () => response).addPlant(monstera)).ok).toBe(true)
  })

  test('an error that is no Error of this realm', async () => {
    const { cause } = connectionRefused
    const error = { name: 'TypeError', message: 'fetch failed', cause }
    expect((await over(() => Promise.reject(error)).addPlant(monstera)).error).toMatchObject({
      kind: 'network',
      mayHaveBeenAdded: false,
    })
  })
})

test('a Request without a signal, as some libraries have it', async () => {
  const request = (url: string) =>
    Object.defineProperty(new Request(url, { method: 'POST', body: '{}' }), 'signal', {
      value: null,
    })
  const middleware: Middleware = { onRequest: ({ request: { url } }) => request(url) }
  const { client } = clientOf(added(), { middleware: [middleware] })
  expect((await client.addPlant(monstera)).ok).toBe(true)
})

test('a signal of the middleware, where fetch ends the body at once: the response is incomplete', async () => {
  const controller = new AbortController()
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"name":'))
      setImmediate(() => controller.abort())
    },
  })
  const { client } = clientOf(() => new Response(body), {
    middleware: [{ onRequest: ({ request }) => new Request(request, controller) }],
  })
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'network',
    mayHaveBeenAdded: true,
  })
})

test.each([
  ['fetch', undefined],
  ['cross-fetch', crossFetch],
])('%s: a response that a middleware replaced leaves no connection', async (_name, fetch) => {
  const open = new Set<Socket>()
  const server = createServer((_, response) => void response.writeHead(200).write('{"name":'))
  server.on('connection', socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const replaces: Middleware = { onResponse: () => refused(500) }
  const readsClone: Middleware = {
    onResponse({ response }) {
      response
        .clone()
        .text()
        .catch(() => {})
    },
  }
  const client = new PlantStoreClient({
    baseUrl: `http://127.0.0.1:${port}`,
    accessToken: 'token',
    fetch,
    middleware: [replaces, readsClone],
  })
  expect((await client.addPlant(monstera)).error?.kind).toBe('api')
  await expect.poll(() => open.size).toBe(0)
  server.close()
})

test('AbortController was removed: the call fails, and does not reject', async () => {
  const { client } = clientOf(added())
  const { AbortController: original } = globalThis
  Object.assign(globalThis, { AbortController: undefined })
  const call = client.addPlant(monstera)
  const result = await call.finally(() => Object.assign(globalThis, { AbortController: original }))
  expect(result.error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
})
