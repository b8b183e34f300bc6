// What comes back from a real service, and what a client gets where nothing does.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { HEADERS, plant, refusalOf } from '../../harness/addition.ts'
import { Bin } from '../../harness/command-line.ts'
import { freePort } from '../../harness/listen.ts'
import { rawPost, rawRequest } from '../../harness/raw-request.ts'
import { answerByContract, startRawUpstream, startUpstream } from '../../harness/upstream.ts'
import { answering, front, post, violationsOf } from './front.ts'

describe('what comes back', () => {
  const AB = 'HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\nab'
  const answers: [name: string, response: string, expected?: string][] = [
    [
      'an odd reason phrase, repeated headers and other letters',
      'HTTP/1.1 299 Sch\xf6n, danke!\r\nX-A: 1\r\nx-a: \xe9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nDate: then\r\nContent-Length: 2\r\n\r\n\xff\x00',
    ],
    ['no reason phrase', 'HTTP/1.1 200 \r\nDate: then\r\nContent-Length: 0\r\n\r\n'],
    ['a 204', 'HTTP/1.1 204 No Content\r\nDate: then\r\n\r\n'],
    [
      'a redirect',
      'HTTP/1.1 307 Temporary Redirect\r\nLocation: /v2/plants\r\nDate: then\r\nContent-Length: 0\r\n\r\n',
    ],
    [
      'chunks, of which the length is told',
      'HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\nTrailer: x-t\r\n\r\n2\r\nab\r\n0\r\nx-t: 1\r\n\r\n',
      AB,
    ],
    [
      'what ends with the connection, and headers of the connection',
      'HTTP/1.0 200 OK\r\nDate: then\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nKeep-Alive: 1\r\n\r\nab',
      AB,
    ],
    [
      'what comes after an interim response',
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${AB}`,
      AB,
    ],
  ]

  test.each(answers)(
    'request and response pass byte for byte, but for the headers of the connection: the response, %s',
    async (_name, response, expected = response) => {
      await using service = await startRawUpstream(socket => socket.end(response, 'latin1'))
      await using server = await front(service.url)
      const { text } = await rawRequest(server.port, rawPost(plant(), ['Connection: close']))
      expect(text.replace('Connection: close\r\n', '')).toBe(expected)
    },
  )

  test('gzip as it was sent, decoded in the journal', async () => {
    const bytes = gzipSync('{"name":"Fern"}')
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    await using service = await answering(200, bytes, headers)
    await using server = await front(service.url)
    const response = await post(server, plant(1, 'Fern'))
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(await response.text()).toBe('{"name":"Fern"}')
    const [entry] = server.store.requests
    expect(entry?.response).toMatchObject({ size: bytes.length, body: { name: 'Fern' } })
    expect(entry).not.toHaveProperty('violations')
  })

  test.each([
    ['is not UTF-8', 'identity', Buffer.from('{"name":"F\xebrn"}', 'latin1'), /^not UTF-8$/],
    ['has more than a megabyte', 'gzip', gzipSync(' '.repeat(2 ** 20 + 1)), /^not gzip of at most/],
    ['has over 256 KiB, and is not judged', 'gzip', gzipSync('1'.repeat(300_000)), /judged$/],
    ['has another coding, and is not judged', 'br', brotliCompressSync('{}'), /^encoded as br, so/],
  ])('a response passes that %s: its omitted says so', async (what, coding, bytes, omitted) => {
    await using service = await answering(200, bytes, { 'content-encoding': coding })
    await using server = await front(service.url)
    expect((await post(server)).headers.get('content-length')).toBe(`${bytes.length}`)
    expect(server.store.requests[0]?.response).toMatchObject({ size: bytes.length })
    expect(server.store.requests[0]?.response?.omitted).toMatch(omitted)
    if (what.includes('judged')) expect(violationsOf(server)).toEqual([])
  })

  test.each(['', 'utf-8', 'none', 'identity', 'Identity, '])(
    'a Content-Encoding of %j changes no body, which is judged',
    async coding => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      await using service = await answering(200, { nom: 'Fern' }, headers)
      await using server = await front(service.url)
      await (await post(server)).text()
      expect(violationsOf(server)).toEqual([
        expect.stringMatching(/^200 whose body is not a Plant: .*name is required$/),
      ])
    },
  )

  test('CORS is for the page that asks: the service sees its Origin, and the page may read the response', async () => {
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
    expect(service.received[0]?.headers).toMatchObject({ origin })
    const plain = await post(server)
    expect(plain.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })
})

describe('no response of the service', () => {
  const call = (server: MockServer, maxRetries: number) =>
    new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries }).addPlant({
      id: 1,
      name: 'Monstera',
    })

  test('no connection: a 503 with Retry-After, from which the client knows that nothing was added, and tries again', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    await using server = await front(url)
    const { error } = await call(server, 2)
    expect(error).toMatchObject({
      kind: 'api',
      response: { status: 503 },
      retryAfter: 0,
      mayHaveBeenAdded: false,
    })
    const message = `There is no connection to ${url}/, so nothing was added: connect ECONNREFUSED ${new URL(url).host}`
    expect(error?.message).toContain(message)
    expect(server.store.requests).toMatchObject(Array(3).fill({ status: 503, reason: message }))
    expect(server.store.requests[0]).not.toHaveProperty('forwarded')
  })

  test.each([
    ['a reset', (socket: Socket) => void socket.resetAndDestroy(), /ECONNRESET|socket hang up/],
    ['no HTTP', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /Parse Error/],
    [
      'one that is cut short',
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
      'one of more than 1 MiB',
      (socket: Socket) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2 ** 20 + 1)}`),
      /its response is longer than 1048576 bytes \(see maxBodyBytes\)/,
    ],
    [
      'a folded header',
      (socket: Socket) =>
        void socket.end('HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n'),
      /a header of its response is folded over several lines, which HTTP\/1\.1 no longer allows$/,
    ],
  ])('no whole response, %s: 502, the plant may have been added', async (_name, respond, words) => {
    await using service = await startRawUpstream(respond)
    await using server = await front(service.url)
    const { error } = await call(server, 2)
    expect(error).toMatchObject({ kind: 'api', response: { status: 502 }, mayHaveBeenAdded: true })
    expect(error?.message).toContain(`${service.url}/ has given no whole response`)
    expect(error?.message).toMatch(words)
    expect(service.requests).toHaveLength(1)
    expect(server.store.requests).toMatchObject([{ forwarded: true, status: 502 }])
    await expect.poll(() => service.open.size).toBe(0)
  })

  test('maxBodyBytes raises the limit of responses, too: with forward, a response may have as much, and at least 1 MiB', async () => {
    const name = 'x'.repeat(2 ** 20)
    await using service = await answering(200, { name })
    await using server = await front(service.url, { maxBodyBytes: 2 ** 21 })
    expect(await (await post(server)).json()).toEqual({ name })
    await using small = await front(service.url, { maxBodyBytes: 100 })
    expect((await post(small)).status).toBe(502)
    await using other = await answering(200, { name: name.slice(100) })
    await using least = await front(other.url, { maxBodyBytes: 100 })
    expect((await post(least)).status).toBe(200)
  })

  test('a body that is too long for the mock is refused in its name', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { maxBodyBytes: 10 })
    expect(await refusalOf(post(server))).toEqual([
      413,
      'The body must not be longer than 10 bytes. The mock refuses it (see maxBodyBytes), and has forwarded nothing',
    ])
    expect(service.received).toEqual([])
  })

  const folder = join(import.meta.dirname, '../../fixtures/certificates')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'self-signed.pem')]

  /** A service with https, whose certificate no authority has signed. */
  async function startTls() {
    const received: unknown[] = []
    const options = { key: readFileSync(key), cert: readFileSync(cert) }
    const service = createTlsServer(options, ({ url }, response) => {
      received.push(url)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Monstera"}')
    }).listen(0, 'localhost')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    const url = `https://localhost:${port}`
    return { url, port, received, [Symbol.dispose]: () => service.close() }
  }

  test('a certificate of a private authority: the hint is to start with NODE_EXTRA_CA_CERTS, which works', async () => {
    using service = await startTls()
    await using server = await front(service.url)
    const hint =
      'If a private authority has signed its certificate, start the mock with NODE_EXTRA_CA_CERTS=FILE'
    expect(await refusalOf(post(server))).toEqual([503, expect.stringContaining(hint)])
    expect(service.received).toEqual([])
    const env = { NODE_EXTRA_CA_CERTS: cert }
    await using bin = new Bin(['--port', '0', '--forward', service.url], env)
    expect((await post({ url: await bin.url() })).status).toBe(200)
  })

  test('with NODE_USE_ENV_PROXY=1 a service with https gets the plant through HTTPS_PROXY', async () => {
    using service = await startTls()
    await using proxy = await startRawUpstream(socket => {
      const tunnel = connect(service.port, 'localhost', () => {
        tunnel.on('error', () => {}) // the mock may have ended it
        socket.removeAllListeners('data')
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.pipe(tunnel).pipe(socket)
      })
    })
    const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NO_PROXY: '' }
    const bin = new Bin(['--port', '0', '--forward', service.url], {
      ...env,
      NODE_EXTRA_CA_CERTS: cert,
    })
    expect((await post({ url: await bin.url() })).status).toBe(200)
    expect(proxy.requests).toEqual([expect.stringMatching(/^CONNECT localhost:/)])
    await bin.stop()
  })

  test('a mock that forwards to itself, or to one that forwards to it, answers 508', async () => {
    const [one, other] = [await freePort(), await freePort()]
    await using a = await startMockServer({ port: one, forward: `http://127.0.0.1:${one}` })
    const message = `The mock forwards to itself: http://127.0.0.1:${one}/`
    expect(await refusalOf(post(a))).toEqual([508, message])
    await a.close()
    await using b = await startMockServer({ port: one, forward: `http://127.0.0.1:${other}` })
    await using c = await startMockServer({ port: other, forward: b.url })
    expect((await post(b)).status).toBe(508)
    expect(c.store.requests).toHaveLength(1)
  })
})
