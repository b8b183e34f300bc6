// What bounds the plants: a store that is full says so, keeps what it has, and a reset makes room.

import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  createSessionStore,
  createMockStore as createSourceStore,
  INTERNALS,
  type MockStore,
} from '../../mock/store/store.ts'

const LIMIT = 2 ** 28
const HUGE = 'x'.repeat(LIMIT / 4 - 200)

const post = (store: ReturnType<typeof createMockStore>, name = 'a') =>
  store.fetch('https://a.test/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, name }),
  })

test('a full store answers 507 with an Error, and keeps its plants until a reset', async () => {
  const store = createMockStore()
  store.addPlants([1, 2, 3, 4].map(id => ({ id, name: HUGE })))
  const name = 'x'.repeat(250) // there is room for one such plant
  expect((await post(store, name)).status).toBe(successStatus)
  const full = await post(store, name)
  expect(full.status).toBe(507)
  const message = 'The mock keeps no more plants: reset it to remove them'
  expect(await full.json()).toEqual({ error: 507, message })
  expect(store.requests.at(-1)).toMatchObject({ status: 507, reason: message })
  expect(() => store.addPlants([{ id: 5, name: HUGE }])).toThrow(
    'The mock does not keep 1 more plants',
  )
  expect(store.plants).toHaveLength(5)
  store.reset()
  expect((await post(store, 'x'.repeat(500))).status).toBe(successStatus)
})

test('sessions share the limit, and one that ends gives its part back', async () => {
  const store = createSourceStore()
  const session = createSessionStore(store, 'one')
  session.addPlants([1, 2, 3, 4].map(id => ({ id, name: HUGE })))
  expect((await post(store, 'x'.repeat(700))).status).toBe(507)
  session[INTERNALS].end('The session was ended')
  expect((await post(store, 'x'.repeat(700))).status).toBe(successStatus)
  expect((await post(session)).status).toBe(410)
  expect(store.requests[0]).not.toHaveProperty('session')
})

test('a session has the options of its store, and its name is in the journal', async () => {
  const store = createSourceStore({ plants: [{ id: 1, name: 'a' }], duplicateIds: 'reject' })
  const session = createSessionStore(store, 'one')
  await post(session)
  expect(session.requests).toMatchObject([{ status: 400, session: 'one' }])
  expect(store.requests).toEqual([])
})

test('a reset that can be undone counts once, and no more when it cannot', async () => {
  const store = createSourceStore()
  const internals = store[INTERNALS]
  const fill = () => store.addPlants([1, 2].map(id => ({ id, name: HUGE })))
  for (let count = 0; count < 5; count++) {
    fill()
    internals.reset({ canUndo: true })
  }
  expect(internals.undoReset()).toBeUndefined()
  expect(store.plants).toHaveLength(2)
  fill()
  expect(fill).toThrow('does not keep 2 more')
})

test('a session that ends gives up what its last reset removed', () => {
  const store = createSourceStore()
  const session = createSessionStore(store, 'one')
  session.addPlants([1, 2, 3].map(id => ({ id, name: HUGE })))
  session[INTERNALS].reset({ canUndo: true })
  session[INTERNALS].end('The session was ended')
  store.addPlants([1, 2, 3].map(id => ({ id, name: HUGE })))
})

test('plants at the start count once, however many sessions begin with them', async () => {
  const store = createSourceStore({ plants: [{ id: 1, name: HUGE }] })
  const sessions = Array.from({ length: 10 }, (_, index) => createSessionStore(store, `${index}`))
  for (const session of sessions) expect((await post(session)).status).toBe(successStatus)
  for (const session of sessions) session.reset()
  sessions[0]?.addPlants([2, 3].map(id => ({ id, name: HUGE })))
  expect(sessions.map(({ plants }) => plants.length)).toEqual([3, ...Array(9).fill(1)])
  expect(() => store.addPlants([2, 3].map(id => ({ id, name: HUGE })))).toThrow(
    'does not keep 2 more',
  )
})

test('plants at the start that the mock cannot keep are an error', () => {
  const plants = [1, 2, 3, 4, 5].map(id => ({ id, name: HUGE }))
  expect(() => createMockStore({ plants })).toThrow(
    'plants take up 335543820 characters, and the mock keeps at most 268435456',
  )
})

test('plants at the start may take up all that there is', async () => {
  const name = 'x'.repeat(LIMIT / 4 - 100) // each plant counts for 100 characters more
  const store = createMockStore({ plants: [1, 2, 3, 4].map(id => ({ id, name })) })
  expect(store.plants).toHaveLength(4)
  expect((await post(store)).status).toBe(507)
})

test('duplicates are those of the start and those added, in each session', async () => {
  const store = createSourceStore({ plants: [{ id: 1, name: 'a' }], duplicateIds: 'reject' })
  const session = createSessionStore(store, 'one')
  session.addPlants([{ id: 2, name: 'b' }])
  const statuses = [store, session].map(each => async (id: number) => {
    const body = JSON.stringify({ id, name: 'a' })
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
    return (await each.fetch('https://a.test/plants', { method: 'POST', headers, body })).status
  })
  const results = []
  for (const send of statuses) for (const id of [1, 2, 2]) results.push(await send(id))
  expect(results).toEqual([400, successStatus, 400, 400, 400, 400])
})

test('sessions share what pending failures and holds take up', () => {
  const store = createSourceStore()
  const body = 'x'.repeat(2 ** 22)
  const fill = (each: typeof store) => {
    for (let count = 0; count < 4; count++) each.failNext({ status: 500, body })
  }
  const one = createSessionStore(store, 'one')
  const two = createSessionStore(store, 'two')
  fill(one)
  expect(() => fill(two)).toThrow('The mock keeps no more failures and holds')
  one.reset()
  fill(store)
  two[INTERNALS].end('The session was ended')
  one.failNext({ status: 500, body })
})

const LONG = 'x'.repeat(2 ** 24)

test.each<[string, (store: MockStore) => unknown]>([
  ['a failure by its body', store => store.failNext({ status: 500, body: LONG })],
  ['a failure by a header', store => store.failNext({ status: 500, headers: { 'x-long': LONG } })],
  ['a failure by its match', store => store.failNext('cut-short', { match: { name: LONG } })],
  ['a hold by its match', store => store.holdNext({ match: { name: LONG } })],
])('%s takes up room until a reset', (_what, add) => {
  const store = createSourceStore()
  add(store)
  expect(() => add(store)).toThrow('The mock keeps no more failures and holds')
  store.reset()
  add(store)
})

test('failures that are cleared twice make room once', () => {
  const store = createSourceStore()
  const body = LONG.slice(500) // each failure counts for 500 characters more
  const fill = () => store.failNext({ status: 500, body })
  const { pending } = store[INTERNALS]
  for (let count = 0; count < 2; count++) fill()
  pending.clearFailures()
  pending.clearFailures()
  for (let count = 0; count < 2; count++) fill()
  expect(fill).toThrow('The mock keeps no more failures and holds')
})

test('sessions share what journals take up: the largest gives way', async () => {
  const store = createSourceStore()
  const name = 'x'.repeat(1_000_000)
  const sessions = Array.from({ length: 50 }, (_, index) => createSessionStore(store, `${index}`))
  await post(store)
  for (let count = 0; count < 20; count++) await post(sessions[0] ?? store, name)
  for (const session of sessions) await post(session, name)
  const counts = sessions.map(({ requests }) => requests.length)
  const sum = counts.reduce((total, count) => total + count)
  expect(sum).toBeGreaterThan(15)
  expect(sum).toBeLessThan(34)
  expect(counts.at(-1)).toBe(1)
})

test('a small journal stays whole while there is a larger one', async () => {
  const store = createSourceStore()
  const small = createSessionStore(store, 'small')
  const name = 'x'.repeat(1_000_000)
  for (let count = 0; count < 30; count++) await post(store, name)
  for (let count = 0; count < 5; count++) await post(small, name)
  expect(small.requests).toHaveLength(5)
  expect(store.requests.map(({ number }) => number)).toEqual(
    Array.from({ length: 15 }, (_, index) => index + 16),
  )
})

test.each<[string, (session: MockStore) => void]>([
  ['ends', session => session[INTERNALS].end('The session was ended')],
  ['is reset', session => session.reset()],
  ['has its requests cleared', session => session[INTERNALS].clearRequests()],
])('a session that %s leaves its part of the journals to the others', async (_how, empty) => {
  const store = createSourceStore()
  const session = createSessionStore(store, 'one')
  const name = 'x'.repeat(1_000_000)
  for (let count = 0; count < 20; count++) await post(session, name)
  empty(session)
  for (let count = 0; count < 30; count++) await post(store, name)
  expect(store.requests.map(({ number }) => number)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
})
