// What a mock in front of a real service sends on, and what it keeps back.
import { gzipSync } from 'node:zlib'
import { getResponse, HttpResponse, http } from 'msw'
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addition, HEADERS, heldRequest, plant, refusalOf } from '../../harness/addition.ts'
import { rawRequest } from '../../harness/raw-request.ts'
import { startRawUpstream, startUpstream } from '../../harness/upstream.ts'
import { front, post } from './front.ts'

describe('what is forwarded', () => {
  test('the request passes byte for byte, but for the headers of the connection (hop-by-hop) and those for the mock', async () => {
    await using service = await startRawUpstream(socket =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"name":"é"}'),
    )
    await using server = await front(`${service.url}/v1/`)
    const body = '{ "id" : 9223372036854775807,\t"name":"\\u00e9", "more": 1e400 }'
    await rawRequest(
      server.port,
      Buffer.from(
        [
          'POST /~a-test/v1/plants?x=%7E&access_token=1 HTTP/1.1',
          'Host: localhost:1234',
          'AUTHORIZATION: Bearer token',
          'content-type: application/json; charset=utf-8',
          'X-Twice: 1',
          'x-twice: \xe9',
          'X-Mock-Session: a-test',
          'X-Mock-Console: 1a2b repeats 1-2-3:4',
          'Accept-Encoding: br;q=1.0, gzip;q=0.5, *;q=0',
          'Connection: close, X-Hop',
          'X-Hop: 1',
          'Keep-Alive: timeout=1',
          'Proxy-Connection: close',
          'TE: trailers',
          'Upgrade: h2c',
          'Expect: 100-continue',
          'Via: 1.0 another',
          `Content-Length: ${body.length}`,
          '',
          body,
        ].join('\r\n'),
        'latin1',
      ),
    )
    const [head = '', sent] = service.requests[0]?.split('\r\n\r\n') ?? []
    expect(sent).toBe(body)
    expect(head.replace(/plant-store-mock-[\w-]+/, 'NAME').split('\r\n')).toEqual([
      'POST /v1/plants?x=%7E&access_token=1 HTTP/1.1',
      `Host: ${new URL(service.url).host}`,
      'AUTHORIZATION: Bearer token',
      'content-type: application/json; charset=utf-8',
      'X-Twice: 1',
      'x-twice: \xe9',
      'Accept-Encoding: gzip',
      'Via: 1.0 another',
      `Content-Length: ${body.length}`,
      'Via: 1.1 NAME',
      'Connection: close',
    ])
  })

  test('a body in chunks, and one that is not UTF-8, arrive as they are', async () => {
    await using service = await startRawUpstream(socket => socket.end('HTTP/1.1 204 \r\n\r\n'))
    await using server = await front(service.url)
    const bytes = '{"id":1,"name":"\xff"}'
    const head = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'
    const chunks = `Connection: close\r\n\r\n${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`
    await rawRequest(server.port, Buffer.from(head + chunks, 'latin1'))
    expect(service.requests[0]).toContain(`Content-Length: ${bytes.length}\r\n`)
    expect(service.requests[0]?.endsWith(`\r\n\r\n${bytes}`)).toBe(true)
    expect(server.store.requests).toMatchObject([{ omitted: 'not UTF-8', forwarded: true }])
  })

  test('Accept-Encoding shrinks to gzip, or identity without it', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    const values = ['br', 'gzip;q=0, br', 'x-gzip-like', '*', 'deflate, GZIP', 'gzip; q=0.5']
    for (const value of values)
      await post(server, plant(), { headers: { ...HEADERS, 'accept-encoding': value } })
    const sent = service.received.map(({ headers }) => headers['accept-encoding'])
    expect(sent.join()).toBe('identity,identity,identity,identity,gzip,gzip')
  })

  test('the operation alone: other paths are not forwarded, nor other methods, and the refusal says so', async () => {
    await using service = await startUpstream()
    await using server = await front(`${service.url}/v1`)
    const { origin } = new URL(server.url)
    const nothingElse = `nothing else is forwarded to ${service.url}/v1`
    for (const path of ['/plants', '/v2/plants'])
      expect(await refusalOf(fetch(origin + path, addition()))).toEqual([
        404,
        `There is nothing at ${path}: send POST to ${server.url}/plants; ${nothingElse}`,
      ])
    expect(await refusalOf(fetch(`${server.url}/plants`))).toEqual([
      405,
      expect.stringContaining(nothingElse),
    ])
    const star = 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect((await rawRequest(server.port, star)).text).toMatch(/^HTTP\/1.1 404 /)
    expect(service.received).toEqual([])
  })

  test('store.fetch, msw and createMockApp never forward, also with the same store', async () => {
    await using service = await startUpstream()
    const store = createMockStore()
    await using server = await front(service.url, { store })
    const byMsw = (url: string, init: RequestInit) =>
      getResponse(createHandlers(store), new Request(url, init))
    for (const fetch of [store.fetch, createMockApp({ store }).fetch, byMsw])
      expect((await fetch(`${server.url}/plants`, addition()))?.status).toBe(200)
    expect(service.received).toEqual([])
  })

  test('a service that closes each connection at once costs no request', async () => {
    await using service = await startRawUpstream(socket =>
      socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: keep-alive\r\nContent-Length: 19\r\n\r\n{"name":"Monstera"}',
      ),
    )
    await using server = await front(service.url)
    const statuses = new Set<number>()
    for (let sent = 0; sent < 100; sent++) statuses.add((await post(server)).status)
    expect([...statuses]).toEqual([200])
    expect(service.requests).toHaveLength(100)
  })
})

describe('each request that no failure, hold or handler claims is sent on to the service:', () => {
  test('what failures and a handler claim does not reach it; what they leave does', async () => {
    await using service = await startUpstream()
    const handler = http.post('*', async ({ request }) =>
      (await request.text()) === plant(5) ? new HttpResponse() : undefined,
    )
    await using server = await front(service.url, { handlers: [handler] })
    server.store.failNext({ status: 503 }, { match: { id: 2 } })
    server.store.failNext('wrong-shape', { match: { id: 3 } })
    for (const id of [1, 2, 3, 4, 5]) await post(server, plant(id))
    expect(service.received.map(({ body }) => JSON.parse(body).id)).toEqual([1, 4])
    expect(server.store.requests.map(({ forwarded, failure }) => [forwarded, failure])).toEqual([
      [true, undefined],
      [undefined, { status: 503 }],
      [undefined, 'wrong-shape'],
      [true, undefined],
      [undefined, undefined],
    ])
    expect(server.store.plants.map(({ id }) => id)).toEqual([1, 4])
  })

  test('a hold that is released is forwarded, and one that is released with a failure is not', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    const [kept, failed] = [server.store.holdNext(), server.store.holdNext()]
    const first = post(server, plant(1))
    await heldRequest(kept, first)
    const second = post(server, plant(2))
    await heldRequest(failed, second)
    expect(service.received).toEqual([])
    failed.release({ status: 500 })
    expect((await second).status).toBe(500)
    kept.release()
    expect((await first).status).toBe(200)
    expect(service.received.map(({ body }) => body)).toEqual([plant(1)])
  })
})

// https://github.com/wiremock/wiremock/issues/542
test('an encoded request is neither matched nor compared: it arrives as it is, and the journal says why it shows no text', async () => {
  await using service = await startRawUpstream(socket =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"name":"Monstera"}'),
  )
  await using server = await front(service.url)
  server.store.failNext({ status: 503 }, { match: { name: 'Monstera' } })
  const body = gzipSync(plant(1, 'Monstera'))
  await post(server, body, { headers: { ...HEADERS, 'content-encoding': 'gzip' } })
  expect(service.requests[0]?.endsWith(body.toString('latin1'))).toBe(true)
  const [request] = server.store.requests
  expect(request).toMatchObject({ status: 200, omitted: 'encoded as gzip', forwarded: true })
  expect(request?.violations).toBeUndefined()
})

describe('behind the proxy of a company', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('with NODE_USE_ENV_PROXY=1 a service that only HTTP_PROXY can reach gets the plant', async () => {
    await using proxy = await startUpstream()
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    vi.stubEnv('HTTP_PROXY', proxy.url)
    vi.stubEnv('NO_PROXY', '127.0.0.1')
    await using server = await front('http://plants.invalid/v1')
    expect((await post(server)).status).toBe(200)
    expect(proxy.received.map(({ url }) => url)).toEqual(['http://plants.invalid/v1/plants'])
    vi.stubEnv('NODE_USE_ENV_PROXY', '0')
    await using direct = await front('http://plants.invalid/v1')
    expect((await post(direct)).status).toBe(503)
    expect(proxy.received).toHaveLength(1)
  })
})
