// A list longer than the longest string.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

test('GET plants of more than half a gigabyte', async () => {
  const name = '\u0000'.repeat(1_000_000) // JSON needs six characters for each
  const plants = Array.from({ length: 90 }, (_, id) => ({ id, name }))
  await using server = await startMockServer({ port: 0, plants })
  const { body } = await fetch(`${server.url}/__mock/plants`)
  const reader = body?.getReader()
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    length += value?.length ?? 0
  }
  expect(length).toBeGreaterThan(540_000_000)
  expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
})
