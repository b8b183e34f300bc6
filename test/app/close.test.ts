// What close() ends, and what becomes of requests that come later.

import { PlantStoreClient } from 'plant-store-client'
import { createMockApp } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition, heldRequest, plant } from '../harness/addition.ts'

test('close() of an app ends its named sessions and held requests, and later requests are answered', async () => {
  const app = createMockApp()
  const session = app.session('a')
  const hold = app.store.holdNext()
  const held = app.fetch('http://localhost/plants', addition())
  await heldRequest(hold, held)
  app.close()
  await expect(held).rejects.toThrow('The mock was closed')
  expect(app.sessions).toEqual([])
  expect((await session.fetch('http://localhost/plants', addition())).status).toBe(410)
  for (const path of ['/plants', '/~a/plants'])
    expect((await app.fetch(`http://localhost${path}`, addition(plant(2)))).status).toBe(
      successStatus,
    )
})

test('After close() of a server nothing listens: a call fails as network, and nothing was added', async () => {
  const server = await startMockServer({ port: 0 })
  await server.close()
  const client = new PlantStoreClient({
    baseUrl: server.url,
    accessToken: 'token',
    maxRetries: 0,
  })
  const { error } = await client.addPlant({ id: 1, name: 'Monstera' })
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  expect(error?.message).toContain('ECONNREFUSED')
})
