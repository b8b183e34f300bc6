// The mock in front of a real service: what is forwarded, what comes back, and what is said about it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { addition, HEADERS, nextRequest, plant } from '../harness/addition.ts'
import { Bin } from '../harness/command-line.ts'
import { freePort } from '../harness/listen.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { answerByContract, startRawUpstream, startUpstream } from '../harness/upstream.ts'

const SECRET = 'a-very/secret.token=='
const secret = { ...HEADERS, authorization: `Bearer ${SECRET}` }

const front = (forward: string | URL, more = {}) => startMockServer({ port: 0, forward, ...more })

/** Sends a plant, or any other body. */
const post = (server: Pick<MockServer, 'url'>, body: BodyInit | null = plant(), more = {}) =>
  fetch(`${server.url}/plants`, { ...addition(body, more), redirect: 'manual' })

const violationsOf = (server: MockServer) =>
  server.store.requests.flatMap(each => each.violations ?? [])

describe('what is forwarded', () => {
  test('the request arrives byte for byte, without what is for the mock or for one connection', async () => {
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

  test('a body in chunks, and one that is no UTF-8, arrive as they are', async () => {
    await using service = await startRawUpstream(socket => socket.end('HTTP/1.1 204 \r\n\r\n'))
    await using server = await front(service.url)
    const bytes = '{"id":1,"name":"\xff"}'
    const head = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'
    const chunks = `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`
    await rawRequest(
      server.port,
      Buffer.from(`${head}Connection: close\r\n\r\n${chunks}`, 'latin1'),
    )
    expect(service.requests[0]).toContain(`Content-Length: ${bytes.length}\r\n`)
    expect(service.requests[0]?.endsWith(`\r\n\r\n${bytes}`)).toBe(true)
    expect(server.store.requests).toMatchObject([{ omitted: 'not UTF-8', forwarded: true }])
  })

  test('Accept-Encoding without gzip becomes identity', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    for (const value of ['br', 'gzip;q=0, br', 'x-gzip-like', '*', 'deflate, GZIP'])
      await post(server, plant(), { headers: { ...HEADERS, 'accept-encoding': value } })
    expect(service.received.map(({ headers }) => headers['accept-encoding'])).toEqual([
      'identity',
      'identity',
      'identity',
      'gzip',
      'gzip',
    ])
  })

  test('the operation alone: other paths and methods are refused, and say so', async () => {
    await using service = await startUpstream()
    await using server = await front(`${service.url}/v1`)
    const { origin } = new URL(server.url)
    const missing = await fetch(`${origin}/plants`, addition())
    expect(missing.status).toBe(404)
    expect((await missing.json()).message).toBe(
      `There is nothing at /plants: send POST to ${server.url}/plants; nothing else is forwarded to ${service.url}/v1`,
    )
    const read = await fetch(`${server.url}/plants`)
    expect(read.status).toBe(405)
    expect((await read.json()).message).toContain(`nothing else is forwarded to ${service.url}/v1`)
    const star = 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect((await rawRequest(server.port, star)).text).toMatch(/^HTTP\/1.1 404 /)
    expect(service.received).toEqual([])
  })

  test('store.fetch of the same store does not forward', async () => {
    await using service = await startUpstream()
    const store = createMockStore()
    await using server = await front(service.url, { store })
    expect((await store.fetch(`${server.url}/plants`, addition())).status).toBe(200)
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

describe('what comes back', () => {
  const answers: [name: string, response: string, expected?: string][] = [
    [
      'an odd reason phrase, repeated headers and other letters',
      'HTTP/1.1 299 Sch\xf6n, danke!\r\nX-A: 1\r\nx-a: \xe9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nDate: then\r\nContent-Length: 2\r\n\r\n\xff\x00',
    ],
    ['no reason phrase', 'HTTP/1.1 200 \r\nDate: then\r\nContent-Length: 0\r\n\r\n'],
    ['a 204', 'HTTP/1.1 204 No Content\r\nDate: then\r\n\r\n'],
    ['a 304', 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nDate: then\r\n\r\n'],
    [
      'a redirect',
      'HTTP/1.1 307 Temporary Redirect\r\nLocation: /v2/plants\r\nDate: then\r\nContent-Length: 0\r\n\r\n',
    ],
    [
      'an error that is no Error',
      'HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\nDate: then\r\nContent-Length: 11\r\n\r\n<h1>No</h1>',
    ],
    [
      'an id beyond 2^53',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: then\r\nContent-Length: 45\r\n\r\n{"id":9007199254740993,"name":"Monstera", "":0}'.slice(
        0,
        -2,
      ),
    ],
    [
      'chunks, of which the length is told',
      'HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\nTrailer: x-t\r\n\r\n2\r\nab\r\n0\r\nx-t: 1\r\n\r\n',
      'HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'what ends with the connection, and headers of the connection',
      'HTTP/1.0 200 OK\r\nDate: then\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nKeep-Alive: 1\r\n\r\nab',
      'HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'what comes after an interim response',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\nab',
      'HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\nab',
    ],
  ]

  test.each(answers)('%s', async (_name, response, expected = response) => {
    await using service = await startRawUpstream(socket => socket.end(response, 'latin1'))
    await using server = await front(service.url)
    const body = plant()
    const request = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const { text } = await rawRequest(server.port, request)
    expect(text.replace('Connection: close\r\n', '')).toBe(expected)
  })

  test('gzip as it was sent, decoded in the journal', async () => {
    const bytes = gzipSync('{"name":"Fern"}')
    await using service = await startUpstream((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(bytes),
    )
    await using server = await front(service.url)
    const response = await post(server, plant(1, 'Fern'))
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(await response.text()).toBe('{"name":"Fern"}')
    const [entry] = server.store.requests
    expect(entry?.response).toMatchObject({ size: bytes.length, body: { name: 'Fern' } })
    expect(entry).not.toHaveProperty('violations')
  })

  test('another coding that comes all the same passes, and is said not to be judged', async () => {
    const bytes = brotliCompressSync('{"name":"Fern"}')
    await using service = await startUpstream((_, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(bytes),
    )
    await using server = await front(service.url)
    expect(await (await post(server)).text()).toBe('{"name":"Fern"}')
    expect(server.store.requests).toMatchObject([
      {
        response: { size: bytes.length, omitted: 'encoded as br, so the response was not judged' },
      },
    ])
    expect(violationsOf(server)).toEqual([])
  })

  test('the page that sent the request may read the response, whatever the service says', async () => {
    await using service = await startUpstream((received, response) => {
      response.setHeader('access-control-allow-origin', 'https://app.example')
      response.setHeader('vary', 'accept')
      answerByContract(received, response)
    })
    await using server = await front(service.url)
    const origin = 'http://localhost:5173'
    const { headers } = await post(server, plant(), { headers: { ...HEADERS, origin } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toBe('accept, Origin')
    const plain = await post(server)
    expect(plain.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })
})

describe('failures and holds', () => {
  test('what they claim does not reach the service; what they leave does', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    server.store.failNext({ status: 503 }, { match: { id: 2 } })
    server.store.failNext('wrong-shape', { match: { id: 3 } })
    for (const id of [1, 2, 3, 4]) await post(server, plant(id))
    expect(service.received.map(({ body }) => JSON.parse(body).id)).toEqual([1, 4])
    expect(server.store.requests.map(({ forwarded, failure }) => [forwarded, failure])).toEqual([
      [true, undefined],
      [undefined, { status: 503 }],
      [undefined, 'wrong-shape'],
      [true, undefined],
    ])
    expect(server.store.plants.map(({ id }) => id)).toEqual([1, 4])
  })

  test('with failureRate 1, nothing reaches the service', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { failureRate: 1, randomSeed: 1 })
    for (let sent = 0; sent < 10; sent++)
      await post(server)
        .then(response => response.text())
        .catch(() => {})
    expect(service.received).toEqual([])
  })

  test('a hold that is released is forwarded, and one that is released with a failure is not', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    const [kept, failed] = [server.store.holdNext(), server.store.holdNext()]
    const first = post(server, plant(1))
    await kept.arrived
    const second = post(server, plant(2))
    await failed.arrived
    expect(service.received).toEqual([])
    failed.release({ status: 500 })
    expect((await second).status).toBe(500)
    kept.release()
    expect((await first).status).toBe(200)
    expect(service.received.map(({ body }) => body)).toEqual([plant(1)])
  })

  test('msw handlers are asked before the service', async () => {
    const { http, HttpResponse } = await import('msw')
    await using service = await startUpstream()
    const handler = http.post('*/plants', () => new HttpResponse(null, { status: 418 }), {
      once: true,
    })
    await using server = await front(service.url, { handlers: [handler] })
    expect((await post(server)).status).toBe(418)
    expect((await post(server)).status).toBe(200)
    expect(service.received).toHaveLength(1)
  })
})

describe('an end ends the request to the service', () => {
  const silent = () => startRawUpstream(() => {})

  /** Sends a request that the service does not answer. */
  async function sendToSilent(
    server: MockServer,
    service: Awaited<ReturnType<typeof silent>>,
    path = '',
  ) {
    const leaving = new AbortController()
    const sent = fetch(`${server.url}${path}/plants`, {
      ...addition(),
      signal: leaving.signal,
    }).catch((error: Error) => error)
    while (service.requests.length === 0) await new Promise(resolve => setImmediate(resolve))
    const [socket] = service.open as Set<Socket>
    const closed = once(socket as Socket, 'close')
    return { sent, leave: () => leaving.abort(), closed }
  }

  test('a client that leaves', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { leave, closed } = await sendToSilent(server, service)
    expect(server.store.requests).toMatchObject([{ inFlight: 'forwarded', forwarded: true }])
    const ended = nextRequest(server.store)
    leave()
    await closed
    expect(await ended).toMatchObject({
      forwarded: true,
      reason: 'The client disconnected while the service was asked',
    })
  })

  test('a reset', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service)
    server.store.reset()
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
    expect(server.store.requests).toEqual([])
  })

  test('the end of a session', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service, '/~a')
    server.endSession('a')
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
  })

  test('close()', async () => {
    await using service = await silent()
    const server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service)
    await server.close()
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
    expect(server.store.requests).toMatchObject([{ reason: 'The mock server was closed' }])
  })

  test('a reset during the latency of the response ends the request, too', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { latency: 100_000 })
    const sent = post(server).catch(error => error)
    const waiting = () => server.store.requests.some(({ inFlight }) => inFlight === 'delayed')
    while (!waiting()) await new Promise(resolve => setImmediate(resolve))
    server.store.reset()
    expect(await sent).toBeInstanceOf(TypeError)
  })
})

describe('what the records say', () => {
  test('a service that does what the contract says has no violation', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    await post(server, '{"id":9007199254740993,"name":" Fern\\u0007","tag":"","more":1}')
    const mock = connectMockServer(server.url)
    expect((await mock.requests()).flatMap(each => each.violations ?? [])).toEqual([])
    expect(await mock.requests()).toMatchObject([
      {
        forwarded: true,
        status: 200,
        body: { id: 9007199254740993n },
        response: { body: { more: 1 } },
      },
    ])
    expect(server.store.requests[0]).not.toHaveProperty('ignored')
    expect(server.store.plants).toEqual([{ id: 9007199254740993n, name: ' Fern\u0007', tag: '' }])
  })

  const cases: [
    name: string,
    violations: string[],
    answer: [number, string, string?],
    request?: string,
  ][] = [
    [
      'a name with other spaces',
      ['name came back with other spaces: name is "Fern", not " Fern "'],
      [200, '{"name":"Fern"}'],
      plant(1, ' Fern '),
    ],
    [
      'a 201',
      ['201 in place of 200 for a valid NewPlant: 201, a Plant'],
      [201, '{"name":"Monstera"}'],
    ],
    [
      'a 400 that is no Error',
      ['400 whose body is not an Error: 400, other JSON: error is required: message is required'],
      [400, '{"title":"No"}'],
    ],
    [
      'another media type',
      ['200 whose Content-Type is text/plain, not application/json: 200, a Plant as text/plain'],
      [200, '{"name":"Monstera"}', 'text/plain'],
    ],
    [
      'bytes that are no UTF-8',
      ['name came back as another text: name is "\ufffd", not "Monstera"'],
      [200, '{"name":"\xff"}'],
    ],
    ['a 500: the service is not well, and breaks nothing', [], [500, '<h1>Oops</h1>', 'text/html']],
    ['a 401 for a token', [], [401, '{"error":1,"message":"Who?"}']],
    ['a 413: bounds are not shown', [], [413, '']],
    [
      'a plant that the request spoilt',
      ['request: Not a plant: /name is required'],
      [400, '{"error":1,"message":"No name"}'],
      '{"id":1}',
    ],
  ]
  test.each(cases)(
    '%s',
    async (_name, violations, [status, body, type = 'application/json'], request) => {
      await using service = await startUpstream((_, response) =>
        response.writeHead(status, { 'content-type': type }).end(Buffer.from(body, 'latin1')),
      )
      await using server = await front(service.url)
      await post(server, request)
      expect(violationsOf(server)).toEqual(violations)
    },
  )

  test('a missing token is no violation, but a success without one is', async () => {
    let status = 401
    await using service = await startUpstream((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"name":"Monstera"}'),
    )
    await using server = await front(service.url)
    const more = { headers: { 'content-type': 'application/json' } }
    await post(server, plant(), more)
    expect(violationsOf(server)).toEqual([])
    status = 200
    await post(server, plant(), more)
    expect(violationsOf(server)).toEqual(['200 without a bearer token: 200, a Plant'])
  })

  test('a refusal of the service has its reason', async () => {
    await using service = await startUpstream((_, response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":7,"message":"The id is taken"}'),
    )
    await using server = await front(service.url)
    await post(server)
    expect(server.store.requests).toMatchObject([{ status: 400, reason: 'The id is taken' }])
    expect(server.store.plants).toEqual([])
  })

  test('no record has a token that the service repeats, however it writes it', async () => {
    const forms = [
      SECRET,
      SECRET.replaceAll('/', '\\/'),
      encodeURIComponent(SECRET),
      encodeURIComponent(SECRET).toLowerCase(),
      SECRET.replace('s', '\\u0073'),
    ]
    let form = ''
    await using service = await startUpstream((_, response) =>
      response
        .writeHead(400, {
          'content-type': 'application/json',
          'x-token': SECRET,
          'set-cookie': `token=${SECRET}`,
          location: `/?t=${encodeURIComponent(SECRET)}`,
        })
        .end(`{"error":1,"message":"Not ${form}","name":"${form}"}`),
    )
    const bin = new Bin(['--port', '0', '--json', '--forward', service.url])
    const url = await bin.url()
    await using server = await front(service.url)
    for (form of forms) {
      const response = await post(server, plant(), { headers: secret })
      expect(await response.text()).toContain(form)
      await fetch(`${url}/plants`, addition(plant(), { headers: secret }))
    }
    const journal = JSON.stringify(server.store.requests)
    const lines = (await bin.lines(1 + forms.length)).join()
    await bin.stop()
    for (const records of [journal, lines]) {
      expect(records).toContain('[redacted]')
      for (const one of forms) expect(records.toLowerCase()).not.toContain(one.toLowerCase())
      expect(JSON.stringify(JSON.parse(`[${JSON.stringify(records)}]`))).not.toContain(SECRET)
    }
  })

  test('a violation has no part of the token', async () => {
    const jwt = `eyJ${'x'.repeat(200)}`
    await using service = await startUpstream(({ headers }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: headers.authorization })),
    )
    await using server = await front(service.url)
    await post(server, plant(), { headers: { ...HEADERS, authorization: `Bearer ${jwt}` } })
    expect(violationsOf(server)).toEqual([
      'name came back as another text: name is "Bearer [redacted]", not "Monstera"',
    ])
  })
})

describe('no response of the service', () => {
  const call = (server: MockServer, maxRetries = 0) =>
    new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries }).addPlant({
      id: 1,
      name: 'Monstera',
    })

  test('no connection: 503, which proves that nothing was added', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    await using server = await front(url)
    const { error } = await call(server)
    expect(error).toMatchObject({
      kind: 'api',
      status: 503,
      retryAfter: 0,
      mayHaveBeenAdded: false,
    })
    const message = `There is no connection to ${url}/, so nothing was added: connect ECONNREFUSED ${new URL(url).host}`
    expect(error?.message).toContain(message)
    expect(server.store.requests).toMatchObject([{ status: 503, reason: message }])
    expect(server.store.requests[0]).not.toHaveProperty('forwarded')
  })

  test.each([
    ['a reset', (socket: Socket) => void socket.resetAndDestroy(), /ECONNRESET|socket hang up/],
    ['no HTTP', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /Parse Error/],
    [
      'a response that is cut short',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      /aborted/,
    ],
    [
      'another protocol',
      (socket: Socket) =>
        void socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      /it has switched to another protocol/,
    ],
    [
      'a response that is too long',
      (socket: Socket) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 ** 20 + 1)}`),
      /its response is longer than 1048576 bytes/,
    ],
  ])('%s: 502, and the plant may have been added', async (_name, respond, words) => {
    await using service = await startRawUpstream(respond)
    await using server = await front(service.url)
    const { error } = await call(server, 2)
    expect(error).toMatchObject({ kind: 'api', status: 502, mayHaveBeenAdded: true })
    expect(error?.message).toContain(`${service.url}/ has given no whole response`)
    expect(error?.message).toMatch(words)
    expect(service.requests).toHaveLength(1)
    expect(server.store.requests).toMatchObject([{ forwarded: true, status: 502 }])
  })

  test('a certificate of a private authority has its hint, and nothing is sent; the hint works', async () => {
    const folder = join(import.meta.dirname, '../fixtures/certificates')
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'self-signed.pem')]
    let requests = 0
    const service = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_, response) => {
        requests++
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Monstera"}')
      },
    ).listen(0, 'localhost')
    await once(service, 'listening')
    const url = `https://localhost:${(service.address() as AddressInfo).port}`
    await using server = await front(url)
    const refused = await post(server)
    expect(refused.status).toBe(503)
    expect((await refused.json()).message).toContain(
      'If a private authority has signed its certificate, start the mock with NODE_EXTRA_CA_CERTS=FILE',
    )
    expect(requests).toBe(0)
    const bin = new Bin(['--port', '0', '--forward', url], { NODE_EXTRA_CA_CERTS: cert })
    expect((await post({ url: await bin.url() })).status).toBe(200)
    await bin.stop()
    service.close()
  })

  test('a mock that forwards to itself, or to one that forwards to it, answers 508', async () => {
    const [one, other] = [await freePort(), await freePort()]
    await using a = await startMockServer({ port: one, forward: `http://127.0.0.1:${one}` })
    const direct = await post(a)
    expect([direct.status, await direct.json()]).toEqual([
      508,
      { error: 508, message: `The mock forwards to itself: http://127.0.0.1:${one}/` },
    ])
    await a.close()
    await using b = await startMockServer({ port: one, forward: `http://127.0.0.1:${other}` })
    await using c = await startMockServer({ port: other, forward: b.url })
    expect((await post(b)).status).toBe(508)
    expect(c.store.requests).toHaveLength(1)
  })
})

describe('other websites', () => {
  const rebound = 'Host: evil.example'
  test.each([
    [
      'a page of another site',
      ['Host: localhost', 'Origin: https://evil.example'],
      'https://evil.example may not use a mock that forwards',
    ],
    [
      'a name that was rebound',
      [rebound],
      'evil.example is not a name of this mock: a mock that forwards answers under localhost',
    ],
    [
      'an image of another site',
      ['Host: localhost', 'Sec-Fetch-Site: cross-site'],
      'A page of another origin sent this request',
    ],
  ])('%s is refused', async (_name, headers, message) => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    const lines = [
      'POST /plants HTTP/1.1',
      ...headers,
      'Connection: close',
      'Content-Length: 0',
      '',
      '',
    ]
    const { text } = await rawRequest(server.port, lines.join('\r\n'))
    expect(text).toMatch(/^HTTP\/1.1 403 /)
    expect(text).toContain(message)
    expect(service.received).toEqual([])
  })

  test('allowedHosts lets a name in, and its pages', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { allowedHosts: ['mock'] })
    const body = plant()
    const request = `POST /plants HTTP/1.1\r\nHost: mock:80\r\nOrigin: http://mock:3000\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    expect((await rawRequest(server.port, request)).text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('options', () => {
  const forward = 'https://plants.example.com/v1'

  test.each([
    [
      { accessTokens: ['a'] },
      'accessTokens has no effect on a real service, which checks tokens itself',
    ],
    [
      { duplicateIds: 'reject' },
      'duplicateIds has no effect on a real service, which decides by itself',
    ],
    [
      { unknownFields: 'ignore' },
      'unknownFields has no effect on a real service, which decides by itself',
    ],
    [
      { plants: [{ id: 1, name: 'a' }] },
      'plants has no effect on a real service, which has plants of its own',
    ],
    [{ basePath: '/v1' }, 'basePath has no effect on a real service, whose address has the path'],
    [
      { store: createMockStore({ accessTokens: ['a'] }) },
      'accessTokens has no effect on a real service, which checks tokens itself',
    ],
    [{ forward: 'plants.example.com' }, 'forward must be the base address of a service'],
    [{ forward: 'ftp://a.example' }, 'forward must be'],
    [{ forward: 'https://me:password@a.example' }, 'forward must be'],
    [{ forward: 'https://a.example/?x=1' }, 'forward must be'],
    [{ forward: 'https://a.example/~x/v1' }, 'forward must be'],
    [{ forward: 'https://a.example/__mock' }, 'basePath must be outside /__mock'],
  ])('%o is refused', async (options, message) => {
    await expect(startMockServer({ port: 0, forward, ...(options as object) })).rejects.toThrow(
      message,
    )
  })

  test('seeds and settings that only the service decides are refused, in code and from outside', async () => {
    await using server = await front(forward)
    const message = `has no effect on ${forward}, to which the mock forwards`
    expect(() => server.store.addPlants([{ id: 1, name: 'a' }])).toThrow(`addPlants ${message}`)
    expect(() => server.session('a').updateSettings({ duplicateIds: 'reject' })).toThrow(
      `duplicateIds ${message}`,
    )
    const mock = connectMockServer(server.url)
    await expect(mock.addPlants([{ id: 1, name: 'a' }])).rejects.toThrow(message)
    await expect(mock.updateSettings({ unknownFields: 'reject' })).rejects.toThrow(message)
    await mock.updateSettings({ latency: 1, failureRate: 0, duplicateIds: 'accept' })
  })

  test('an address as a URL, with a slash at its end', async () => {
    await using service = await startUpstream()
    await using server = await front(new URL(`${service.url}/a/b/`))
    expect(server.url.endsWith('/a/b')).toBe(true)
    await post(server)
    expect(service.received.map(({ url }) => url)).toEqual(['/a/b/plants'])
  })
})

describe('the command', () => {
  test('it says where it forwards and that plants are real, and the log says what was forwarded', async () => {
    await using service = await startUpstream((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Fern"}'),
    )
    const bin = new Bin(['--port', '0', '--forward', `${service.url}/v1`])
    const url = await bin.url()
    const start = await bin.startUp()
    expect(start).toContain(`It forwards to ${service.url}/v1: plants that are added are real.`)
    expect(start).toContain('-H "Authorization: Bearer $PLANT_STORE_TOKEN"')
    expect(url).toMatch(/\/v1$/)
    await fetch(`${url}/plants`, addition(plant(1, ' Fern ')))
    const [line] = await bin.log(1)
    expect(line).toMatch(
      /POST \/v1\/plants 200 \d+ ms {2}#1 {2}id 1 {2}forwarded {2}name came back with other spaces: name is "Fern", not " Fern "$/,
    )
    await bin.stop()
  })

  test('--json', async () => {
    await using service = await startUpstream()
    const bin = new Bin(['--port', '0', '--json', '--forward', service.url])
    await fetch(`${await bin.url()}/plants`, addition('{"id":1}'))
    const [first = '', line = ''] = await bin.lines(2)
    expect(JSON.parse(first)).toMatchObject({ forward: `${service.url}/` })
    expect(JSON.parse(line)).toMatchObject({
      forwarded: true,
      violations: ['request: Not a plant: /name is required', expect.stringContaining('200')],
    })
    await bin.stop()
  })

  test('flags that have no effect are refused by name', async () => {
    const bin = new Bin(['--forward', 'http://a.example/', '--token', 'a', '--base-path', '/a'])
    expect(await bin.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '--base-path has no effect on a real service, whose address has the path; --token has no effect on a real service, which checks tokens itself',
      ),
    })
  })
})
