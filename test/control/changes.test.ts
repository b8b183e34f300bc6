// The changes: the state and the requests of one moment, and every request of the journal once, in order.
import { createMockApp, type MockApp, type MockAppOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonRequest, MockChanges } from '../../mock/control/types.ts'
import { addition, change, controlRefusalOf, plant } from '../harness/addition.ts'
import { changesOf, firstChanges } from '../harness/changes.ts'

let app: MockApp
beforeEach(() => use({}))
afterEach(() => {
  vi.useRealTimers()
  app.close()
})

function use(options: MockAppOptions): void {
  app = createMockApp(options)
}

const get = (after = '', session = '') =>
  app.fetch(`https://a.test${session}/__mock/changes?after=${encodeURIComponent(after)}`)

const changes = async (after?: string, session?: string): Promise<MockChanges> =>
  (await get(after, session)).json()

const add = (id: number, session = '') =>
  app.fetch(`https://a.test${session}/plants`, addition(plant(id)))

const follow = (session = '') =>
  changesOf(`https://a.test${session}/__mock`, { send: app.fetch as typeof fetch })

const send = (method: string, path: string, body?: object) =>
  app.fetch(`https://a.test/__mock${path}`, change(method, body))

const numbersOf = (requests: readonly JsonRequest[]) => requests.map(({ number }) => number)

test('GET /changes without a version returns the state, all requests and the next version, at once', async () => {
  await add(1)
  const before = Date.now()
  const first = await changes()
  expect(first).toEqual({
    version: expect.any(String),
    time: expect.any(Number),
    state: await (await app.fetch('https://a.test/__mock/health')).json(),
    missed: 0,
    requests: await (await app.fetch('https://a.test/__mock/requests')).json(),
    rest: 0,
  })
  expect(first.time).toBeGreaterThanOrEqual(before)
})

describe('After a version, the requests are', () => {
  test('the ones that ended since, or what is left of them in the journal', async () => {
    use({ maxRequests: 3 })
    await add(1)
    const { version } = await changes()
    for (const id of [2, 3]) await add(id)
    expect(numbersOf((await changes(version)).requests)).toEqual([2, 3])
    for (const id of [4, 5]) await add(id)
    expect(numbersOf((await changes(version)).requests)).toEqual([3, 4, 5])
  })

  test('told with how many have ended before them and are not kept, so that nothing is left out in silence', async () => {
    use({ maxRequests: 3 })
    await add(1)
    const { version, state, missed } = await changes()
    expect([state.requests, state.kept, missed]).toEqual([1, 1, 0])
    for (let id = 2; id <= 9; id++) await add(id)
    const next = await changes(version)
    expect([next.missed, numbersOf(next.requests)]).toEqual([5, [7, 8, 9]])
    expect([next.state.requests, next.state.kept]).toEqual([9, 3])
    use({ maxRequests: 0 })
    for (const id of [1, 2]) await add(id)
    expect(await changes()).toMatchObject({ missed: 2, requests: [], rest: 0, state: { kept: 0 } })
  })

  test('all of the new epoch, if there was a reset', async () => {
    await add(1)
    const { version, state } = await changes()
    app.store.reset()
    for (const id of [7, 8]) await add(id)
    const next = await changes(version)
    expect(numbersOf(next.requests)).toEqual([1, 2])
    expect(next.state.epoch).not.toBe(state.epoch)
  })

  test.each(['?', 'a:999', ':'])('all, if it is not a version: "%s"', async version => {
    await add(1)
    expect(numbersOf((await changes(version)).requests)).toEqual([1])
  })

  test('at most 500 at once; the rest is told next, and nothing twice', async () => {
    use({ maxRequests: 2_000 })
    for (let count = 0; count < 1_010; count++) await app.fetch('https://a.test/plants')
    const stream = follow()
    const told = []
    for (const rest of [510, 10, 0]) {
      const { value } = await stream.next()
      expect(value.rest).toBe(rest)
      told.push(...numbersOf(value.requests))
    }
    expect(told).toEqual(Array.from({ length: 1_010 }, (_, index) => index + 1))
  })
})

test('at most about 1 MiB of requests is told at once, and the rest next', async () => {
  const path = `/plants?${'x'.repeat(2 ** 17)}` // takes 256 KiB
  for (let sent = 0; sent < 9; sent++) await app.fetch(`https://a.test${path}`)
  const first = await changes()
  expect([numbersOf(first.requests), first.rest]).toEqual([[1, 2, 3, 4], 5])
  const second = await changes(first.version)
  expect([numbersOf(second.requests), second.rest]).toEqual([[5, 6, 7, 8], 1])
  const third = await changes(second.version)
  expect([numbersOf(third.requests), third.rest]).toEqual([[9], 0])
})

test('Nothing is lost or told twice while requests arrive and the log is cleared', async () => {
  const stream = follow()
  const told: string[] = []
  const reading = (async () => {
    for await (const { state, requests } of stream) {
      told.push(...requests.map(({ number }) => `${state.epoch} ${number}`))
      if (state.plants === 100) return
    }
  })()
  const expected: string[] = []
  for (let id = 1; id <= 100; id++) {
    await add(id)
    const { state } = await changes()
    expected.push(`${state.epoch} ${id}`)
    // Whoever listens gets its turn before the log is emptied.
    if (id % 30 === 0) {
      await expect.poll(() => told.length).toBe(id)
      await send('DELETE', '/requests')
    }
  }
  await reading
  expect(told).toEqual(expected)
})

describe('A change is told to whoever waits', () => {
  const LATENCY = { latency: 7 }
  test.each<[string, () => unknown, object]>([
    ['failNext', () => app.store.failNext('cut-short'), { scheduled: [{}, {}] }],
    ['clearFailures', () => app.store.clearFailures(), { scheduled: [] }],
    ['holdNext', () => app.store.holdNext(), { scheduled: [{}, {}] }],
    ['addPlants', () => app.store.addPlants([{ id: 1, name: 'a' }]), { plants: 1 }],
    ['reset', () => app.store.reset(), { scheduled: [] }],
    ['PUT settings', () => send('PUT', '/settings', LATENCY), { settings: { latency: [7, 7] } }],
    ['DELETE requests', () => send('DELETE', '/requests'), { requests: 0, kept: 0 }],
  ])('%s tells the new state', async (_name, happen, expected) => {
    await app.fetch('https://a.test/plants')
    app.store.failNext('cut-short')
    const { version } = await changes()
    const following = changes(version)
    happen()
    const { state, version: next } = await following
    expect(state).toMatchObject(expected)
    expect(next, 'at once, and not after 25 seconds').not.toBe(version)
  })

  test.each(['held', 'delayed'])('a request that is %s, then its end', async inFlight => {
    use({ latency: inFlight === 'held' ? 0 : 300 })
    const hold = inFlight === 'held' ? app.store.holdNext() : undefined
    const stream = follow()
    await stream.next()
    const responding = add(1)
    const { state } = await firstChanges(follow(), ({ state }) => state.inFlight.length > 0)
    expect(state).toMatchObject({ requests: 0, inFlight: [{ inFlight }] })
    hold?.release()
    const { state: after, requests } = await firstChanges(
      stream,
      ({ requests }) => requests.length > 0,
    )
    expect([after.inFlight, numbersOf(requests)]).toEqual([[], [1]])
    await responding
  })
})

test('GET /changes?after=VERSION waits up to 25 seconds for a change: without one, the same version is told again', async () => {
  const first = await changes()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = changes(first.version)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await waiting).toMatchObject({ version: first.version, requests: [] })
})

test('Nothing is left of a listener that leaves', async () => {
  await using server = await startMockServer({ port: 0, maxSessions: 1 })
  const control = `${server.url}/~a/__mock`
  const { value } = await changesOf(control).next()
  const leaving = new AbortController()
  const { signal } = leaving
  const waiting = fetch(`${control}/changes?after=${value.version}`, { signal })
  leaving.abort()
  await expect(waiting).rejects.toThrow()
  server.session('a').failNext('cut-short')
  expect((await changesOf(control).next()).value.state.scheduled).toHaveLength(1)
})

describe('A used session with an open console stays:', () => {
  const status = async (session: string) =>
    (await app.fetch(`https://a.test/~${session}/__mock/health`)).status

  test('it is not ended to make room, for 30 seconds after the console last asked', async () => {
    use({ maxSessions: 1 })
    vi.useFakeTimers({ toFake: ['Date'] })
    await add(1, '/~a')
    await changes('', '/~a')
    vi.advanceTimersByTime(29_999)
    expect(await status('b')).toBe(503)
    vi.advanceTimersByTime(1)
    expect(await status('b')).toBe(200)
    expect(app.sessions).toEqual(['b'])
  })

  test('it may be ended: those who wait get a 410, and begin again in a new one', async () => {
    await add(1, '/~a')
    const { version } = await changes('', '/~a')
    const waiting = get(version, '/~a')
    app.endSession('a')
    expect(await controlRefusalOf(waiting)).toEqual([410, 'The session a was ended'])
    await add(2, '/~a')
    const again = await changes(version, '/~a')
    expect(again.requests).toMatchObject([{ number: 1, body: { id: 2 } }])
    expect(again.state.began.reason).toBe('The session was created')
  })
})

describe('The state says what emptied the log, and who asked', () => {
  const began = async (session?: string) => (await changes('', session)).state.began

  test.each([
    ['POST', '/reset', {}, 'A client reset the mock'],
    ['POST', '/reset', { origin: 'https://a.test' }, 'A page reset the mock'],
    ['DELETE', '/requests', {}, 'A client cleared the log'],
    ['DELETE', '/requests', { origin: 'https://a.test' }, 'A page cleared the log'],
  ])('%s %s with the headers %o', async (method, path, headers, reason) => {
    await app.fetch(`https://a.test/__mock${path}`, { method, headers })
    expect((await began()).reason).toBe(reason)
  })

  test('a reset by code in the process', async () => {
    app.store.reset()
    expect((await began()).reason).toBe('Code in the process reset the mock')
    app.session('a').reset()
    expect((await began('/~a')).reason).toBe('Code in the process reset the session')
  })
})

test('close wakes whoever waits', async () => {
  const { version } = await changes()
  const { version: versionOfA } = await changes('', '/~a')
  const waiting = [get(version), get(versionOfA, '/~a')]
  app.close()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 410])
})
