// Runs in the test runners of Node, Bun and Deno. Deno's looks for timers, streams and connections that are left open.
import assert from 'node:assert/strict'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'

declare const Deno: { test(options: object): void }

type Test = (name: string, fn: () => Promise<void>) => unknown
const strict = { sanitizeOps: true, sanitizeResources: true }
const test: Test =
  'Deno' in globalThis
    ? (name, fn) => Deno.test({ name, fn, ...strict })
    : (await import('node:test')).test
const plant = { id: 9007199254740993n, name: 'Monstera' }

test('store.fetch answers the client in node:test, bun test and deno test', async () => {
  const { fetch } = createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'https://a.test', accessToken: 'token', fetch })
  assert.deepEqual((await client.addPlant(plant)).data, { name: 'Monstera' })
})

test('the mock server answers in node:test, bun test and deno test, and nothing is left open', async () => {
  const server = await startMockServer({ port: 0 })
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const { data } = await client.addPlant(plant)
  await server.close()
  assert.deepEqual(data, { name: 'Monstera' })
  assert.deepEqual(server.store.plants, [plant])
})
