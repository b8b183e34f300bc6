// Listeners of the events: each reads at its own speed, none is left over, none blocks another.
import { setImmediate } from 'node:timers/promises'
import { createMockApp } from 'plant-store-client/mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventStreams } from '../../mock/control/events.ts'
import { toStoreState } from '../../mock/control/state.ts'
import { Streams } from '../../mock/control/stream.ts'
import type { MockState } from '../../mock/control/types.ts'
import { ReferenceStore } from '../../mock/store/reference-store.ts'
import { addition, plant } from '../harness/addition.ts'

let store: ReferenceStore
let bodies: Streams
let streams: EventStreams
let getState: () => MockState
beforeEach(() => {
  store = new ReferenceStore({})
  getState = () => ({ epoch: `${store.epoch}`, sessions: 0, basePath: '', ...toStoreState(store) })
  bodies = new Streams()
  streams = new EventStreams(store, () => getState(), bodies)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const add = (id: number, length = 1) =>
  store.fetch('https://a.test/plants', addition(plant(id, 'x'.repeat(length))))

type Reader = ReadableStreamDefaultReader<Uint8Array>

const open = (lastEventId?: string): Reader => streams.open(lastEventId).getReader()

const read = async (reader: Reader): Promise<string | undefined> =>
  new TextDecoder().decode((await reader.read()).value) || undefined

/** A listener that has read the state of now. */
async function listen(): Promise<Reader> {
  const reader = open()
  expect(await read(reader)).toMatch(/^retry/)
  expect(await read(reader)).toMatch(/^event: state/)
  return reader
}

/** The ids of the next requests. */
async function ids(reader: Reader, count: number): Promise<string[]> {
  const found: string[] = []
  while (found.length < count) {
    const reading = read(reader)
    await vi.advanceTimersByTimeAsync(50)
    found.push(...(/^id: (.*)$/m.exec((await reading) ?? '')?.slice(1) ?? []))
  }
  return found
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

/** How many listeners the store has, and how many timers run. */
function leftOver(): { subscriptions: number; timers: number } {
  let subscriptions = 0
  store.events.emit('change', () => void subscriptions++ as unknown as undefined)
  return { subscriptions, timers: vi.getTimerCount() }
}

describe('Nothing is left of a listener that leaves', () => {
  test('while it waits for a change', async () => {
    const reader = open()
    expect(streams.isInUse).toBe(true)
    await reader.read()
    await reader.read()
    void reader.read()
    await settled()
    await reader.cancel()
    expect(streams.isInUse).toBe(false)
    await vi.advanceTimersByTimeAsync(50)
    expect(leftOver()).toEqual({ subscriptions: 0, timers: 0 })
  })

  test('in an app, by a HEAD too, which would keep its session', async () => {
    const app = createMockApp({ maxSessions: 1 })
    const status = async (path: string, method = 'GET') =>
      (await app.fetch(`https://a.test${path}`, { method })).status
    const { body } = await app.fetch('https://a.test/~a/__mock/events')
    expect(await status('/~b/__mock/health')).toBe(503)
    await body?.cancel()
    expect(await status('/~b/__mock/events', 'HEAD')).toBe(200)
    expect(await status('/~c/__mock/health')).toBe(200)
  })
})

describe('A listener that reads slowly', () => {
  test('receives everything', async () => {
    for (let id = 1; id <= 20; id++) await add(id, 10_000)
    const reader = await listen()
    for (let id = 1; id <= 20; id++) {
      await vi.advanceTimersByTimeAsync(1_000)
      if (id === 10) await add(21)
      expect(await ids(reader, 1)).toEqual([`0:${id}`])
    }
    expect(await ids(reader, 1)).toEqual(['0:21'])
  })

  test('receives all of the new epoch after a reset, and nothing more of the old one', async () => {
    for (const id of [1, 2, 3]) await add(id)
    const reader = await listen()
    expect(await ids(reader, 1)).toEqual(['0:1'])
    store.reset()
    for (const id of [4, 5]) await add(id)
    expect(await ids(reader, 2)).toEqual(['1:1', '1:2'])
  })

  test('receives the state even if requests never stop', async () => {
    await add(1)
    const reader = await listen()
    const told: string[] = []
    for (let id = 2; !told.includes('state'); id++) {
      await add(id)
      const reading = read(reader)
      await vi.advanceTimersByTimeAsync(50)
      told.push(/^event: (\w+)/.exec((await reading) ?? '')?.[1] ?? '')
      expect(id).toBeLessThan(10)
    }
    expect(told).toEqual(['request', 'state'])
  })
})

test.each<[string, boolean]>([
  ['reaches a listener that waits', true],
  ['reaches a slow listener once it reads', false],
])('The end %s', async (_name, isReading) => {
  const reader = await listen()
  const reading = isReading ? reader.read() : undefined
  await settled()
  bodies.close()
  expect(streams.isInUse).toBe(false)
  expect(await (reading ?? reader.read())).toEqual({ done: true, value: undefined })
  await vi.advanceTimersByTimeAsync(50)
  expect(leftOver()).toEqual({ subscriptions: 0, timers: 0 })
})

test('Of more than 2,000 lists that are being read, the oldest ends', async () => {
  const app = createMockApp({ plants: [{ id: 1, name: 'Hoya' }] })
  const get = () => app.fetch('https://a.test/__mock/plants')
  const first = await get()
  const second = await get()
  for (let count = 0; count < 1_999; count++) await get()
  expect(await first.text()).toBe('')
  expect(await second.json()).toEqual([{ id: 1, name: 'Hoya' }])
})

test('An app answers 503 beyond 1,000 listeners', async () => {
  const app = createMockApp()
  const get = () => app.fetch('https://a.test/__mock/events')
  for (let count = 0; count < 1_000; count++) expect((await get()).status).toBe(200)
  const refused = await get()
  expect(refused.status).toBe(503)
  expect((await refused.json()).message).toBe(
    'There are too many event streams: close some of them',
  )
  app.close()
  expect((await get()).status).toBe(200)
})

describe('A listener whose timers have ended, as on workerd when its client leaves', () => {
  test('is not counted after two and a half heartbeats, and its stream is over', async () => {
    const reader = await listen()
    const now = performance.now()
    const time = vi.spyOn(performance, 'now').mockReturnValue(now + 37_500)
    expect(streams.isInUse).toBe(true)
    time.mockReturnValue(now + 37_501)
    expect(streams.isInUse).toBe(false)
    expect(leftOver().subscriptions).toBe(0)
    expect((await reader.read()).done).toBe(true)
    time.mockRestore()
  })

  test('is distinguished from one that reads heartbeats', async () => {
    const reader = await listen()
    for (let beat = 0; beat < 5; beat++) {
      const reading = read(reader)
      await settled()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await reading).toMatch(/heartbeat/)
      expect(streams.isInUse).toBe(true)
    }
  })
})
