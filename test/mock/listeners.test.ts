// The listeners of a store: what they do reaches neither the request nor the store.

import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const add = (store: MockStore) =>
  store.fetch('https://a.test/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: '{"id":1,"name":"Monstera"}',
  })

afterEach(() => vi.unstubAllGlobals())

/** What is thrown in microtasks from now on, which would otherwise end the process. */
function catchInMicrotasks(): unknown[] {
  const thrown: unknown[] = []
  const { queueMicrotask } = globalThis
  vi.stubGlobal('queueMicrotask', (task: () => void) =>
    queueMicrotask(() => {
      try {
        task()
      } catch (error) {
        thrown.push(error)
      }
    }),
  )
  return thrown
}

test.each(['plant', 'request'] as const)(
  'an error of a listener for %s is uncaught, and fails neither the request nor other listeners',
  async event => {
    const uncaught = catchInMicrotasks()
    const store = createMockStore()
    store.on(event, () => {
      throw new Error('oops')
    })
    const told = vi.fn()
    store.on(event, told)
    expect((await add(store)).status).toBe(successStatus)
    expect(told.mock.calls).toMatchObject([[{ plant: { id: 1 }, request: { number: 1 } }[event]]])
    expect(store.requests).toMatchObject([{ status: successStatus }])
    expect(uncaught).toEqual([new Error('oops')])
  },
)

test('what a listener does to a plant does not reach the store', async () => {
  const store = createMockStore()
  store.on('plant', plant => {
    plant.name = 'changed'
  })
  await add(store)
  store.addPlants([{ id: 2, name: 'Hoya' }])
  expect(store.plants.map(({ name }) => name)).toEqual(['Monstera', 'Hoya'])
  for (const plant of store.plants) plant.name = 'changed'
  expect(store.plants.map(({ name }) => name)).toEqual(['Monstera', 'Hoya'])
})
