// What the records say of a request that was forwarded.
import { connectMockServer } from 'plant-store-client/mock'
import { describe, expect, test, vi } from 'vitest'
import { errorBody } from '../../../generated/contract.ts'
import { addition, HEADERS, nextRequest, plant } from '../../harness/addition.ts'
import { changesOf, firstChanges } from '../../harness/changes.ts'
import { Bin } from '../../harness/command-line.ts'
import { rawPost, rawRequest } from '../../harness/raw-request.ts'
import { startRawUpstream, startUpstream } from '../../harness/upstream.ts'
import { answering, front, post, violationsOf } from './front.ts'

const SECRET = 'a-very/secret.token=='
const secret = { ...HEADERS, authorization: `Bearer ${SECRET}` }
const CLOSE = 'Connection: close'

describe('what the records say', () => {
  test('that a request was sent on is told at once, before the service answers', async () => {
    await using service = await startUpstream(() => {}) // it does not answer
    await using server = await front(service.url)
    const changes = changesOf(`${server.consoleUrl}`)
    await changes.next()
    const leaving = new AbortController()
    const sent = fetch(`${server.url}/plants`, { ...addition(), signal: leaving.signal })
    const { state } = await firstChanges(changes, ({ state: { inFlight } }) =>
      inFlight.some(({ forwarded }) => forwarded === true),
    )
    expect(state.inFlight).toMatchObject([{ inFlight: 'forwarded', forwarded: true }])
    leaving.abort()
    await expect(sent).rejects.toThrow('aborted')
  })

  test('the journal has forwarded, and no violation of a service that keeps the contract; store.plants lists the plant as it was sent', async () => {
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
      'a 400 that is not an Error',
      ['400 whose body is not an Error: 400, other JSON: error is required: message is required'],
      [400, '{"title":"No"}'],
    ],
    [
      'another media type',
      ['200 whose Content-Type is text/plain, not application/json: 200, a Plant as text/plain'],
      [200, '{"name":"Monstera"}', 'text/plain'],
    ],
    [
      'bytes that are not UTF-8',
      ['name came back as another text: name is "\ufffd", not "Monstera"'],
      [200, '{"name":"\xff"}'],
    ],
    ['a 5xx, which is not a violation by itself', [], [500, '<h1>Oops</h1>', 'text/html']],
    ['a 401, which is not a violation by itself', [], [401, JSON.stringify(errorBody(1, 'Who?'))]],
    ['a 413, a refusal by the service, which is not a violation by itself', [], [413, '']],
    [
      'a plant that the request spoilt',
      ['request: Not a plant: /name is required'],
      [400, JSON.stringify(errorBody(1, 'No name'))],
      '{"id":1}',
    ],
  ]
  test.each(cases)(
    'violations say where request or response break the contract: %s',
    async (_name, violations, [status, body, type = 'application/json'], request) => {
      const headers = { 'content-type': type }
      await using service = await answering(status, Buffer.from(body, 'latin1'), headers)
      await using server = await front(service.url)
      await post(server, request)
      expect(violationsOf(server)).toEqual(violations)
    },
  )

  test('a missing token is not a violation by itself, but a success without one is', async () => {
    for (const [status, violations] of [
      [401, []],
      [200, ['200 without a bearer token: 200, a Plant']],
    ] as const) {
      await using service = await answering(status, { name: 'Monstera' })
      await using server = await front(service.url)
      await post(server, plant(), { headers: { 'content-type': 'application/json' } })
      expect(violationsOf(server)).toEqual(violations)
    }
  })

  test('a client that leaves while the success of a plant is delayed has added it', async () => {
    await using service = await answering(200, { name: 'Monstera' })
    await using server = await front(service.url, { latency: 60_000 })
    const leaving = new AbortController()
    const sent = post(server, plant(), { signal: leaving.signal }).catch(() => {})
    const isDelayed = () => expect(server.store.requests).toMatchObject([{ inFlight: 'delayed' }])
    await vi.waitFor(isDelayed, { interval: 1, timeout: 20_000 })
    const left = nextRequest(server.store)
    leaving.abort()
    await sent
    expect(await left).toMatchObject({
      reason: 'The client disconnected while the response was delayed, after its plant was added',
    })
    expect(server.store.plants).toHaveLength(1)
  })

  test.each([400, 301])('a %i of the service has its reason', async status => {
    await using service = await answering(status, errorBody(7, 'The id is taken'))
    await using server = await front(service.url)
    await post(server)
    expect(server.store.requests).toMatchObject([{ status, reason: 'The id is taken' }])
    expect(server.store.plants).toEqual([])
  })

  test('the token of a forwarded request goes into no record, journal or log, however the service repeats it in a header or the body, and what the client gets is not changed', async () => {
    const forms = [SECRET, SECRET.replaceAll('/', '\\/'), encodeURIComponent(SECRET)]
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
    await using bin = new Bin(['--port', '0', '--json', '--forward', service.url])
    const url = await bin.url()
    await using server = await front(service.url)
    for (form of forms) {
      const response = await post(server, plant(), { headers: secret })
      expect(await response.text()).toContain(form)
      await fetch(`${url}/plants`, addition(plant(), { headers: secret }))
    }
    const journal = JSON.stringify(server.store.requests)
    const lines = (await bin.lines(1 + forms.length)).join()
    for (const records of [journal, lines]) {
      expect(records).toContain('[redacted]')
      for (const one of forms) expect(records.toLowerCase()).not.toContain(one.toLowerCase())
    }
  })

  test.each<[how: string, authorization: string, token?: string]>([
    ['without a scheme', SECRET],
    ['after a tab', `bearer\t${SECRET}`],
    ['in quotes', `Bearer "${SECRET}"`],
    ['with a name', `Token token=${SECRET}`],
    ['in several words, of which the longest are hidden', `Basic dXNlcjpwYXNz, Bearer ${SECRET}`],
    ['before another one', `Bearer ${SECRET}, Bearer short`],
    ['after other words', `Bearer a b ${SECRET}`],
    ['with equals signs in its middle', 'Bearer zWs=PBdB=Vy', 'zWs=PBdB=Vy'],
    ['with equals signs, and a name', 'Bearer token=T=P9U8M8', 'T=P9U8M8'],
    ['with padding', 'Bearer lsL1/Mg=', 'lsL1/Mg='],
  ])(
    'the token goes to the service, and no record has it, however Authorization has it: %s',
    async (_how, authorization, token = SECRET) => {
      const said = `${token}, ${encodeURIComponent(token)}`
      await using service = await startUpstream(({ headers }, response) =>
        response
          .writeHead(400, {
            'content-type': 'application/json',
            'x-who': `${headers.authorization}`,
          })
          .end(JSON.stringify(errorBody(1, `Not ${headers.authorization}: ${said}`))),
      )
      await using server = await front(service.url)
      const response = await post(server, plant(), { headers: { ...HEADERS, authorization } })
      expect(response.headers.get('x-who')).toBe(authorization)
      expect(JSON.stringify(server.store.requests)).not.toContain(token)
      expect(server.store.requests[0]?.reason).toMatch(/: \[redacted\], \[redacted\]$/)
    },
  )

  test('a token is hidden in the name of a header', async () => {
    await using service = await answering(200, {}, { 'X-A-Very-Secret.Token': '1' })
    await using server = await front(service.url)
    const headers = { ...HEADERS, authorization: 'Bearer A-Very-Secret.Token' }
    const response = await post(server, plant(), { headers })
    expect(response.headers.get('x-a-very-secret.token')).toBe('1')
    expect(server.store.requests[0]?.response?.headers).toMatchObject({ 'x-[redacted]': '1' })
  })

  test('of several words in Authorization the two longest are hidden, as of two headers', async () => {
    await using service = await startUpstream(({ rawHeaders }, response) =>
      response.writeHead(500).end(rawHeaders.join()),
    )
    await using server = await front(service.url)
    const lines = ['Authorization: Bearer another-one', `Authorization: Bearer ${SECRET}`, CLOSE]
    const { text } = await rawRequest(server.port, rawPost('', lines))
    expect(text).toContain('Bearer another-one,Authorization,Bearer')
    const records = JSON.stringify(server.store.requests)
    for (const token of ['another-one', SECRET]) expect(records).not.toContain(token)
  })

  test('a record of JSON with the token is JSON, and nothing else of it changes', async () => {
    const sent = (token: string) => ({
      error: 1,
      message: `"${token}" is wrong`,
      [token]: [token, null, 'a\\b', { id: 9 }],
    })
    await using service = await answering(400, JSON.stringify(sent(SECRET)).replaceAll('/', '\\/'))
    await using server = await front(service.url)
    await post(server, plant(), { headers: secret })
    expect(server.store.requests[0]?.response?.body).toEqual(sent('[redacted]'))
  })

  test('a violation is that of what came, also where the token was all of a number', async () => {
    const token = '123456789'
    await using service = await answering(400, `{"message":1,"error":${token}}`)
    await using server = await front(service.url)
    await post(server, plant(), { headers: { ...HEADERS, authorization: `Bearer ${token}` } })
    expect(server.store.requests[0]?.response?.text).toBe('{"message":1,"error":[redacted]}')
    expect(violationsOf(server)).toEqual([
      '400 whose body is not an Error: 400, other JSON: message must be a string, but got the number 1',
    ])
  })

  const LOCATION = 'https://me:hunter2@plants.test/plants/1?code=my-code&page=2#id_token=k3y'

  test.each<[what: string, status: number, body: unknown]>([
    ['a header alone', 201, { name: 'Monstera' }],
    ['a body that repeats it', 201, { name: LOCATION, link: LOCATION }],
    ['an Error that repeats it', 400, errorBody(400, `See ${LOCATION} of it`)],
    ['a page that repeats it', 302, `<a href="${LOCATION.replaceAll('&', '&amp;')}">Found</a>`],
    [
      'an Error of another shape',
      400,
      { detail: { error: LOCATION, message: 7 }, error: LOCATION },
    ],
  ])('a secret of a Location is in no journal, log, HAR or event: %s', async (_, status, body) => {
    const headers = { 'content-type': 'application/json', location: LOCATION }
    await using service = await answering(status, body, headers)
    await using bin = new Bin(['--port', '0', '--json', '--forward', service.url])
    const url = await bin.url()
    await using server = await front(service.url)
    const response = await post(server)
    expect(await response.text()).toBe(typeof body === 'string' ? body : JSON.stringify(body))
    await fetch(`${url}/plants`, { ...addition(plant(), { headers: HEADERS }), redirect: 'manual' })
    const told =
      '201 in place of 200 for a valid NewPlant: 201, a Plant, location: https://[redacted]@plants.test/plants/1?code=[redacted]&page=2#id_token=[redacted]'
    if (status === 201) expect(violationsOf(server)[0]).toBe(told)
    const change = (await changesOf(`${server.consoleUrl}`).next()).value
    const control = async (name: string) =>
      (await fetch(new URL(`/__mock/${name}`, server.url))).text()
    const records = {
      journal: JSON.stringify(server.store.requests),
      log: (await bin.lines(2)).join(),
      events: JSON.stringify(change),
      requests: await control('requests'),
      har: await control('requests.har'),
    }
    for (const [name, text] of Object.entries(records)) {
      expect(text, name).not.toMatch(/hunter2|my-code|k3y/)
      expect(text, name).toContain('[redacted]@plants.test')
    }
  })

  test('a reason phrase that cannot be sent on is left out, and the status is what the client got', async () => {
    await using service = await startRawUpstream(socket =>
      socket.end('HTTP/1.1 200 a\u0001b\r\nContent-Length: 0\r\n\r\n'),
    )
    await using server = await front(service.url)
    const response = await post(server)
    expect([response.status, response.statusText]).toEqual([200, ''])
    expect(server.store.requests).toMatchObject([{ status: 200 }])
  })

  test('a violation has no part of the token', async () => {
    const jwt = `eyJ${'x'.repeat(200)}`
    await using service = await answering(200, { name: `Bearer ${jwt}` })
    await using server = await front(service.url)
    await post(server, plant(), { headers: { ...HEADERS, authorization: `Bearer ${jwt}` } })
    expect(violationsOf(server)).toEqual([
      'name came back as another text: name is "Bearer [redacted]", not "Monstera"',
    ])
  })
})
