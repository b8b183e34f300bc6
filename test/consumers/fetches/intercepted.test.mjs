// What replaces fetch, or answers in place of the network.
import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import fetchMock from 'fetch-mock'
import nock from 'nock'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import sinon from 'sinon'
import { MockAgent, fetch as undiciFetch } from 'undici'

const url = 'https://plants.example.com/v1'
const plant = { id: 9007199254740993n, name: 'Monstera' }
const body = '{"id":9007199254740993,"name":"Monstera"}'
const make = options => new PlantStoreClient({ baseUrl: url, accessToken: 'token', ...options })

afterEach(() => {
  mock.restoreAll()
  nock.restore()
})

test('nock answers the global fetch', async () => {
  if (!nock.isActive()) nock.activate()
  const scope = nock('https://plants.example.com', {
    reqheaders: { authorization: 'Bearer token' },
  })
    .post('/v1/plants', text => JSON.stringify(text) === JSON.stringify(JSON.parse(body)))
    .reply(200, { name: 'Monstera' })
  const { data } = await make().addPlant(plant)
  assert.deepEqual(data, { name: 'Monstera' })
  scope.done()
})

test("undici's MockAgent answers undici's fetch", async () => {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  dispatcher
    .get('https://plants.example.com')
    .intercept({ method: 'POST', path: '/v1/plants', body })
    .reply(200, { name: 'Monstera' }, { headers: { 'content-type': 'application/json' } })
  const fetch = (url, init) => undiciFetch(url, { ...init, dispatcher })
  const { data } = await make({ fetch }).addPlant(plant)
  assert.deepEqual(data, { name: 'Monstera' })
  dispatcher.assertNoPendingInterceptors()
})

test('fetch-mock answers the client, and has the call', async () => {
  const { fetchHandler, callHistory } = fetchMock.createInstance().postOnce(`${url}/plants`, {
    status: 200,
    body: { name: 'Monstera' },
  })
  const { data } = await make({ fetch: fetchHandler }).addPlant(plant)
  assert.deepEqual(data, { name: 'Monstera' })
  assert.equal(callHistory.lastCall().options.body, body)
})

test('fetch-mock replaces the global fetch after the client was made', async () => {
  const client = make()
  fetchMock.mockGlobal().postOnce(`${url}/plants`, { name: 'Monstera' })
  const { data } = await client.addPlant(plant)
  fetchMock.hardReset()
  assert.deepEqual(data, { name: 'Monstera' })
})

test("node:test's mock replaces the global fetch", async () => {
  const fetch = mock.method(globalThis, 'fetch', async () => Response.json({ name: 'Monstera' }))
  const { data } = await make().addPlant(plant)
  assert.deepEqual(data, { name: 'Monstera' })
  assert.equal(fetch.mock.calls[0].arguments[0], `${url}/plants`)
  assert.equal(fetch.mock.calls[0].arguments[1].body, body)
})

test('sinon replaces the global fetch', async () => {
  const stub = sinon.stub(globalThis, 'fetch').resolves(Response.json({ name: 'Monstera' }))
  const { data } = await make().addPlant(plant)
  stub.restore()
  assert.deepEqual(data, { name: 'Monstera' })
  sinon.assert.calledOnceWithMatch(stub, `${url}/plants`, { method: 'POST', body })
})

const stubs = {
  '{ ok, status, json }': { ok: true, status: 200, json: async () => ({ name: 'Monstera' }) },
  '{ status, text }': { status: 200, text: async () => '{"name":"Monstera"}' },
  '{ status, json }': { status: 200, json: () => ({ name: 'Monstera' }) },
}
for (const [name, response] of Object.entries(stubs))
  test(`a hand-made response is enough: ${name}`, async () => {
    const { data } = await make({ fetch: async () => response }).addPlant(plant)
    assert.deepEqual(data, { name: 'Monstera' })
  })

test('a stub that returns nothing is told what it must return', async () => {
  const { error } = await make({ fetch: async () => {} }).addPlant(plant)
  assert.equal(error.kind, 'network')
  assert.match(error.message, /fetch returned undefined; it must return an object/)
})

test('one Response for two calls is told so', async () => {
  const response = Response.json({ name: 'Monstera' })
  const client = make({ fetch: async () => response })
  await client.addPlant(plant)
  const { error } = await client.addPlant(plant)
  assert.match(error.message, /the body was already read: read a clone instead/)
})

const clocks = {
  'node:test': () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    return { tick: ms => mock.timers.tick(ms), restore: () => mock.timers.reset() }
  },
  sinon: () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    return { tick: ms => clock.tickAsync(ms), restore: () => clock.restore() }
  },
}
for (const [name, start] of Object.entries(clocks))
  test(`the fake timers of ${name} run a time-out`, async () => {
    const store = createMockStore({ accessTokens: ['token'] })
    store.failNext('no-answer')
    const clock = start()
    try {
      const call = make({ fetch: store.fetch }).addPlant(plant)
      await new Promise(resolve => setImmediate(resolve))
      await clock.tick(30_000)
      assert.equal((await call).error.kind, 'timeout')
    } finally {
      clock.restore()
    }
  })
