// failNext with times, skip and match: which request gets which failure; holdNext has the same match.
import { setImmediate } from 'node:timers/promises'
import type { NewPlant } from 'plant-store-client'
import { createMockStore, type MockFailureOptions, type MockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { add, heldRequest, plant, refusalOf } from '../harness/addition.ts'
import { PLANT_FIELDS } from '../harness/plant-fields.ts'

/** What is scheduled, what is sent, and the statuses of the responses. */
const CASES: [name: string, command: (store: MockStore) => void, bodies: string[], number[]][] = [
  [
    'a request fails after skip others, which pass',
    store => store.failNext({ status: 503 }, { skip: 2 }),
    [plant(1), plant(2), plant(3), plant(4)],
    [successStatus, successStatus, 503, successStatus],
  ],
  [
    'a match on an id: the failure is used by that plant alone, exactly',
    store => store.failNext({ status: 503 }, { match: { id: 9007199254740993n } }),
    [plant(9007199254740992n), plant(9007199254740993n)],
    [successStatus, 503],
  ],
  [
    'an id matches whether it is a number or a bigint, and however it is written',
    store => store.failNext({ status: 503 }, { match: { id: 7n }, times: 2 }),
    [plant(7), '{"id":0.7e1,"name":"a"}', plant(7)],
    [503, 503, successStatus],
  ],
  [
    'match selects by the fields of a plant: every one must be equal',
    store => store.failNext({ status: 503 }, { match: { name: 'Ficus', tag: 'dry' } }),
    [plant(1, 'Ficus'), plant(2, 'Monstera', 'dry'), plant(3, 'Ficus', 'dry')],
    [successStatus, successStatus, 503],
  ],
  [
    'times requests fail, after skip matching ones, and others do not count',
    store => store.failNext({ status: 503 }, { match: { tag: 'dry' }, skip: 1, times: 2 }),
    ['dry', undefined, 'dry', undefined, 'dry', 'dry'].map((tag, id) => plant(id, 'a', tag)),
    [successStatus, successStatus, 503, successStatus, 503, successStatus],
  ],
  [
    'a request uses the first failure that matches, and adds no plant',
    store => {
      store.failNext({ status: 500 }, { match: { id: 1 } })
      store.failNext({ status: 501 }, { skip: 1 })
      store.failNext({ status: 502 })
    },
    [plant(2), plant(3), plant(1), plant(4)],
    [502, 501, 500, successStatus],
  ],
  [
    'only valid plants match',
    store => store.failNext({ status: 503 }, { match: { id: 1 }, times: Infinity }),
    ['{"id":1}', '{"id":1', '{"id":"1","name":"a"}', plant(1)],
    [400, 400, 400, 503],
  ],
  [
    'a match without fields is any valid plant, and a field that is undefined counts as left out',
    store => {
      store.failNext({ status: 503 }, { match: {} })
      store.failNext({ status: 502 }, { match: { id: 2, name: undefined } })
    },
    ['{}', plant(1), plant(1), plant(2)],
    [400, 503, successStatus, 502],
  ],
  [
    'match selects with a function, which sees each plant',
    store => store.failNext({ status: 503 }, { match: ({ name }) => name.length > 3, times: 2 }),
    [plant(1, 'abc'), plant(2, 'abcd')],
    [successStatus, 503],
  ],
]

test.each(CASES)('%s', async (_name, command, bodies, expected) => {
  const store = createMockStore()
  command(store)
  const statuses: number[] = []
  for (const body of bodies) statuses.push((await add(store, body)).status)
  expect(statuses).toEqual(expected)
  expect(store.plants).toHaveLength(expected.filter(status => status === successStatus).length)
})

test('a function that throws is a 500, and no failure and no hold is lost', async () => {
  const store = createMockStore()
  let throws = true
  const match = () => {
    if (throws) throw new Error('oops')
    return true
  }
  store.failNext({ status: 501 }, { skip: 1 })
  store.failNext({ status: 502 }, { match })
  const message = 'The mock failed: oops'
  expect(await refusalOf(add(store))).toEqual([500, message])
  expect(store.requests).toMatchObject([{ status: 500, reason: message }])
  throws = false
  for (const status of [502, 501, successStatus]) expect((await add(store)).status).toBe(status)

  throws = true
  const hold = store.holdNext({ match })
  expect((await add(store)).status).toBe(500)
  throws = false
  const responding = add(store)
  await heldRequest(hold, responding)
  hold.release()
  expect((await responding).status).toBe(successStatus)
})

const failing = (match: unknown): MockStore => {
  const store = createMockStore()
  store.failNext({ status: 503 }, { match } as MockFailureOptions)
  return store
}

test('a match is evaluated before the token is checked', async () => {
  const store = createMockStore({ accessTokens: ['other'] })
  store.failNext({ status: 503 }, { match: { id: 1 } })
  expect([(await add(store)).status, (await add(store)).status]).toEqual([503, 401])
})

test('changing a match later, or the plant in a function, has no effect', async () => {
  const match = { id: 1 }
  const store = failing(match)
  match.id = 2
  const rename = (plant: NewPlant) => {
    plant.name = 'changed'
    return false
  }
  store.failNext({ status: 503 }, { match: rename })
  expect((await add(store, plant(2))).status).toBe(successStatus)
  expect((await add(store)).status).toBe(503)
  expect(store.plants).toEqual([{ id: 2, name: 'Monstera' }])
})

test.each([
  [undefined, 'undefined'],
  [null, 'object'],
  [Promise.resolve(false), 'a promise'],
])('a function that returns %j is an error', async (result, words) => {
  const message = `The mock failed: match must return true or false, not ${words}`
  expect(await refusalOf(add(failing(() => result)))).toEqual([500, message])
})

test('a rejected promise that a function returns is handled', async () => {
  expect((await add(failing(() => Promise.reject(new Error('no tag'))))).status).toBe(500)
  await setImmediate() // by then Node has reported what nobody handled, and Vitest fails
})

test.each([
  [{ id: '1', nam: 'a' }, `match/nam is not a field of a plant: it has ${PLANT_FIELDS}; match/id`],
  [{ tag: null }, 'match/tag must be a string'],
  [[], `match must be an object of ${PLANT_FIELDS}, or a function`],
  [null, `match must be an object of ${PLANT_FIELDS}, or a function`],
])('%j is refused as a match', (match, message) => {
  expect(() => failing(match)).toThrow(message)
  expect(() => createMockStore().holdNext({ match } as never)).toThrow(message)
})
