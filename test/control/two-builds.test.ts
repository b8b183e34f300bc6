// A store of the one build of the package, ESM or CJS, in an app of the other.
import { createRequire } from 'node:module'
import * as esm from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { change } from '../harness/addition.ts'

const cjs: typeof esm = createRequire(import.meta.url)('plant-store-client/mock')

describe.each([
  ['require', 'import', cjs, esm],
  ['import', 'require', esm, cjs],
])('A store by %s in an app by %s', (_store, _app, ofStore, ofApp) => {
  const store = ofStore.createMockStore()
  const app = ofApp.createMockApp({ store })
  const send = (method: string, path: string, body: object) =>
    app.fetch(`https://a.test/__mock${path}`, change(method, body))

  test('a mistake is explained', async () => {
    const body = { failure: 'cut-short', match: { id: 'x' } }
    const response = await send('POST', '/failures', body)
    expect(response.status).toBe(400)
    expect(response.headers.get('x-mock-server')).toBe('plant-store')
    expect((await response.json()).message).toContain('match/id must be')
  })

  test('requests, failures and holds pass between them', async () => {
    expect((await send('POST', '/failures', { failure: { status: 418 } })).status).toBe(200)
    const { status } = await app.fetch('https://a.test/plants', { method: 'POST' })
    expect(status).toBe(418)
    store.failNext('network-error')
    const failing = app.fetch('https://a.test/plants', { method: 'POST' })
    await expect(failing).rejects.toThrow(new TypeError('Injected failure: network-error'))
    const { id } = await (await send('POST', '/holds', {})).json()
    const adding = app.fetch('https://a.test/plants', { method: 'POST' })
    const arrived = await app.fetch(`https://a.test/__mock/holds/${id}`)
    expect(await arrived.json()).toMatchObject({ number: 3, inFlight: 'held' })
    await send('POST', `/holds/${id}/release`, { failure: { status: 503 } })
    expect((await adding).status).toBe(503)
    expect(app.session('a').plants).toEqual([])
  })
})
