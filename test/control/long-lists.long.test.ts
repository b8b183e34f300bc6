// A list longer than the longest string.
import { createMockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

test('a long list of the control API, GET /plants of over half a gigabyte, is given in parts, and its end alone', async () => {
  const name = '\u0000'.repeat(1_000_000) // JSON needs six characters for each
  const { fetch } = createMockApp({ plants: Array.from({ length: 90 }, (_, id) => ({ id, name })) })
  const response = await fetch('https://a.test/__mock/plants')
  expect((await response.blob()).size).toBeGreaterThan(540_000_000)
  const end = await fetch('https://a.test/__mock/plants?last=1')
  expect(await end.json()).toEqual([{ id: 89, name }])
})
