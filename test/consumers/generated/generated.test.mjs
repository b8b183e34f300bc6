import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { startMockServer } from 'plant-store-client/mock/server'
import { clients } from './out/clients.mjs'

let server
before(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
})
afterEach(() => server.store.reset())
after(() => server.close())

for (const [name, add] of Object.entries(clients)) {
  test(`${name} adds a plant`, async () => {
    assert.equal(await add(server.url, 'token', { id: 1, name: 'Monstera' }), 200)
    assert.deepEqual(server.store.plants, [{ id: 1, name: 'Monstera' }])
  })

  test(`${name} is refused without a valid token, and with a wrong body`, async () => {
    assert.equal(await add(server.url, 'other', { id: 1, name: 'Monstera' }), 401)
    assert.equal(await add(server.url, 'token', { id: 1 }), 400)
    assert.deepEqual(server.store.plants, [])
  })

  test(`the mock shows that ${name} sends another id beyond 2^53`, async () => {
    const id = JSON.parse('9007199254740993') // what a generated client makes of it
    assert.equal(await add(server.url, 'token', { id, name: 'Monstera' }), 200)
    assert.deepEqual(server.store.plants, [{ id: 9007199254740992n, name: 'Monstera' }])
  })
}
