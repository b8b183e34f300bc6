// node-fetch and cross-fetch: their bodies are Node streams, without `getReader` and `cancel`.
import crossFetch from 'cross-fetch'
import nodeFetch from 'node-fetch'
import type { Middleware, PlantStoreClientOptions } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { freePort } from '../harness/listen.ts'
import {
  adds,
  answers,
  atOnce,
  type Behaviour,
  cutsShort,
  inTurn,
  never,
  page,
  recordingServer,
  stalls,
} from './servers.ts'
import { addTo, passive } from './stub-fetch.ts'

const middleware = [passive, { onResponse: ({ response }) => response } satisfies Middleware]
const variants: [string, Partial<PlantStoreClientOptions>][] = [
  ['node-fetch', { fetch: nodeFetch as never }],
  ['node-fetch with middleware', { fetch: nodeFetch as never, middleware }],
  ['cross-fetch', { fetch: crossFetch }],
  ['cross-fetch with middleware', { fetch: crossFetch, middleware }],
]

describe.each(variants)(
  'The client also works with node-fetch 3 and cross-fetch: %s',
  (_name, options) => {
    test('adds a plant, after a refusal with Retry-After too', async () => {
      await using server = await recordingServer(inTurn(answers(503, atOnce), adds()))
      expect(await addTo(server.url, options)).toMatchObject({
        ok: true,
        data: { name: 'Monstera' },
        response: { status: successStatus },
      })
      expect(server.added).toEqual([1])
    })

    test.each<[string, Behaviour, object]>([
      ['a page', adds(answers(502, {}, page)), { body: page, mayHaveBeenAdded: true }],
      ['a success cut short', adds(cutsShort), { kind: 'network', mayHaveBeenAdded: true }],
    ])('reports %s', async (_failure, behave, expected) => {
      await using server = await recordingServer(behave)
      expect((await addTo(server.url, options)).error).toMatchObject(expected)
      expect(server.requests).toHaveLength(1)
    })

    test.each([
      ['no response', never],
      ['a body that stalls', stalls],
    ])('ends a call by a time-out and by an abort, with %s', async (_name, behave) => {
      await using server = await recordingServer(adds(behave))
      const late = await addTo(server.url, options, { timeout: 1_000 })
      expect(late.error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
      const controller = new AbortController()
      const result = addTo(server.url, options, { signal: controller.signal })
      await vi.waitFor(() => expect(server.requests).toHaveLength(2), 20_000)
      controller.abort()
      expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
    })

    test('proves that a refused connection and a name that is not found added nothing', async () => {
      for (const baseUrl of [`http://127.0.0.1:${await freePort()}`, 'http://plants.invalid']) {
        const { error } = await addTo(baseUrl, options, { maxRetries: 0 })
        expect(error, baseUrl).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
      }
    })
  },
)

test.each([
  ['node-fetch', nodeFetch as never],
  ['cross-fetch', crossFetch],
])(
  'A middleware should not clone a response of %s: if the connection breaks, the call waits for its timeout',
  async (_name, fetch) => {
    const breaks: Behaviour = ({ response }) => {
      response.writeHead(successStatus, { 'content-length': '99' })
      response.write('{"name":', () => response.destroy())
    }
    await using server = await recordingServer(adds(breaks))
    const clones = { onResponse: ({ response }) => void response.clone() } satisfies Middleware
    const { error } = await addTo(server.url, { fetch, middleware: [clones], timeout: 1_000 })
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  },
)
