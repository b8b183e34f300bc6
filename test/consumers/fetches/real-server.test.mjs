// The fetch of several packages, against the mock server.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import crossFetch from 'cross-fetch'
import nodeFetch from 'node-fetch'
import nodeFetch2 from 'node-fetch-2'
import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'
import { fetch as undici8 } from 'undici'
import { fetch as undici6 } from 'undici-6'
import { fetch as undici7 } from 'undici-7'

const fetches = {
  'the global fetch': undefined,
  'node-fetch 3': nodeFetch,
  'node-fetch 2': nodeFetch2,
  'cross-fetch': crossFetch,
  'undici 6': undici6,
  'undici 7': undici7,
  'undici 8': undici8,
}

/** Whose bodies never end where the response is cut short. */
const neverEnds = new Set([nodeFetch2, crossFetch])

let server
before(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
})
afterEach(() => server.store.reset())
after(() => server.close())

const make = (fetch, options) =>
  new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', fetch, ...options })
const plant = { id: 9007199254740993n, name: 'Monstera' }

for (const [name, fetch] of Object.entries(fetches)) {
  test(`${name}: a plant is added, its id exact`, async () => {
    const { data } = await make(fetch).addPlant(plant)
    assert.deepEqual(data, { name: 'Monstera' })
    assert.deepEqual(server.store.plants, [plant])
  })

  test(`${name}: a refusal is read`, async () => {
    const { error } = await make(fetch, { accessToken: 'other' }).addPlant(plant)
    assert.equal(error?.kind, 'api')
    assert.equal(error.status, 401)
    assert.equal(error.mayHaveBeenAdded, false)
  })

  test(`${name}: a response that is cut short may have added the plant`, async () => {
    server.store.failNext('cut-short')
    const { error } = await make(fetch, neverEnds.has(fetch) ? { timeout: 500 } : {}).addPlant(
      plant,
    )
    assert.equal(error?.kind, neverEnds.has(fetch) ? 'timeout' : 'network')
    assert.equal(error.mayHaveBeenAdded, true)
  })

  test(`${name}: a call that is not answered times out`, async () => {
    server.store.failNext('no-answer')
    const { error } = await make(fetch, { timeout: 50 }).addPlant(plant)
    assert.equal(error?.kind, 'timeout')
  })

  test(`${name}: a refused connection added nothing`, async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => free.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${free.address().port}`
    await new Promise(resolve => free.close(resolve))
    const { error } = await make(fetch, { baseUrl, maxRetries: 0 }).addPlant(plant)
    assert.equal(error?.kind, 'network')
    assert.equal(error.mayHaveBeenAdded, false)
  })

  test(`${name}: a redirect is not followed`, async () => {
    const headers = { location: `${server.url}/plants` }
    server.store.failNext({ status: 307, headers })
    const { error } = await make(fetch).addPlant(plant)
    assert.equal(error?.kind, 'unexpected-response')
    assert.deepEqual(server.store.plants, [])
  })
}
