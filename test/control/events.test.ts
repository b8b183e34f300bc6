// The events: the state after each change, and every request of the journal once, in order.
import { setImmediate } from 'node:timers/promises'
import { createMockApp, type MockApp, type MockAppOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MockState } from '../../mock/control/types.ts'
import { readJson } from '../../mock/json/read.ts'
import { addition, change, plant } from '../harness/addition.ts'
import {
  eventsIn,
  eventsOf,
  firstRequests,
  firstState,
  type ServerSentEvent,
} from '../harness/server-sent-events.ts'

type Events = AsyncGenerator<ServerSentEvent>

let app: MockApp
beforeEach(() => use({}))
afterEach(() => {
  vi.useRealTimers()
  app.close()
})

function use(options: MockAppOptions): void {
  app = createMockApp(options)
}

const open = (lastEventId?: string, session = '') =>
  app.fetch(`https://a.test${session}/__mock/events`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
const events = async (...args: Parameters<typeof open>) => eventsIn(await open(...args))

const add = (id: number, session = '') =>
  app.fetch(`https://a.test${session}/plants`, addition(plant(id)))

const next = async (stream: Events): Promise<ServerSentEvent> => (await stream.next()).value

const nextState = async (stream: Events): Promise<MockState> => {
  const { event, data } = await next(stream)
  expect(event).toBe('state')
  return readJson(data) as MockState
}

/** A stream whose next event is the next change. */
async function listening(): Promise<Events> {
  const stream = await events()
  expect(await next(stream)).toMatchObject({ event: 'time' })
  await nextState(stream)
  return stream
}

/** From now on time stands still. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

/** Resolves once everything has been sent that is sent without a wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

test('A stream starts with the reconnection time, the clock and the state', async () => {
  const response = await open()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('data: {')) text += (await reader?.read())?.value ?? ''
  expect(text).toMatch(
    /^retry: 1000\nevent: time\ndata: \d{13}\n\nevent: state\ndata: \{"epoch":.*\}\n\n$/,
  )
  await reader?.cancel()
})

test('A server sends past requests, then each new one, ids exact', async () => {
  await using server = await startMockServer({ port: 0 })
  const post = (id: bigint) => fetch(`${server.url}/plants`, addition(plant(id)))
  await post(1n)
  const told = firstRequests(2, eventsOf(`${server.url}/__mock/events`))
  await post(9007199254740993n)
  expect(await told).toMatchObject([
    { number: 1, body: { id: 1 } },
    { number: 2, body: { id: 9007199254740993n } },
  ])
})

test('A listener of a session is sent nothing of the others', async () => {
  const sessions = ['/~a', '/~b', '']
  const streams = await Promise.all(sessions.map(session => events(undefined, session)))
  for (const [id, session] of sessions.entries()) await add(id, session)
  const told = await Promise.all(streams.map(stream => firstRequests(1, stream)))
  expect(told.flat()).toMatchObject([
    { number: 1, session: 'a', body: { id: 0 } },
    { number: 1, session: 'b', body: { id: 1 } },
    { number: 1, body: { id: 2 } },
  ])
})

describe('Last-Event-ID', () => {
  const numbers = async (count: number, lastEventId?: string) =>
    (await firstRequests(count, await events(lastEventId))).map(({ number }) => number)
  const idOfFirst = async () => (await firstRequests(1, await events()))[0]?.id ?? ''

  test('is followed by the requests after it', async () => {
    for (const id of [1, 2, 3]) await add(id)
    expect(await numbers(2, await idOfFirst())).toEqual([2, 3])
  })

  test('is followed by what is left in the journal', async () => {
    use({ maxRequests: 3 })
    await add(1)
    const first = await idOfFirst()
    for (const id of [2, 3, 4, 5]) await add(id)
    expect(await numbers(3, first)).toEqual([3, 4, 5])
  })

  test('of another epoch is followed by all', async () => {
    await add(1)
    const first = await idOfFirst()
    app.store.reset()
    for (const id of [7, 8]) await add(id)
    expect(await numbers(2, first)).toEqual([1, 2])
  })

  test.each(['?', 'a:999', ''])('"%s" is followed by all', async id => {
    await add(1)
    expect(await numbers(1, id)).toEqual([1])
  })

  test('is left out by a new listener: it is sent at most the last 1,000 requests', async () => {
    use({ maxRequests: 2_000 })
    for (let count = 0; count < 1_010; count++) await app.fetch('https://a.test/plants')
    expect(await numbers(1)).toEqual([11])
  })
})

describe('A state follows', () => {
  test.each<[string, () => unknown, object]>([
    ['failNext', () => app.store.failNext('cut-short'), { failureCount: 2 }],
    ['clearFailures', () => app.store.clearFailures(), { failureCount: 0 }],
    ['holdNext', () => app.store.holdNext(), { holdCount: 1 }],
    ['addPlants', () => app.store.addPlants([{ id: 1, name: 'a' }]), { plants: 1 }],
    ['reset', () => app.store.reset(), { failureCount: 0 }],
    [
      'POST failures',
      () => app.fetch('https://a.test/__mock/failures', change('POST', { failure: 'cut-short' })),
      { failureCount: 2 },
    ],
    [
      'DELETE failures',
      () => app.fetch('https://a.test/__mock/failures', change('DELETE')),
      { failureCount: 0 },
    ],
    [
      'DELETE failures/1',
      () => app.fetch('https://a.test/__mock/failures/1', change('DELETE')),
      { failureCount: 0 },
    ],
    [
      'PUT settings',
      () => app.fetch('https://a.test/__mock/settings', change('PUT', { latency: 7 })),
      { settings: { latency: [7, 7] } },
    ],
    [
      'DELETE requests',
      () => app.fetch('https://a.test/__mock/requests', change('DELETE')),
      { requests: 0 },
    ],
  ])('%s', async (_name, happen, expected) => {
    await app.fetch('https://a.test/plants')
    app.store.failNext('cut-short')
    const stream = await listening()
    expect((await next(stream)).event).toBe('request')
    const following = nextState(stream)
    happen()
    expect(await following).toMatchObject(expected)
    await stream.return(undefined)
  })

  test('a release, then a reset, which begins another epoch', async () => {
    const hold = app.store.holdNext()
    const stream = await listening()
    hold.release('cut-short')
    const released = await nextState(stream)
    expect(released).toMatchObject({ holdCount: 0, failureCount: 1 })
    app.store.reset()
    const reset = await nextState(stream)
    expect(reset).toMatchObject({ failureCount: 0 })
    expect(reset.epoch).not.toBe(released.epoch)
    await stream.return(undefined)
  })

  test.each(['held', 'delayed'])('a request that is %s, then its end', async inFlight => {
    use({ latency: inFlight === 'held' ? 0 : 300 })
    const hold = inFlight === 'held' ? app.store.holdNext() : undefined
    const stream = await listening()
    const responding = add(1)
    expect(await nextState(stream)).toMatchObject({ requests: 0, inFlight: [{ inFlight }] })
    hold?.release()
    expect(await firstState(stream, () => true)).toMatchObject({ inFlightCount: 0 })
    await responding
  })

  test('the first change after a pause at once, and those that follow closely together', async () => {
    stopTime()
    const stream = await listening()
    await vi.advanceTimersByTimeAsync(50)
    const counts: number[] = []
    const reading = (async () => {
      while (counts.at(-1) !== 3) counts.push((await nextState(stream)).failureCount)
    })()
    for (let count = 1; count <= 3; count++) {
      app.store.failNext({ status: 500 })
      await settled()
      expect(counts).toEqual([1])
    }
    await vi.advanceTimersByTimeAsync(49)
    await settled()
    expect(counts).toEqual([1])
    await vi.advanceTimersByTimeAsync(1)
    await reading
    expect(counts).toEqual([1, 3])
    await stream.return(undefined)
  })
})

test('A heartbeat follows after each 15 seconds without a change', async () => {
  stopTime()
  const stream = await listening()
  for (let beat = 1; beat <= 3; beat++) {
    const beating = next(stream)
    await settled()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await beating).toEqual({ event: 'comment', data: 'heartbeat' })
  }
  app.store.failNext({ status: 500 })
  expect(await nextState(stream)).toMatchObject({ failureCount: 1 })
  await stream.return(undefined)
})
