import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { beforeEach, expect, test } from 'vitest'

const store = createMockStore({ accessTokens: ['token'] })
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch,
})

beforeEach(() => {
  store.reset()
  store.failNext('no-answer')
})

test('a signal of the page ends a call', async () => {
  const controller = new AbortController()
  const call = client.addPlant({ id: 1, name: 'Monstera' }, { signal: controller.signal })
  controller.abort(new Error('left the page'))
  const { error } = await call
  expect(error).toMatchObject({ kind: 'aborted', cause: { message: 'left the page' } })
})

test('AbortSignal.timeout of the page ends a call', async () => {
  const signal = AbortSignal.timeout(20)
  const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, { signal })
  expect(error?.kind).toBe('aborted')
})
