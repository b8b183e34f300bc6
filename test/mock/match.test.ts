// What a match of failNext and holdNext may be, and what its function may return.

import { createMockStore, type FailureOptions, type MockStore } from 'plant-store-client/mock'
import { expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const add = (store: MockStore, id = 1) =>
  store.fetch('https://a.test/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: `{"id":${id},"name":"Monstera"}`,
  })

const fails = (match: unknown): MockStore => {
  const store = createMockStore()
  store.failNext({ status: 503 }, { match } as FailureOptions)
  return store
}

test('a field that is undefined counts as left out', async () => {
  const store = fails({ id: 2, name: undefined })
  expect((await add(store)).status).toBe(successStatus)
  expect((await add(store, 2)).status).toBe(503)
})

test('a function may have properties, as those of test runners have', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const match = Object.assign(
    vi.fn(({ id }) => id === 2),
    { id: 1, help() {}, circle },
  )
  const store = fails(match)
  expect((await add(store)).status).toBe(successStatus)
  expect((await add(store, 2)).status).toBe(503)
  expect(match).toHaveBeenNthCalledWith(1, { id: 1, name: 'Monstera' })
})

test('a function is not called once its failure was met', async () => {
  const store = createMockStore()
  const match = vi.fn(() => true)
  store.failNext({ status: 501 }, { match: { id: 2 } })
  store.failNext({ status: 502 }, { match })
  store.failNext({ status: 503 }, { match: { id: 3 } })
  expect([(await add(store)).status, (await add(store)).status]).toEqual([502, successStatus])
  expect(match).toHaveBeenCalledTimes(1)
})

test.each([
  [undefined, 'undefined'],
  [null, 'object'],
  [1, 'number'],
  ['yes', 'string'],
  [{ ok: true }, 'object'],
])('a function that returns %j is a fault', async (result, described) => {
  const response = await add(fails(() => result))
  expect([response.status, (await response.json()).message]).toEqual([
    500,
    `The mock failed: match must return true or false, not ${described}`,
  ])
})

test('a function that resets the store leaves nothing behind', async () => {
  const store = createMockStore()
  store.failNext(
    { status: 503 },
    {
      match() {
        store.reset()
        return true
      },
    },
  )
  expect((await add(store)).status).toBe(successStatus)
  expect((await add(store)).status).toBe(successStatus)
  expect(store.plants).toHaveLength(1)
})

test.each([
  [{ id: '1', nam: 'a' }, 'match/nam is not a field of a plant: it has name, tag, id; match/id'],
  [{ tag: null }, 'match/tag must be a string'],
  [[], 'match must be an object of name, tag, id, or a function'],
  [new Map(), 'match must be a plain object of name, tag, id, or a function'],
  [true, 'match must be an object of name, tag, id, or a function'],
])('%j is refused', (match, message) => {
  expect(() => fails(match)).toThrow(message)
  expect(() => createMockStore().holdNext({ match } as never)).toThrow(message)
})
