// Listeners of the events beside each other: what is sent to one neither delays, changes nor ends another.

import { setImmediate } from 'node:timers/promises'
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  eventsIn,
  firstRequests,
  firstState,
  type ServerSentEvent,
} from '../support/server-sent-events.ts'

let app: MockApp
beforeEach(() => {
  app = createMockApp()
})
afterEach(() => {
  vi.useRealTimers()
  app.close()
})

const open = (session = '', lastEventId = '') =>
  app.fetch(`https://a.test${session}/__mock/events`, {
    headers: { 'last-event-id': lastEventId },
  })

const events = async (session?: string) => eventsIn(await open(session))

/** Adds a plant with a name of that length. */
async function add(id: number, length = 1, session = ''): Promise<void> {
  const { status } = await app.fetch(`https://a.test${session}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: 'x'.repeat(length) }),
  })
  expect(status).toBe(successStatus)
}

/** The ids of the requests up to one, without an end of the stream. */
async function idsUpTo(last: RegExp, stream: AsyncGenerator<ServerSentEvent>): Promise<string[]> {
  const ids: string[] = []
  while (!last.test(ids.at(-1) ?? '')) {
    const { value } = await stream.next()
    if (value.event === 'request') ids.push(value.id)
  }
  return ids
}

/** Resolves once everything has been sent that is sent without a wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

describe('A listener', () => {
  test('that leaves takes nothing from the others', async () => {
    const leaving = await open()
    const staying = await events()
    await staying.next()
    await leaving.body?.cancel()
    await add(1)
    expect(await firstRequests(1, staying)).toMatchObject([{ number: 1 }])
  })

  test('that comes after all others have left is sent the state of now', async () => {
    await firstState(await events(), () => true)
    app.store.failNext({ status: 500 })
    const state = await firstState(await events(), () => true)
    expect(state).toMatchObject({ failureCount: 1 })
  })

  test('that comes while another one waits is sent the same', async () => {
    const [first] = [await events()]
    for (const id of [1, 2]) await add(id)
    const ids = await idsUpTo(/:2$/, first)
    expect(await idsUpTo(/:2$/, await events())).toEqual(ids)
  })

  test('of a session is sent nothing of the others', async () => {
    const streams = [await events('/~a'), await events('/~b'), await events()]
    await add(1, 1, '/~a')
    await add(2)
    await add(3, 1, '/~b')
    const told = await Promise.all(streams.map(stream => firstRequests(1, stream)))
    expect(told.flat()).toMatchObject([
      { number: 1, session: 'a', body: { id: 1 } },
      { number: 1, session: 'b', body: { id: 3 } },
      { number: 1, body: { id: 2 } },
    ])
  })

  test('that has not read everything when the store is reset is sent all of the new run', async () => {
    for (const id of [1, 2, 3]) await add(id, 100_000)
    const stream = await events()
    await settled() // the first of them fills its buffer
    app.store.reset()
    for (const id of [4, 5]) await add(id)
    const [run] = (await idsUpTo(/:1$/, stream)).map(id => id.split(':')[0])
    const ids = await idsUpTo(/:2$/, stream)
    expect(ids.map(id => id.split(':')[1])).toEqual(['1', '2'])
    expect(ids[0]).not.toContain(run)
  })
})

describe('A listener that reads', () => {
  test('nothing is disconnected, and one beside it is sent everything', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stuck = await open()
    const reading = await events()
    for (const id of [1, 2, 3]) await add(id, 100_000)
    expect(await idsUpTo(/:3$/, reading)).toHaveLength(3)
    vi.advanceTimersByTime(30_000)
    await expect(stuck.text()).rejects.toThrow('The listener reads nothing')
    await add(4)
    expect(await idsUpTo(/:4$/, reading)).toHaveLength(1)
  })

  test('each event within two heartbeats stays connected', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
    })
    const reader = (await open()).body?.getReader()
    const read = async () => (await reader?.read())?.value?.length
    await read() // the time to reconnect after
    await read() // the state
    for (const id of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(50)
      await add(id, 100_000) // each fills the buffer as much as the others
      await settled()
      vi.advanceTimersByTime(15_000)
      await settled()
      while (Number(await read()) < 100_000);
    }
  })

  test('something between any two heartbeats stays connected', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    for (const id of [1, 2, 3]) await add(id, 100_000)
    const reader = (await open()).body?.getReader()
    await settled()
    let bytes = 0
    while (bytes < 300_000) {
      vi.advanceTimersByTime(15_000)
      bytes += (await reader?.read())?.value?.length ?? 0
      await settled()
    }
  })
})

describe('The end', () => {
  test('follows what was sent, also if a change waits to be sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const response = await open()
    await settled()
    app.store.failNext({ status: 500 })
    await settled()
    app.close()
    await vi.advanceTimersByTimeAsync(50)
    expect(await response.text()).toMatch(
      /^retry: 1000\n\nevent: state\ndata: .*"failures":\[\].*\n\n$/,
    )
  })

  test('follows what was sent, also if a buffer is full', async () => {
    for (const id of [1, 2, 3]) await add(id, 100_000)
    const response = await open()
    await settled()
    app.close()
    expect((await response.text()).match(/^id: .*$/gm)).toEqual([expect.stringMatching(/:1$/)])
  })
})

describe('The bytes of an event', () => {
  /** The bytes of the first requests after an id, as that many chunks of a stream. */
  async function chunksOf(count: number, lastEventId?: string) {
    const reader = (await open('', lastEventId)).body?.getReader()
    const chunks: Uint8Array[] = []
    while (chunks.length < count + 2) {
      const { value } = (await reader?.read()) ?? {}
      if (value) chunks.push(value)
    }
    const [, state, ...requests] = chunks
    return { state, requests, leave: () => reader?.cancel() }
  }

  const idOf = (chunk: Uint8Array | undefined) =>
    /^id: (.*)$/m.exec(new TextDecoder().decode(chunk?.subarray(0, 200)))?.[1]

  test('are the same for all who listen, and forgotten when none is left', async () => {
    await add(1)
    const [first, second] = [await chunksOf(1), await chunksOf(1)]
    expect(second.state).toBe(first.state)
    expect(second.requests[0]).toBe(first.requests[0])
    await first.leave()
    await second.leave()
    const later = await chunksOf(1)
    expect(later).toMatchObject({ state: first.state, requests: first.requests })
    expect(later.state).not.toBe(first.state)
    expect(later.requests[0]).not.toBe(first.requests[0])
  })

  test('are kept for the last 16 MB of requests', async () => {
    for (let id = 1; id <= 20; id++) await add(id, 1_000_000)
    const all = await chunksOf(20)
    const last = await chunksOf(15, idOf(all.requests[4]))
    for (const [index, chunk] of last.requests.entries())
      expect(chunk === all.requests[index + 5]).toBe(true)
    const first = await chunksOf(1)
    expect(idOf(first.requests[0])).toBe(idOf(all.requests[0]))
    expect(first.requests[0] === all.requests[0]).toBe(false)
  })
})
