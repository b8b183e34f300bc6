// Adding plants through connectMockServer: how many one call accepts.
import { connectMockServer } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

test('addPlants adds up to 1 MiB of JSON at once, and none of more; other calls take 64 KiB', async () => {
  await using server = await startMockServer({ port: 0 })
  const mock = connectMockServer(server.url)
  const plants = Array.from({ length: 60_000 }, (_, id) => ({ id, name: 'Monstera' }))
  await expect(mock.addPlants(plants)).rejects.toThrow(
    /^The mock server takes at most 1048576 bytes of JSON in one call, not \d+: send less at once$/,
  )
  expect(server.store.plants).toEqual([])
  for (let index = 0; index < plants.length; index += 30_000)
    await mock.addPlants(plants.slice(index, index + 30_000))
  expect(server.store.plants).toEqual(plants)
  const failing = mock.failNext({ status: 500, body: 'ü'.repeat(600_000) })
  await expect(failing).rejects.toThrow(/takes at most 65536 bytes of JSON in one call, not 1200/)
})

test('addPlants sends what the store keeps of a plant', async () => {
  await using server = await startMockServer({ port: 0 })
  const plant = { id: 1, name: 'Monstera', water: () => 'daily', toJSON: () => 'a plant' }
  await connectMockServer(server.url).addPlants([plant])
  expect(server.store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})
