// The control API: what it returns, what it accepts, and how it explains mistakes.
import { readFile } from 'node:fs/promises'
import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: MockServer
let client: PlantStoreClient
beforeEach(async () => {
  server = await startMockServer({
    port: 0,
    basePath: '/v1',
    accessTokens: ['secret-token'],
    latency: 0,
  })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'secret-token', maxRetries: 0 })
})
afterEach(() => server.close())

const control = (path: string) => `http://127.0.0.1:${server.port}/__mock${path}`

const sent = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(control(path), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })

describe('The control API returns', () => {
  test('plants: GET /plants lists them, an id digit for digit', async () => {
    await client.addPlant({ id: 9223372036854775807n, name: 'Monstera', tag: 'tropical' })
    const response = await fetch(control('/plants'))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(
      '[{"name":"Monstera","tag":"tropical","id":9223372036854775807}]',
    )
  })

  test('the description of the service', async () => {
    const response = await fetch(control('/openapi.yaml'))
    expect(response.headers.get('content-type')).toBe('text/yaml')
    expect(await response.text()).toBe(await readFile('openapi.yaml', 'utf8'))
  })

  test('the state: GET /health has how much there is, the settings in force, which by default accept duplicateIds, ignore unknownFields and have no failureRate, and the options but no token', async () => {
    await client.addPlant({ id: 1, name: 'Monstera' })
    const text = await (await fetch(control('/health'))).text()
    expect(text).not.toContain('secret-token')
    expect(JSON.parse(text)).toEqual({
      epoch: expect.any(String),
      sessions: 0,
      basePath: '/v1',
      began: { time: expect.any(String), reason: 'The mock was started' },
      plants: 1,
      requests: 1,
      settings: {
        latency: [0, 0],
        failureRate: 0,
        duplicateIds: 'accept',
        unknownFields: 'ignore',
      },
      kept: 1,
      scheduled: [],
      held: [],
      inFlight: [],
      options: { accessTokens: 1, latency: 0, port: expect.any(Number) },
    })
  })

  test('nothing that a page of another origin could read or cache', async () => {
    for (const path of ['', '/health', '/plants', '/requests']) {
      const { headers } = await fetch(control(path))
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  })

  test.each(['/health', '/plants', '/changes'])(
    'headers alone for HEAD %s, as wait-on and start-server-and-test ask',
    async path => {
      const response = await fetch(control(path), { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
    },
  )
})

describe('The control API names the mistakes of its callers:', () => {
  test.each([
    ['POST', '/failures', '{"failure":"cut-short","time":1}', /time is not a property/],
    ['POST', '/failures', '{"failure":"boom","times":0}', /failure must be .*; times must be/],
    ['POST', '/failures', '{"failure":"cut-short","match":"id"}', /match must be an object of/],
    ['POST', '/failures', '{"failure":', /not JSON/],
    [
      'POST',
      '/holds',
      '{"match":{"nam":1},"times":1}',
      /match\/nam is not .*; times is not a property of a hold/,
    ],
    ['POST', '/plants', '{"id":1}', /plants must be an array of plants/],
    ['POST', '/plants', '[{"id":1}]', /plants\/0\/name is required/],
    ['PUT', '/settings', '{"plants":[]}', /plants is not a setting/],
    ['POST', '/reset', '{"all":true}', /all is not expected: this route takes no properties/],
    ['POST', '/reset', '[]', /the body must be an object/],
  ])('%s %s %s', async (method, path, body, words) => {
    const before = await (await fetch(control('/health'))).json()
    const response = await sent(method, path, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 400, message: expect.stringMatching(words) })
    expect(await (await fetch(control('/health'))).json()).toEqual(before)
  })

  test.each([
    ['POST', '', 'GET'],
    ['DELETE', '/plants', 'GET, POST'],
    ['GET', '/reset', 'POST'],
    ['PUT', '/failures', 'GET, POST, DELETE'],
    ['OPTIONS', '/reset', 'POST'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const response = await sent(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect((await response.json()).message).toBe(
      `${method} is not allowed on /__mock${path}: send ${allow.replaceAll(', ', ' or ')}`,
    )
  })
})
