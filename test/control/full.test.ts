// The mock keeps as many failures as it has room for, and says when it is full.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

test('failures beyond what the mock keeps are a 507', async () => {
  await using server = await startMockServer({ port: 0 })
  const send = async (method: string, body?: string) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body }) }
    return (await fetch(`${server.url}/__mock/failures`, init)).status
  }
  const body = JSON.stringify({ failure: { status: 500, body: 'x'.repeat(1_000_000) } })
  const statuses = new Set<number>()
  for (let count = 0; count < 40; count++) statuses.add(await send('POST', body))
  expect([...statuses]).toEqual([200, 507])
  expect(await send('DELETE')).toBe(200)
  expect(await send('POST', body)).toBe(200)
})
