// What the journal has of a request and its response, what it hides, and how much it keeps.
import { readFileSync } from 'node:fs'
import { createMockStore, type MockRequest, type MockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { add, addition, HEADERS, lateBody, plant } from '../harness/addition.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { transports } from '../harness/transports.ts'

const ID = 9007199254740993n

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  test('the mock records what was sent: store.requests lists every request with its body, refused and failed ones too; status and response are what the client got', async () => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    const send = async (headers: Record<string, string> = HEADERS) => {
      const response = await fetch(`${url}/plants`, addition(plant(ID), { headers }))
      await response.text()
    }
    store.failNext('network-error')
    await send().catch(() => {})
    await send()
    await send({ 'content-type': 'application/json' })
    await send({ ...HEADERS, 'content-type': 'text/plain' })
    store.failNext({ status: 503, headers: { 'retry-after': '1' }, body: { id: 1n } })
    await send()
    store.failNext('malformed-json')
    await send()
    await close()
    const { requests } = store
    expect(requests.map(({ body }) => body)).toEqual(Array(6).fill({ id: ID, name: 'Monstera' }))
    expect(requests).toMatchObject([
      { failure: 'network-error' },
      { status: successStatus, response: { body: { name: 'Monstera' } } },
      { status: 401, response: { body: { error: 401 } } },
      { status: 415, response: { body: { error: 415 } } },
      { status: 503, response: { headers: { 'retry-after': '1' }, body: { id: 1 } } },
      { status: successStatus, response: { text: '{"name":' } },
    ])
    expect(requests[0]).not.toHaveProperty('response')
    for (const { duration } of requests) expect(duration).toBeGreaterThanOrEqual(0)
  })
})

/** The journal's entry of one request. */
async function journaled(body: BodyInit | null, more: RequestInit = {}, query = '') {
  const store = createMockStore()
  await store.fetch(`https://a.test/plants${query}`, addition(body, more))
  return store.requests[0] as MockRequest
}

test('a request to another path or with another method has its body too', async () => {
  const store = createMockStore()
  await store.fetch('https://a.test/trees', addition())
  await add(store, plant(), { method: 'PUT' })
  expect(store.requests).toMatchObject([
    { status: 404, body: { id: 1 } },
    { status: 405, body: { id: 1 } },
  ])
})

test('preflights, the OPTIONS requests that browsers send first, are not recorded in the journal', async () => {
  const store = createMockStore()
  expect((await add(store, null, { method: 'OPTIONS' })).status).toBe(204)
  expect(store.requests).toEqual([])
})

test('a response without a body has none, and neither has one to HEAD', async () => {
  const store = createMockStore()
  store.failNext({ status: 204 })
  await add(store)
  store.failNext('empty-body')
  await add(store)
  await add(store, null, { method: 'HEAD' })
  expect(store.requests[2]).toMatchObject({
    status: 405,
    response: { headers: { allow: 'POST, OPTIONS' } },
  })
  for (const { number, response } of store.requests) {
    expect(response, `request ${number}`).not.toHaveProperty('body')
    expect(response, `request ${number}`).not.toHaveProperty('text')
  }
})

describe('ignored: unknown properties, fields that plants do not have', () => {
  test('are named in the journal, whatever the response', async () => {
    const store = createMockStore()
    const body = '{"id":1,"colour":"green","name":"a","Tag":"b"}'
    await add(store, body)
    await add(store, body, { headers: { 'content-type': 'application/json' } })
    store.failNext({ status: 503 })
    await add(store, body)
    await add(store, '{"colour":"green","Tag":"b"}')
    const ignored = ['colour', 'Tag']
    expect(store.requests).toMatchObject(
      [successStatus, 401, 503, 400].map(status => ({ status, ignored })),
    )
  })

  test('are at most ten, each cut at 100 characters', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(92 + index, 'x'))
    const fields = Object.fromEntries(names.map(name => [name, 1]))
    const { ignored } = await journaled(JSON.stringify({ id: 1, name: 'a', ...fields }))
    expect(ignored).toEqual(names.slice(0, 10).map(name => name.slice(0, 100)))
    for (const body of [plant(), '[{"colour":"green"}]', '"colour"', '{"colour":', ''])
      expect(await journaled(body), body).not.toHaveProperty('ignored')
  })
})

describe('the text of a body, as it was sent,', () => {
  test('is whole up to 16,384 characters, and of a longer one omitted says why it is not all', async () => {
    const store = createMockStore()
    for (const length of [16_384, 16_385]) {
      store.failNext({ status: 500, body: JSON.stringify('y'.repeat(length - 2)) })
      await add(store, JSON.stringify('x'.repeat(length - 2)))
      await add(store, 'z'.repeat(length))
    }
    const [whole, text, cut, cutText] = store.requests
    const [x, y] = ['x'.repeat(16_382), 'y'.repeat(16_382)]
    expect(whole).toMatchObject({ size: 16_384, text: `"${x}"`, body: x, response: { body: y } })
    expect(whole).not.toHaveProperty('omitted')
    expect(text?.text).toBe('z'.repeat(16_384))
    const mark = { size: 16_385, omitted: 'all but the first 16384 of 16385 characters' }
    expect(cut).toMatchObject({ ...mark, text: `"${x}x`, response: { ...mark, text: `"${y}y` } })
    expect(cut).not.toHaveProperty('body')
    expect(cutText).toMatchObject({ ...mark, text: 'z'.repeat(16_384) })
  })

  test('does not end in half a character: UTF-8 and databases refuse one', async () => {
    const store = createMockStore()
    await add(store, `a${'🪴'.repeat(10_000)}`)
    const [{ text, omitted } = {}] = store.requests
    expect(text).toBe(`a${'🪴'.repeat(8_191)}`)
    expect(omitted).toBe('all but the first 16383 of 20001 characters')
  })

  test('is there alone if it is nested deeper than 128 levels, and can be read and written', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const store = createMockStore()
    for (const depth of [128, 129, 400_000]) {
      store.failNext({ status: 500, body: nested(depth) })
      await add(store, nested(depth))
    }
    expect(store.requests).toMatchObject([
      { body: JSON.parse(nested(128)), response: { body: JSON.parse(nested(128)) } },
      { text: nested(129), response: { text: nested(129) } },
      { text: '['.repeat(16_384), size: 800_000 },
    ])
    expect(JSON.stringify(store.requests)).toContain('of 800000 characters')
    await add(store, nested(129))
    expect(store.requests[3]?.reason).toBe(
      'The body is nested deeper than 128 levels at position 128',
    )
  })
})

describe('what is written out, such as the journal, has [redacted] in place of', () => {
  test.each([
    ['?access_token=secret', '?access_token=[redacted]'],
    ['?a=1&access_token=secret&b=2', '?a=1&access_token=[redacted]&b=2'],
    ['?%61ccess_t%6Fken=secret', '?%61ccess_t%6Fken=[redacted]'],
    ['?a=1&code=secret#access_token=b', '?a=1&code=[redacted]#access_token=[redacted]'],
    ['?ACCESS_TOKEN=secret', '?ACCESS_TOKEN=[redacted]'],
    ['?access_token=a&access_token=b', '?access_token=[redacted]&access_token=[redacted]'],
    ['?access_token=', '?access_token=[redacted]'],
    ['?API-Key=secret', '?API-Key=[redacted]'],
    ['?apikey=secret', '?apikey=[redacted]'],
    ['?api.key=secret', '?api.key=[redacted]'],
    ['?name=a', '?name=a'],
    ['?my_access_token=a', '?my_access_token=a'],
  ])('parameters in the URL, in any case, with or without - _ and .: %s', async (query, shown) => {
    expect((await journaled(null, {}, query)).url).toBe(`https://a.test/plants${shown}`)
  })

  test('a parameter of the URL in the reason of a refusal', async () => {
    const { reason } = await journaled(null, {}, ';access_token=secret')
    expect(reason).toContain('There is nothing at /plants;access_token=[redacted]: ')
  })

  test.each([
    ['authorization', 'Bearer secret', 'Bearer [redacted]'],
    ['authorization', 'Bearer a secret', 'Bearer [redacted]'],
    ['authorization', 'Digest username="me", realm="a"', 'Digest [redacted]'],
    ['authorization', 'secret', '[redacted]'],
    ['authorization', 'secret token', '[redacted]'],
    ['authorization', 'Bearer', '[redacted]'],
    ['proxy-authorization', 'Basic secret', 'Basic [redacted]'],
    ['cookie', 'session secret', '[redacted]'],
    ['referer', 'http://me:secret@b.test/?code=a', 'http://[redacted]@b.test/?code=[redacted]'],
    ['x-authorization', 'Bearer secret', 'Bearer [redacted]'],
    ['x-request-id', 'no secret', 'no secret'],
    ['host', 'me:secret@localhost', '[redacted]@localhost'],
  ])('credentials in headers but Basic, Bearer, Digest: %s: %s', async (name, value, shown) => {
    const { headers } = await journaled(null, { headers: { [name]: value } })
    expect(headers[name.toLowerCase()]).toBe(shown)
  })

  test('credentials in each header and parameter that docs/mock-reference.md lists, such as Authorization, X-Api-Key, X-CSRF-Token, access_token, client_secret, id_token, jwt, password and signature', async () => {
    const guide = readFileSync('docs/mock-reference.md', 'utf8')
    const listed = (list: RegExp) => list.exec(guide)?.[0].match(/(?<=`)[\w-]+(?=`)/g) ?? []
    const names = listed(/`Authorization`,.* that are named/s)
    const parameters = listed(/that are named .*, in/)
    const headers = Object.fromEntries(names.map(name => [name, '/?code=HIDE']))
    const query = `?${parameters.join('=HIDE&')}=HIDE`
    const text = JSON.stringify(await journaled(null, { headers }, query))
    expect(text).not.toContain('HIDE')
    expect(text.match(/\[redacted\]/g)).toHaveLength(names.length + parameters.length)
  })

  test('cookies, and user names with passwords in addresses, in the headers of a response', async () => {
    const store = createMockStore()
    const location = 'https://me:secret@b.test/?a=1&code=secret#access_token=secret&b=2'
    store.failNext({ status: 302, headers: { location, 'set-cookie': 'session=secret' } })
    await add(store)
    expect(store.requests[0]?.response?.headers).toMatchObject({
      location: 'https://[redacted]@b.test/?a=1&code=[redacted]#access_token=[redacted]&b=2',
      'set-cookie': '[redacted]',
    })
  })

  test("no word of a body, nor the mock's own words, which are not searched", async () => {
    const store = createMockStore({ accessTokens: ['token', 'Monstera'] })
    await add(store, plant(), { headers: { ...HEADERS, authorization: 'Bearer another' } })
    await add(store, plant(), { headers: { ...HEADERS, authorization: 'Bearer Monstera' } })
    const words = 'The access token is not valid'
    expect(store.requests).toMatchObject([
      {
        reason: words,
        response: { headers: { 'www-authenticate': expect.stringContaining(words) } },
      },
      { text: plant(), response: { body: { name: 'Monstera' } } },
    ])
  })

  test('user name and password in a request target, and each of two headers', async () => {
    await using server = await startMockServer({ port: 0 })
    const lines = ['Host: localhost', 'X-A: 1', 'x-a: 2', 'Authorization: Bearer secret']
    const head = [
      'POST http://me:secret@localhost/plants HTTP/1.1',
      ...lines,
      'Authorization: Basic secret\r\nConnection: close\r\n\r\n',
    ]
    await rawRequest(server.port, head.join('\r\n'))
    const headers = { 'x-a': '1, 2', authorization: 'Bearer [redacted]' }
    const url = 'http://[redacted]@localhost/plants'
    expect(server.store.requests).toMatchObject([{ url, headers }])
    expect(JSON.stringify(server.store.requests)).not.toContain('secret')
  })
})

const numbers = ({ requests }: MockStore) => requests.map(({ number }) => number)

test.each([0, 1, 3])('the journal keeps maxRequests, the last ones: %s', async maxRequests => {
  const store = createMockStore({ maxRequests })
  for (let count = 1; count <= 5; count++) {
    await store.fetch('https://a.test/x')
    expect(numbers(store), `after ${count} requests`).toEqual(
      [1, 2, 3, 4, 5].slice(Math.max(0, count - maxRequests), count),
    )
  }
})

test('store.requests: numbers count arrivals, and finished requests are listed in the order of their responses', async () => {
  const store = createMockStore()
  const { body, started, finish } = lateBody()
  const first = add(store, body)
  await started
  await add(store)
  finish()
  await first
  expect(numbers(store)).toEqual([2, 1])
})
