// A store of the one build of the package, ESM or CJS, in an app of the other.
import { createRequire } from 'node:module'
import * as esm from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'

const cjs: typeof esm = createRequire(import.meta.url)('plant-store-client/mock')
const json = { 'content-type': 'application/json' }

describe.each([
  ['require', 'import', cjs, esm],
  ['import', 'require', esm, cjs],
])('A store by %s in an app by %s', (_store, _app, ofStore, ofApp) => {
  const store = ofStore.createMockStore()
  const app = ofApp.createMockApp({ store })
  const send = (method: string, path: string, body: unknown) =>
    app.fetch(`https://a.test/__mock${path}`, { method, headers: json, body: JSON.stringify(body) })

  test.each([
    ['/failures', { failure: 'cut-short', match: { id: 'x' } }, 'match/id must be'],
    ['/holds', { match: { nam: 1 } }, 'match/nam is not'],
    ['/plants', [{ id: 1 }], 'plants/0/name is required'],
  ])('POST %s explains what is wrong', async (path, body, message) => {
    const response = await send('POST', path, body)
    expect(response.status).toBe(400)
    expect(response.headers.get('x-mock-server')).toBe('plant-store')
    expect((await response.json()).message).toContain(message)
  })

  test('more failures than the mock keeps are a 507', async () => {
    const failure = { status: 500 }
    const statuses = new Set<number>()
    for (let count = 0; count < 2_001; count++)
      statuses.add((await send('POST', '/failures', { failure })).status)
    expect([...statuses]).toEqual([200, 507])
    store.reset()
  })

  test('requests, failures and holds pass between them', async () => {
    expect((await send('POST', '/failures', { failure: { status: 418 } })).status).toBe(200)
    const { status } = await app.fetch('https://a.test/plants', { method: 'POST' })
    expect(status).toBe(418)
    const { id } = await (await send('POST', '/holds', {})).json()
    const adding = app.fetch('https://a.test/plants', { method: 'POST' })
    const arrived = await app.fetch(`https://a.test/__mock/holds/${id}`)
    expect(await arrived.json()).toMatchObject({ number: 2, inFlight: 'held' })
    await send('POST', `/holds/${id}/release`, { failure: { status: 503 } })
    expect((await adding).status).toBe(503)
    expect(app.session('a').plants).toEqual([])
  })
})

test('a fault of the control API is told as one of it', async () => {
  const store = esm.createMockStore()
  const app = esm.createMockApp({ store })
  const internals = Reflect.ownKeys(store).filter(key => typeof key === 'symbol')
  for (const key of internals)
    Object.defineProperty(Reflect.get(store, key), 'state', {
      get() {
        throw new Error('Lost')
      },
    })
  const response = await app.fetch('https://a.test/__mock/requests')
  expect(response.status).toBe(500)
  expect(response.headers.get('x-mock-server')).toBe('plant-store')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(await response.json()).toEqual({ error: 500, message: 'The mock failed: Lost' })
})
