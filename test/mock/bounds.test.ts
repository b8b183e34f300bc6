// What bounds the plants: a store that is full says so, keeps what it has, and a reset makes room.
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import {
  createSessionStore,
  createMockStore as createSourceStore,
  INTERNALS,
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
  expect((await post(store)).status).toBe(200)
  const full = await post(store, 'x'.repeat(500))
  expect(full.status).toBe(507)
  const message = 'The mock keeps no more plants: reset it to remove them'
  expect(await full.json()).toEqual({ error: 507, message })
  expect(store.requests.at(-1)).toMatchObject({ status: 507, reason: message })
  expect(() => store.addPlants([{ id: 5, name: HUGE }])).toThrow(
    'The mock does not keep 1 more plants',
  )
  expect(store.plants).toHaveLength(5)
  store.reset()
  expect((await post(store, 'x'.repeat(500))).status).toBe(200)
})

test('sessions share the limit, and one that ends gives its part back', async () => {
  const store = createSourceStore()
  const session = createSessionStore(store, 'one')
  session.addPlants([1, 2, 3, 4].map(id => ({ id, name: HUGE })))
  expect((await post(store, 'x'.repeat(700))).status).toBe(507)
  session[INTERNALS].end('ended')
  expect((await post(store, 'x'.repeat(700))).status).toBe(200)
  expect((await post(session)).status).toBe(200) // a request that was under way
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
