// The journal as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { beforeEach, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { addition, HEADERS, heldRequest, nextRequest } from '../harness/addition.ts'
import { firstData } from '../harness/raw-request.ts'
import { startUpstream } from '../harness/upstream.ts'

const { version } = packageJson

let app: MockApp
beforeEach(() => {
  app = createMockApp({ accessTokens: ['secret-token'] })
})

const headers = { ...HEADERS, authorization: 'Bearer secret-token' }
const post = (body: string, path = '/plants') =>
  app.fetch(`https://a.test${path}`, addition(body, { headers })).catch(() => {})

const read = async (path = '/__mock/requests.har') => {
  const response = await app.fetch(`https://a.test${path}`)
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  return { text, log: JSON.parse(text).log }
}

test('GET /requests.har lists the journal as HAR 1.2: what clients sent and got, credentials redacted', async () => {
  const body = '{"id":9223372036854775807,"name":"Monstera"}'
  await post(body, '/plants?a=1&a=2&access_token=secret-token')
  const { text, log } = await read()
  expect(text).not.toContain('secret-token')
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: 'plant-store-client mock', version },
  })
  const [entry] = log.entries
  expect(Date.parse(entry.startedDateTime)).toBeGreaterThan(Date.now() - 60_000)
  expect(entry.request).toMatchObject({
    method: 'POST',
    url: 'https://a.test/plants?a=1&a=2&access_token=[redacted]',
    bodySize: body.length,
    postData: { mimeType: 'application/json', text: body },
  })
  expect(entry.request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'a', value: '2' },
    { name: 'access_token', value: '[redacted]' },
  ])
  const redacted = { name: 'authorization', value: 'Bearer [redacted]' }
  expect(entry.request.headers).toContainEqual(redacted)
  expect(entry.response).toMatchObject({
    status: successStatus,
    content: { size: 19, mimeType: 'application/json', text: '{"name":"Monstera"}' },
  })
  expect(entry.timings.wait).toBe(entry.time)
})

test('a request without a response, one in flight too, has the status 0, the reason, and all that the format requires', async () => {
  await post('{"id":1,"name":"Hoya"}')
  app.store.failNext('network-error')
  await post('{"id":2,"name":"Hoya"}')
  const hold = app.store.holdNext()
  const held = post('{"id":3,"name":"Hoya"}')
  await heldRequest(hold, held)
  const { log } = await read()
  hold.release()
  await held
  expect(log.entries.slice(1)).toMatchObject([
    { response: { status: 0, _error: 'injected failure: network-error' } },
    { response: { status: 0, _error: 'in flight: held' } },
  ])
  const has = (properties: string) =>
    Object.fromEntries(properties.split(' ').map(name => [name, expect.anything()]))
  for (const entry of log.entries)
    expect(entry).toMatchObject({
      ...has('startedDateTime time cache'),
      request: has('method url httpVersion cookies headers queryString headersSize bodySize'),
      response: {
        ...has('status statusText httpVersion cookies headers redirectURL headersSize bodySize'),
        content: has('size mimeType'),
      },
      timings: has('send wait receive'),
    })
})

// https://github.com/mozilla/gecko-dev/blob/1f3b7e213e67d4ac77b492eba8f78fe5ed3fe542/devtools/client/netmonitor/src/har/har-importer.js
// https://github.com/WebKit/WebKit/blob/00ad94a387c1b214db3516bf363e5d43ff9718d1/Source/WebInspectorUI/UserInterface/Controllers/NetworkManager.js
test('Firefox and Safari open it: it has a page that began with the first entry, and -1 for each timing that is not known', async () => {
  expect(Date.parse((await read()).log.pages[0].startedDateTime)).toBeLessThanOrEqual(Date.now())
  await post('{"id":1,"name":"Hoya"}')
  await post('{"id":2,"name":"Hoya"}')
  const { log } = await read()
  const [{ startedDateTime, timings }] = log.entries
  expect(log.pages).toEqual([
    { startedDateTime, id: expect.any(String), title: expect.any(String), pageTimings: {} },
  ])
  // Safari adds up each that is not -1, undefined too.
  expect(timings).toMatchObject({ blocked: -1, dns: -1, connect: -1, ssl: -1 })
})

test('a session has its own, and ?last limits them', async () => {
  for (const id of [1, 2, 3]) await post(`{"id":${id},"name":"Hoya"}`, '/~team-a/plants')
  expect((await read()).log.entries).toEqual([])
  expect((await read('/~team-a/__mock/requests.har')).log.entries).toHaveLength(3)
  const { log } = await read('/~team-a/__mock/requests.har?last=1')
  expect(log.entries[0].request.postData.text).toContain('"id":3')
})

test('sizes are in bytes: of the whole body where the text is cut, and of what came where the request was cut short', async () => {
  await using service = await startUpstream((_, response) => {
    const body = gzipSync(JSON.stringify({ name: 'é'.repeat(20_000) }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(body)
  })
  await using server = await startMockServer({ port: 0, forward: service.url })
  const body = JSON.stringify({ id: 1, name: 'é'.repeat(20_000) })
  await (await fetch(`${server.url}/plants`, addition(body))).text()
  const socket = connect(server.port, '127.0.0.1')
  const journaled = nextRequest(server.store)
  const head =
    'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n'
  socket.write(head)
  await firstData(socket) // the server waits for the body
  socket.end('12345')
  await journaled
  const { log } = await (await fetch(`${server.url}/__mock/requests.har`)).json()
  const [whole, cut] = log.entries
  expect(whole.request).toMatchObject({ bodySize: body.length + 20_000 })
  expect(whole.request.postData).not.toHaveProperty('params')
  expect(whole.response.content).toMatchObject({ size: 40_011 })
  expect(whole.response.bodySize).toBeLessThan(1_000)
  expect(cut.request).toMatchObject({ bodySize: 5 })
})

test('every injected failure has a comment, and entries stand in the order in which they started', async () => {
  const hold = app.store.holdNext()
  const held = post('{"id":1,"name":"Hoya"}')
  await heldRequest(hold, held)
  app.store.failNext({ status: 503 })
  app.store.failNext('cut-short')
  await post('{"id":2,"name":"Hoya"}')
  await post('{"id":3,"name":"Hoya"}')
  hold.release({ status: 429 })
  await held
  const { log } = await read()
  expect(log.entries.map(({ comment }: { comment: string }) => comment)).toEqual([
    'injected failure: 429',
    'injected failure: 503',
    'injected failure: cut-short',
  ])
})
