// Hostile input on a socket: afterwards the server still answers.

import { once } from 'node:events'
import { connect } from 'node:net'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { heldRequest, plant } from '../harness/addition.ts'
import { firstData, rawPost, rawRequest } from '../harness/raw-request.ts'

let server: Awaited<ReturnType<typeof startMockServer>>
beforeAll(async () => {
  server = await startMockServer({ port: 0 })
})
afterAll(() => server.close())

const BODY = plant()
const head = (more = '') =>
  `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\n${more}`
const whole = rawPost(BODY)
const CLOSE = 'Connection: close'
const last = rawPost(BODY, [CLOSE])
const raw = (bytes: string | Uint8Array) => rawRequest(server.port, bytes)
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => Number(match[1]))

afterEach(async () => {
  expect(statuses((await raw(last)).text)).toEqual([successStatus])
})

describe('the service path expects hostile requests: whatever arrives is answered or refused in HTTP', () => {
  test.each([
    ['pipelined', whole + whole + last, [successStatus, successStatus, successStatus]],
    ['HTTP/1.0', whole.replace('/1.1', '/1.0').replace('Host: localhost\r\n', ''), [successStatus]],
    [
      'HTTP/1.0 with Expect',
      rawPost(BODY, ['Expect: 100-continue']).replace('/1.1', '/1.0'),
      [successStatus],
    ],
    ['two Authorization headers', rawPost(BODY, ['Authorization: Bearer b', CLOSE]), [400]],
    ['two Content-Type headers', rawPost(BODY, ['Content-Type: text/plain', CLOSE]), [415]],
    [
      'behind a body that is too long',
      `${head('Transfer-Encoding: chunked\r\n')}\r\n${`F4240\r\n${'x'.repeat(1_000_000)}\r\n`.repeat(3)}0\r\n\r\n${last}`,
      [413, successStatus],
    ],
    ['no Host', last.replace('Host: localhost\r\n', ''), [400]],
    ['TRACE', `TRACE /plants HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n\r\n`, [405]],
  ])('%s: the statuses are %j', async (_name, bytes, expected) => {
    const { text } = await raw(bytes)
    expect(statuses(text)).toEqual(expected)
    expect(text.match(/access-control-allow-origin: \*/gi)).toHaveLength(expected.length)
    if (expected[0] !== successStatus) expect(text).toContain(`"error":${expected[0]},`)
  })
})

test('a request with an invalid Host is told where everything is', async () => {
  const { text } = await raw('GET / HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n')
  expect(statuses(text)).toEqual([302])
  expect(text).toContain('There is nothing at /: send POST to /plants')
})

test('a request with more than 200 headers gets a 431, and none are kept', async () => {
  const send = async (count: number) => {
    const names = Array.from({ length: count - 4 }, (_, index) => `a${index.toString(36)}:`)
    const { text } = await raw(`${head(names.join('\r\n'))}\r\nConnection: close\r\n\r\n`)
    return statuses(text)
  }
  expect(await send(200)).toEqual([400])
  expect(Object.keys(server.store.requests.at(-1)?.headers ?? {})).toHaveLength(200)
  for (const count of [201, 2_500]) {
    expect(await send(count), `${count}`).toEqual([431])
    const reason = `The request has ${count} headers: send at most 200`
    expect(server.store.requests.at(-1)).toMatchObject({ status: 431, reason })
    expect(server.store.requests.at(-1)?.headers).toEqual({})
  }
})

test('beyond 1,000 pipelined requests, whose client reads no response, the connection is closed', async () => {
  server.store.failNext('no-answer', { times: Infinity })
  const before = server.store.requests.length
  const other = raw(whole.repeat(501))
  await expect.poll(() => server.store.requests.length).toBe(before + 1)
  // Together they are one too many, on one connection or on several.
  const { text } = await raw(whole.repeat(502))
  expect(text).toBe('')
  const reason = 'The mock closed the connection: more than 1000 pipelined requests waited'
  expect(server.store.requests.slice(before)).toContainEqual(
    expect.objectContaining({ failure: 'no-answer', reason }),
  )
  server.store.reset()
  await other
  // Their room is free again, and so is that of requests that had their turn.
  for (let times = 0; times < 2; times++)
    expect(statuses((await raw(whole.repeat(900) + last)).text)).toHaveLength(901)
  server.store.reset() // the journal is full
})

test('bytes that are not HTTP never look like the response to the request before them', async () => {
  const hold = server.store.holdNext()
  const responding = raw(`${whole}\0\0\0\0`)
  await heldRequest(hold, responding)
  hold.release({ status: 418 })
  expect(statuses((await responding).text)).toEqual([418])
})

test('a body that is longer than its Content-Length: what is complete is answered, then the connection ends', async () => {
  const body = '{"id":1,"name":"Hoyä"}' // characters counted for bytes
  const before = server.store.requests.length
  const { text } = await raw(`${head(`Content-Length: ${body.length}\r\n`)}\r\n${body}`)
  expect(statuses(text)).toEqual([400])
  expect(server.store.requests.slice(before)).toMatchObject([
    { status: 400, size: 22, text: '{"id":1,"name":"Hoyä"' },
  ])
})

test.each([
  ['', ''],
  [' whose connection is kept for no other', 'Connection: close\r\n'],
])(
  'a body%s that is not HTTP gets the response that is in the journal, and uses no failure',
  async (_which, lines) => {
    const before = server.store.requests.length
    server.store.failNext({ status: 418 })
    const { text } = await raw(`${head(`Transfer-Encoding: chunked\r\n${lines}`)}\r\nzz\r\n`)
    expect(statuses(text)).toEqual([400])
    const [request] = server.store.requests.slice(before)
    expect(text).toContain(request?.response?.text)
    expect(server.store.scheduled).toHaveLength(1)
    server.store.clearFailures()
  },
)

test('requests sent after the connection closed are not recorded, and its last response can still be read', async () => {
  const upgrade = whole.replace('\r\n', '\r\nUpgrade: websocket\r\n')
  const before = server.store.requests.length
  const socket = connect(server.port, '127.0.0.1').pause()
  const failed = new Promise(resolve => socket.once('error', resolve))
  socket.write(upgrade)
  await expect.poll(() => server.store.requests.length).toBe(before + 1)
  // A reset makes one of the writes fail, before anything is read.
  for (let count = 0; count < 10; count++)
    await new Promise(resolve => socket.write(whole, resolve))
  // More than the buffers hold, so that all is written only if it is read.
  const long = 10_000_000
  await new Promise(resolve =>
    socket.write(`${head(`Content-Length: ${long}\r\n`)}\r\n${'x'.repeat(long)}`, resolve),
  )
  const ended = Promise.race([once(socket, 'end'), failed])
  let text = ''
  socket
    .on('data', bytes => {
      text += bytes
    })
    .resume()
  await ended
  expect(statuses(text)).toEqual([successStatus])
  expect(server.store.requests).toHaveLength(before + 1)
  socket.destroy()
})

test('a request that asks for another protocol is answered, and ends its connection', async () => {
  const upgrade = whole.replace('\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n')
  const { text } = await raw(upgrade + whole)
  expect(statuses(text)).toEqual([successStatus])
  expect(text).toMatch(/^connection: close\r$/im)
})

test('CONNECT gets a 405, also behind a request, whatever comes behind it, and is in no journal', async () => {
  const tunnel = 'CONNECT /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'
  await raw(whole + tunnel)
  const before = server.store.requests.length
  const { text } = await raw(tunnel + 'x'.repeat(5e7))
  expect(statuses(text)).toEqual([405])
  expect(text).toContain('\r\nallow: POST, OPTIONS\r\n')
  expect(text).toContain('the mock is not a proxy: send it the request itself')
  expect(server.store.requests).toHaveLength(before)
  const socket = connect(server.port, '127.0.0.1')
  socket.write(tunnel)
  await firstData(socket) // from then on Node no longer listens to the socket of the server
  socket.resetAndDestroy() // which ends nothing
})

test('Expect with anything but 100-continue gets a 417, which is recorded', async () => {
  const { text } = await raw(rawPost('', ['Expect: other', CLOSE]))
  expect(statuses(text)).toEqual([417])
  expect(server.store.requests.at(-1)).toMatchObject({ status: 417 })
})

describe('bytes that are not HTTP get an Error, are not recorded, and add nothing', () => {
  test.each([
    ['garbage', Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251)],
    ['two lengths', rawPost('0\r\n\r\n', ['Transfer-Encoding: chunked'])],
    ['a folded header', rawPost(BODY, ['X-A: a\r\n b', CLOSE])],
  ])('%s: 400', async (_name, bytes) => {
    const before = server.store.requests.length
    const { text } = await raw(bytes)
    expect(statuses(text)).toEqual([400])
    expect(text).toContain('"error":400,')
    expect(server.store.requests).toHaveLength(before)
  })

  test.each([
    ['in the headers', head('Content-Le')],
    ['in the body', `${head('Content-Length: 26\r\n')}\r\n{"id":`],
    ['in a chunk', `${head('Transfer-Encoding: chunked\r\n')}\r\nff\r\n{"id"`],
  ])('a request cut short %s adds nothing', async (_name, bytes) => {
    const before = server.store.plants.length
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    await new Promise<void>(resolve => socket.write(bytes, () => resolve()))
    socket.resetAndDestroy()
    await once(socket, 'close')
    await raw(last)
    expect(server.store.plants).toHaveLength(before + 1)
  })
})
