// msw handlers over a socket: they answer before the store, and cannot stop the server.
import { gzipSync } from 'node:zlib'
import * as msw3 from 'msw'
import * as msw2 from 'msw-2'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { addition, nextRequest, plant, refusalOf, signal } from '../harness/addition.ts'
import { listen } from '../harness/listen.ts'
import { packageWithMsw2 } from '../harness/package-with-msw-2.ts'
import { rawRequest } from '../harness/raw-request.ts'

const underMsw2 = await packageWithMsw2()

const init = addition(plant(9007199254740993n))

describe.each([
  ['msw 3', msw3, startMockServer],
  ['msw 2', msw2 as unknown as typeof msw3, underMsw2.startMockServer],
] as const)('%s', (_name, { http, HttpResponse, passthrough, bypass, ws }, startMockServer) => {
  /** A server with one handler for plants. */
  const serve = (answer: (given: { request: Request }) => unknown) =>
    startMockServer({ port: 0, handlers: [http.post('*/plants', answer as never)] })
  const send = ({ url }: { url: string }) => fetch(`${url}/plants`, init)

  test("the server's msw handlers are asked first, the journal says so, and pages can read what they respond", async () => {
    const headers = new Headers({ 'x-by': 'me', 'set-cookie': 'a=1' })
    headers.append('set-cookie', 'b=2')
    await using server = await serve(async ({ request }) =>
      HttpResponse.json(
        { heard: await request.text() },
        { status: 202, statusText: 'Later', headers },
      ),
    )
    const response = await send(server)
    expect([response.status, response.statusText]).toEqual([202, 'Later'])
    expect(response.headers.get('x-by')).toBe('me')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({ heard: init.body })
    expect(server.store.plants).toEqual([])
    expect(server.store.requests).toMatchObject([
      { status: 202, handler: true, body: { id: 9007199254740993n, name: 'Monstera' } },
    ])
    expect(JSON.stringify(server.store.requests)).not.toMatch(/Bearer token|b=2/)
  })

  test('handlers that are not for HTTP are left out, and a warning says so once', async () => {
    const warnings: Error[] = []
    const take = (warning: Error) => {
      if (warning.name === 'PlantStoreMockWarning') warnings.push(warning)
    }
    process.on('warning', take)
    const chat = ws.link('ws://chat.test').addEventListener('connection', () => {})
    const busy = http.post('*/plants', () => new HttpResponse(null, { status: 503 }))
    await using server = await startMockServer({ port: 0, handlers: [chat] })
    expect((await fetch(`${server.url}/plants`, init)).status).toBe(successStatus)
    server.use(chat, busy)
    expect((await fetch(`${server.url}/plants`, init)).status).toBe(503)
    server.resetHandlers(chat)
    expect((await fetch(`${server.url}/plants`, init)).status).toBe(successStatus)
    process.off('warning', take)
    expect(warnings.map(({ message }) => message)).toEqual([
      'The mock server serves HTTP: it leaves out the handlers that are not for HTTP, such as those of ws.link',
    ])
  })

  test('other operations: msw handlers answer a path of the app, relative to the server', async () => {
    await using server = await startMockServer({
      port: 0,
      handlers: [http.get('/plants/:id', ({ params }) => HttpResponse.json(params))],
    })
    const response = await fetch(`${server.url}/plants/7`)
    expect(await response.json()).toEqual({ id: '7' })
  })

  test('handlers answer in every session, without its prefix', async () => {
    await using server = await startMockServer({ port: 0, basePath: '/v1' })
    server.use(
      http.post(`${server.url}/plants`, ({ request }) =>
        HttpResponse.json(errorBody(1, request.headers.get('x-mock-session') ?? '')),
      ),
    )
    const { origin } = new URL(server.url)
    const response = await fetch(`${origin}/~a/v1/plants`, init)
    expect(await response.json()).toEqual(errorBody(1, 'a'))
    expect(server.session('a').requests).toMatchObject([{ handler: true, session: 'a' }])
    expect(server.store.requests).toEqual([])
  })

  test('a handler that throws gives a 500 with its message; the server goes on', async () => {
    let throws = true
    await using server = await serve(() => {
      if (throws) throw new Error('Oops, no plants')
    })
    const words = expect.stringContaining('Oops, no plants')
    for (let count = 0; count < 2; count++)
      expect(await refusalOf(send(server))).toEqual([500, words])
    throws = false
    expect((await send(server)).status).toBe(successStatus)
  })

  test('a handler that returns the decoded response of another service', async () => {
    const zipped = gzipSync('{"name":"Hoya"}')
    await using service = await listen((_, outgoing) =>
      outgoing.setHeader('content-encoding', 'gzip').end(zipped),
    )
    await using server = await serve(() => fetch(service.url))
    expect(await (await send(server)).json()).toEqual({ name: 'Hoya' })
  })

  test.each([200, 599])('a handler may answer with the status %i', async status => {
    await using server = await serve(() => new HttpResponse(null, { status }))
    expect((await send(server)).status).toBe(status)
  })

  const whole = { status: 200, statusText: '', headers: new Headers(), body: null }
  const read = async () => {
    const response = new Response('read')
    await response.text()
    return response
  }
  test.each<[string, () => unknown, string]>([
    [
      'a status that HTTP lacks',
      () => ({ ...whole, status: 1000 }),
      'the status 1000: send 200 to',
    ],
    ['a status below 200', () => ({ ...whole, status: 199 }), 'the status 199: send 200 to 599'],
    ['a status above 599', () => ({ ...whole, status: 600 }), 'the status 600: send 200 to 599'],
    ['a fraction as its status', () => ({ ...whole, status: 200.5 }), 'the status 200.5: send 200'],
    [
      'a control character',
      () => ({ ...whole, statusText: 'a\nb' }),
      'statusText that is not ASCII',
    ],
    ['a text as its body', () => ({ ...whole, body: 'a' }), 'a body that is not a web stream'],
    [
      'a header beyond ASCII',
      () => ({ ...whole, headers: new Headers({ 'x-a': 'é' }) }),
      'the header x-a with a value that is not ASCII',
    ],
    ['a body that was read', read, ''],
    ['no headers', () => ({ status: 200 }), 'A handler must return a Response'],
  ])('a handler whose response has %s: the record is what was sent', async (_what, make, words) => {
    await using server = await serve(make)
    const [status, message] = await refusalOf(send(server))
    expect([status, message]).toEqual([500, expect.stringContaining(words)])
    expect(server.store.requests).toMatchObject([{ status: 500, reason: message, handler: true }])
  })

  test('a handler that waits while the server is closed: the record does not blame the client', async () => {
    const [asked, ask] = signal()
    const server = await serve(() => {
      ask()
      return new Promise(() => {})
    })
    const responding = send(server)
    responding.catch(() => {})
    await asked
    await server.close()
    await expect(responding).rejects.toThrow(TypeError)
    await expect
      .poll(() => server.store.requests)
      .toMatchObject([{ handler: true, reason: 'The mock server was closed' }])
  })

  test('HttpResponse.error() resets the connection; the server goes on', async () => {
    await using server = await startMockServer({ port: 0 })
    server.use(http.post('*/plants', () => HttpResponse.error(), { once: true }))
    const request = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'
    expect(await rawRequest(server.port, request)).toEqual({ text: '', error: 'ECONNRESET' })
    expect((await fetch(`${server.url}/plants`, init)).status).toBe(successStatus)
    expect(server.store.requests.map(({ status }) => status)).toEqual([undefined, successStatus])
  })

  const again = (request: Request): Promise<Response> => fetch(bypass(request))
  const cases: [name: string, resolve?: (request: Request) => unknown][] = [
    ['passthrough()', () => passthrough()],
    ['no match'],
    [
      'a match that read the body and returned nothing',
      async request => void (await request.text()),
    ],
    ['bypass()', again],
  ]
  test.each(cases)('%s: the store answers, with the same body', async (_case, resolve) => {
    await using server = await startMockServer({ port: 0 })
    server.use(
      resolve
        ? http.post('*/plants', ({ request }) => resolve(request) as never)
        : http.post('*/trees', () => HttpResponse.json({})),
    )
    const response = await fetch(`${server.url}/plants`, init)
    expect(await response.json()).toEqual({ name: 'Monstera' })
    expect(server.store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
    expect(server.store.requests.some(({ handler }) => !handler)).toBe(true)
  })

  test('the response to a HEAD ends, although its body does not', async () => {
    const endless = () => new HttpResponse(new ReadableStream(), { headers: { 'x-by': 'me' } })
    await using server = await startMockServer({
      port: 0,
      handlers: [http.head('*/news', endless)],
    })
    const request = 'HEAD /news HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect((await rawRequest(server.port, request)).text).toContain('\r\nx-by: me\r\n')
  })

  test('a body that breaks ends the connection; the server goes on', async () => {
    await using server = await startMockServer({ port: 0 })
    const broken = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('half'))
        },
        pull(controller) {
          controller.error(new Error('broken'))
        },
      })
    server.use(http.post('*/plants', () => new HttpResponse(broken()), { once: true }))
    const response = await fetch(`${server.url}/plants`, init)
    await expect(response.text()).rejects.toThrow(TypeError)
    expect((await fetch(`${server.url}/plants`, init)).status).toBe(successStatus)
  })

  test('a client that leaves a handler that never answers: its signal fires, and the request is over', async () => {
    const abort = new AbortController()
    const [gone, go] = signal()
    await using server = await serve(({ request }) => {
      request.signal.addEventListener('abort', go)
      abort.abort()
      return new Promise(() => {})
    })
    const journaled = nextRequest(server.store)
    await expect(fetch(`${server.url}/plants`, { ...init, signal: abort.signal })).rejects.toThrow()
    await gone
    const reason = 'The client disconnected before a handler answered'
    expect(await journaled).toMatchObject({ handler: true, reason })
    expect(server.store.requests[0]).not.toHaveProperty('status')
  })

  test("inFlight is 'handler' for a request that a handler has not answered, in journal and control API", async () => {
    const [allowed, answer] = signal()
    await using server = await serve(async () => {
      await allowed
      return HttpResponse.text('late', { status: 202 })
    })
    const responding = send(server)
    await expect.poll(() => server.store.requests).toMatchObject([{ inFlight: 'handler' }])
    const { state } = await (await fetch(`${server.url}/__mock/changes`)).json()
    expect(state.inFlight).toMatchObject([{ inFlight: 'handler', handler: true }])
    answer()
    expect((await responding).status).toBe(202)
    const [request, ...others] = server.store.requests
    expect([request?.status, request?.inFlight, others]).toEqual([202, undefined, []])
  })

  test('a thousand requests at once are all answered by a handler', async () => {
    await using server = await serve(() => HttpResponse.text('ok'))
    const all = Array.from({ length: 1_000 }, () => send(server))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('the last handler comes first; resetHandlers restores or replaces them', async () => {
    const named = (name: string) => http.post('*/plants', () => HttpResponse.text(name))
    await using server = await startMockServer({ port: 0, handlers: [named('first')] })
    const asked = async () => (await fetch(`${server.url}/plants`, init)).text()
    server.use(named('second'))
    expect(await asked()).toBe('second')
    server.resetHandlers()
    expect(await asked()).toBe('first')
    server.resetHandlers(named('third'))
    expect(await asked()).toBe('third')
  })
})

test('anything but a handler is a TypeError', async () => {
  await expect(startMockServer({ port: 0, handlers: [{} as never] })).rejects.toThrow(
    /^handlers must be an array of msw request handlers/,
  )
})
