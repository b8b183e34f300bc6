import { request } from 'node:http'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

test('1,100 requests at once, each on a connection of its own, are all answered', async () => {
  await using server = await startMockServer({ port: 0, maxRequests: 2_000 })
  const statuses = Array.from({ length: 1_100 }, () => {
    return new Promise(resolve => {
      request(`${server.url}/plants`, { agent: false }, response => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', resolve)
        .end()
    })
  })
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([405]))
  expect(server.store.requests).toHaveLength(1_100)
})
