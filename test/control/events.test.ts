// The events: every request of the journal once, in order, to every listener that keeps up.

import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { EventStream } from '../../mock/control/event-stream.ts'
import type { MockState } from '../../mock/control/types.ts'
import { sendResponse } from '../../mock/http/node.ts'
import type { MockRequest } from '../../mock/store/mock-request.ts'
import {
  eventsOf,
  firstRequests,
  firstState,
  type ServerSentEvent,
} from '../support/server-sent-events.ts'

describe('A server', () => {
  let server: MockServer
  let client: PlantStoreClient
  beforeEach(async () => {
    server = await startMockServer({ port: 0, maxRequests: 3 })
    client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries: 0 })
  })
  afterEach(() => server.close())

  const url = () => `${server.url}/__mock/events`
  const add = (id: number | bigint) => client.addPlant({ id, name: 'Monstera' })

  test('sends past requests, then each new one, ids exact', async () => {
    await add(1)
    const told = firstRequests(2, eventsOf(url()))
    await add(9007199254740993n)
    expect(await told).toMatchObject([
      { number: 1, status: successStatus, body: { id: 1 } },
      { number: 2, status: successStatus, body: { id: 9007199254740993n } },
    ])
  })

  test('resumes after Last-Event-ID', async () => {
    for (const id of [1, 2, 3]) await add(id)
    const [first] = await firstRequests(1, eventsOf(url()))
    const resumed = eventsOf(url(), { 'last-event-id': first?.id ?? '' })
    expect(await firstRequests(2, resumed)).toMatchObject([{ number: 2 }, { number: 3 }])
  })

  test('resumes with what is left in the journal', async () => {
    await add(1)
    const [first] = await firstRequests(1, eventsOf(url()))
    for (const id of [2, 3, 4, 5]) await add(id)
    const resumed = eventsOf(url(), { 'last-event-id': first?.id ?? '' })
    expect(await firstRequests(3, resumed)).toMatchObject([
      { number: 3 },
      { number: 4 },
      { number: 5 },
    ])
  })

  test.each(['of another run', 'that is malformed', 'of the future'])(
    'starts over after an id %s',
    async which => {
      await add(1)
      const [first] = await firstRequests(1, eventsOf(url()))
      if (which === 'of another run') {
        server.store.reset()
        for (const id of [7, 8]) await add(id)
      }
      const id = {
        'of another run': first?.id,
        'that is malformed': '?',
        'of the future': 'a:999',
      }[which]
      const told = firstRequests(1, eventsOf(url(), { 'last-event-id': id ?? '' }))
      expect(await told).toMatchObject([{ number: 1 }])
    },
  )

  test('sends the state after failures, settings and resets, whoever made them', async () => {
    const failing = firstState(eventsOf(url()), ({ failures }) => failures.length === 1)
    server.store.failNext('cut-short')
    const { run } = await failing
    const other = firstState(eventsOf(url()), state => state.run !== run)
    server.store.reset()
    expect((await other).failures).toEqual([])
    const slow = firstState(eventsOf(url()), ({ settings }) => settings.latency[0] === 7)
    await fetch(`${server.url}/__mock/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"latency":7}',
    })
    expect((await slow).settings.latency).toEqual([7, 7])
  })
})

describe('A listener', () => {
  const state = {
    run: 'run',
    sessions: 0,
    basePath: '',
    plants: 0,
    requests: 0,
    settings: { latency: [0, 0], failureRate: 0, duplicateIds: 'accept' },
    failures: [],
    failureCount: 0,
    holds: [],
    holdCount: 0,
    pending: [],
    pendingCount: 0,
    options: {},
  } as const satisfies MockState

  /** An event stream of a journal with that many requests of that size. */
  async function served(times: { heartbeat: number; pace: number }, requests = 0, size = 0) {
    const listeners = new Set<() => void>()
    const source = {
      getState: (): MockState => ({ ...state, requests }),
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      requestsSince: (position: number) =>
        Array.from({ length: requests - position }, (_, index) =>
          createEntry(position + index + 1, size),
        ),
    }
    const stream = new EventStream(source, times)
    const server = createServer((incoming, outgoing) =>
      sendResponse({ status: 200, headers: {}, body: stream.open(null) }, incoming, outgoing),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    return { port, source, listeners, server, close }
  }

  const createEntry = (position: number, size: number) => ({
    position,
    request: createRequest(position, size),
  })

  const createRequest = (number: number, size: number): MockRequest => ({
    number,
    time: new Date(0),
    method: 'POST',
    url: 'http://localhost/plants',
    headers: {},
    status: 200,
    text: 'x'.repeat(size),
  })

  /** The next event of that name, without an end of the stream. */
  async function firstEvent(stream: AsyncGenerator<ServerSentEvent> | undefined, name: string) {
    for (;;) {
      const { value } = (await stream?.next()) ?? {}
      if (value.event === name) return value
    }
  }

  test('gets a heartbeat while nothing happens', async () => {
    const { port, close } = await served({ heartbeat: 10, pace: 1 })
    let beats = 0
    for await (const { event, data } of eventsOf(`http://127.0.0.1:${port}`)) {
      if (event === 'comment') expect(data).toBe('heartbeat')
      if (event === 'comment' && ++beats === 3) break
    }
    expect(beats).toBe(3)
    close()
  })

  test('that reads slowly gets all of it', async () => {
    const { port, close } = await served({ heartbeat: 60_000, pace: 1 }, 1_000, 10_000)
    const requests = await firstRequests(1_000, eventsOf(`http://127.0.0.1:${port}`))
    expect(requests.map(({ number }) => number)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
    close()
  })

  test('that reads nothing buffers little, is disconnected, and then costs nothing', async () => {
    const { port, listeners, server, close } = await served(
      { heartbeat: 50, pace: 1 },
      1_000,
      100_000,
    )
    const dropped = new Promise<number>(resolve =>
      server.on('request', (_request, response) => {
        let most = 0
        const look = setInterval(() => {
          most = Math.max(most, response.writableLength)
        }, 5)
        response.on('close', () => {
          clearInterval(look)
          resolve(most)
        })
      }),
    )
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // it is reset, in the end
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await dropped).toBeLessThan(1_000_000) // of the hundred million bytes
    expect(listeners.size).toBe(0)
    socket.destroy()
    close()
  })

  test('whose event cannot be written is disconnected, and no other one', async () => {
    const { port, source, listeners, close } = await served({ heartbeat: 60_000, pace: 1 })
    const [broken, other] = [1, 2].map(() => eventsOf(`http://127.0.0.1:${port}`))
    await firstEvent(broken, 'state')
    await firstEvent(other, 'state')
    source.getState = () => {
      source.getState = () => ({ ...state, plants: 1 })
      throw new Error('A fault')
    }
    for (const change of listeners) change()
    await expect(firstEvent(broken, 'state')).rejects.toThrow()
    expect(JSON.parse((await firstEvent(other, 'state')).data)).toMatchObject({ plants: 1 })
    await other?.return(undefined)
    await expect.poll(() => listeners.size).toBe(0)
    close()
  })

  test('that disconnects is removed', async () => {
    const { port, listeners, server, close } = await served({ heartbeat: 60_000, pace: 1 })
    const gone = new Promise(resolve =>
      server.on('request', (_request, response) => response.on('close', resolve)),
    )
    await firstState(eventsOf(`http://127.0.0.1:${port}`), () => true)
    await gone
    expect(listeners.size).toBe(0)
    close()
  })
})
