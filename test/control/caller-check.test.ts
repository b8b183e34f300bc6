// Who may use the control API: pages of the mock, of localhost and of allowed names, and what is not a browser.
// Pages of other sites change nothing and make no session, but are told why. A link to the console works.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rawRequest } from '../harness/raw-request.ts'

let server: MockServer
beforeEach(async () => {
  server = await startMockServer({
    port: 0,
    plants: [{ id: 1, name: 'Monstera' }],
    allowedHosts: ['Mock.Test:4132', '.preview.test'],
  })
  server.store.addPlants([{ id: 2, name: 'Hoya' }])
})
afterEach(() => server.close())

const json = { 'content-type': 'application/json' }

/** As no fetch sends it: with any Origin, any Host and any Fetch Metadata. */
async function send(method: string, path: string, headers: Record<string, string>, body = '') {
  const url = `http://127.0.0.1:${server.port}${path}`
  const [incoming] = (await once(request(url, { method, headers }).end(body), 'response')) as [
    IncomingMessage,
  ]
  return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) }
}

const RULE =
  'only pages of this mock, of localhost on any port, and of the names of --allowed-host or allowedHosts may'

describe('An Origin', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://192.168.1.7:5173',
    'http://localhost.evil.example',
    'https://preview.test.evil.example',
    'https://evilpreview.test',
    'chrome-extension://abcdefgh',
    'file://',
    'http://127.0.0.1/a',
    'http://127.0.0.1@evil.example',
    '127.0.0.1',
  ])('%s is refused on every route', async origin => {
    for (const [method, path] of [
      ['POST', '/reset'],
      ['DELETE', '/failures'],
      ['GET', '/requests'],
      ['GET', '/changes'],
    ] as const) {
      const { status, headers, text } = await send(method, `/~a/__mock${path}`, { origin, ...json })
      expect(status, `${method} ${path}`).toBe(403)
      // So that the page can read why.
      expect(headers['access-control-allow-origin'], `${method} ${path}`).toBe(origin)
      expect(headers['x-mock-server'], `${method} ${path}`).toBe('plant-store')
      const message = `${origin} may not use the control API: ${RULE}`
      expect(JSON.parse(text), `${method} ${path}`).toEqual({ error: 403, message })
    }
    expect(server.store.plants).toHaveLength(2)
    expect(server.sessions).toEqual([])
  })

  test('that is long is cut in the message', async () => {
    const { text } = await send('GET', '/__mock', { origin: `https://${'x'.repeat(200)}` })
    const start = `https://${'x'.repeat(92)} may not use`
    expect(JSON.parse(text).message).toBe(`${start} the control API: ${RULE}`)
  })

  test('of the server itself is accepted, under any name of this machine, behind a proxy with TLS', async () => {
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`])
      for (const origin of [`http://${host}`, `https://${host.toUpperCase()}`]) {
        const { status } = await send('POST', '/__mock/reset', { host, origin })
        expect(status, origin).toBe(200)
      }
  })

  test.each([
    'http://localhost',
    'https://localhost:6006',
    'http://127.0.0.1:1',
    'http://[::1]:5173',
    'http://plants.localhost:3000',
    'tauri://localhost', // no website has such an origin, but an application in a web view
    'https://mock.test',
    'http://a.b.preview.test:8080',
  ])('%s, of localhost or allowedHosts, may use it, and reads the answers', async origin => {
    const metadata = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    const preflight = { 'access-control-request-method': 'POST', ...metadata }
    const { status: allowed, headers: allows } = await send('OPTIONS', '/__mock/reset', preflight)
    expect([allowed, allows['access-control-allow-origin']]).toEqual([204, origin])
    const { status, headers } = await send('POST', '/__mock/reset', { ...metadata, ...json })
    const answer = [status, headers['access-control-allow-origin'], headers.vary]
    expect(answer).toEqual([200, origin, 'Origin'])
    expect(headers['access-control-expose-headers']).toBe('x-mock-server')
    expect(server.store.plants).toHaveLength(1)
  })

  // As behind Codespaces, the rewrites of Next, and the proxy of Vite in its string form.
  test.each([
    ['https://crispy-fern-4010.app.github.dev', 'localhost:4010'],
    ['http://my-laptop.lan:3000', '127.0.0.1:4010'],
  ])('%s is accepted behind a proxy, whose page is of the same origin', async (origin, host) => {
    const metadata = { origin, host, 'sec-fetch-site': 'same-origin', ...json }
    expect((await send('POST', '/__mock/reset', metadata)).status).toBe(200)
  })

  test('of a foreign Host is refused with the Host', async () => {
    const headers = { host: 'evil.example', origin: 'http://evil.example', ...json }
    for (const metadata of [{}, { 'sec-fetch-site': 'same-origin' }])
      expect((await send('POST', '/__mock/reset', { ...headers, ...metadata })).status).toBe(403)
  })
})

describe('Sec-Fetch-Site and other Fetch Metadata of a page of another origin', () => {
  const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  test.each(['cross-site', 'same-site'])('an image that is %s is refused', async site => {
    for (const path of ['/__mock', '/__mock/health', '/__mock/requests', '/__mock/changes']) {
      const headers = { 'sec-fetch-site': site, ...image }
      const { status, text } = await send('GET', `/~a${path}`, headers)
      expect(status, path).toBe(403)
      const message = `A page of another origin sent this request: ${RULE}`
      expect(JSON.parse(text), path).toEqual({ error: 403, message })
    }
    expect(server.sessions).toEqual([])
  })

  test.each(['cross-site', 'same-site'])('a link to the console that is %s works', async site => {
    for (const path of ['/__mock', '/__mock/', '/~a/__mock']) {
      const { status, headers } = await send('GET', path, { 'sec-fetch-site': site, ...link })
      expect(status, path).toBe(200)
      expect(headers['content-type'], path).toBe('text/html; charset=utf-8')
    }
  })

  test.each<[string, string, string, object]>([
    ['a link to another route', 'GET', '/__mock/requests', link],
    ['a form that is sent to the console', 'POST', '/__mock', link],
    ['the console in a frame', 'GET', '/__mock', { ...link, 'sec-fetch-dest': 'iframe' }],
    ['a fetch of the console', 'GET', '/__mock', { ...link, 'sec-fetch-mode': 'cors' }],
  ])('%s is refused', async (_case, method, path, metadata) => {
    const headers = { 'sec-fetch-site': 'cross-site', ...metadata }
    expect((await send(method, path, headers)).status).toBe(403)
  })

  test.each(['same-origin', 'none'])('%s is accepted', async site => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect((await send('POST', '/__mock/reset', headers)).status).toBe(200)
  })
})

test('A client of HTTP/1.0, which sends no Host, may use it', async () => {
  const { text } = await rawRequest(server.port, 'POST /__mock/reset HTTP/1.0\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(server.store.plants).toHaveLength(1)
})
