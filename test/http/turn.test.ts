import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

test('Long bodies that arrive together are answered where a test has replaced setImmediate by a fake timer', async () => {
  await using server = await startMockServer({ port: 0 })
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  const post = async (id: number) => {
    const response = await fetch(`${server.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name: 'a'.repeat(100_000) }),
    })
    return response.status
  }
  expect(await Promise.all([post(1), post(2), post(3)])).toEqual([200, 200, 200])
})
