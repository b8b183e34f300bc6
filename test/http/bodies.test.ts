// What a request must say about its body, and what a refusal tells it.
import { connect } from 'node:net'
import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { errorMessage, successStatus } from '../../generated/contract.ts'
import { add } from '../harness/addition.ts'
import { firstData, rawPost, rawRequest } from '../harness/raw-request.ts'

const BODY = '{"id":1,"name":"Hoya"}'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends a body to a new store. */
async function answerTo(
  body: BodyInit | null,
  headers: Record<string, string> = JSON_TYPE,
  options: MockStoreOptions = {},
) {
  const store = createMockStore(options)
  const response = await add(store, body, {
    headers: { authorization: 'Bearer token', ...headers },
  })
  const message = errorMessage(await response.json())
  return { status: response.status, headers: response.headers, message, store }
}

test('a media type and a content coding that are refused are cut in the message, and it names what is accepted', async () => {
  const type = await answerTo(BODY, { 'content-type': `text/${'x'.repeat(200)}` })
  const notJson = `Content-Type must be application/json, not text/${'x'.repeat(95)}`
  expect([type.status, type.message]).toEqual([415, notJson])
  expect(type.headers.get('accept')).toBe('application/json')
  const coding = await answerTo(BODY, { ...JSON_TYPE, 'content-encoding': 'x'.repeat(200) })
  const isCoded = `Send the body without Content-Encoding ${'x'.repeat(100)}`
  expect([coding.status, coding.message]).toEqual([415, isCoded])
  expect(coding.headers.get('accept-encoding')).toBe('identity')
  expect(coding.headers.get('accept')).toBeNull()
})

test.each(['IDENTITY', ''])('the content coding "%s" means none', async coding => {
  const headers = { ...JSON_TYPE, 'content-encoding': coding }
  expect((await answerTo(BODY, headers)).status).toBe(successStatus)
})

describe('maxBodyBytes', () => {
  const stream = (...chunks: string[]) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })

  test('bodies have at most maxBodyBytes each, or a 413, however they are sent', async () => {
    const options = { maxBodyBytes: BODY.length }
    const letters = Array.from(BODY, letter => [letter, '', '']).flat()
    for (const body of [BODY, stream(BODY), stream(...letters)])
      expect((await answerTo(body, JSON_TYPE, options)).status).toBe(successStatus)
    for (const body of [`${BODY} `, stream(`${BODY} `), stream(BODY, ' ')]) {
      const { status, message, store } = await answerTo(body, JSON_TYPE, options)
      expect([status, message]).toEqual([413, 'The body must not be longer than 22 bytes'])
      expect(store.requests[0]).not.toHaveProperty('body')
      expect(store.requests[0]).not.toHaveProperty('size') // nobody knows it
    }
  })

  test('is checked against Content-Length before a byte is read; any other body is asked for, whatever else is wrong', async () => {
    await using server = await startMockServer({ port: 0, maxBodyBytes: BODY.length })
    const waiting = ['Expect: 100-continue', 'Connection: close']
    const long = await rawRequest(server.port, rawPost(`${BODY} `, waiting))
    expect(long.text).toMatch(/^HTTP\/1\.1 413/)
    const anonymous = rawPost(BODY, waiting).replace('Authorization', 'X')
    const { text } = await rawRequest(server.port, anonymous)
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401/)
    expect(server.store.requests[1]).toMatchObject({ status: 401, body: { id: 1 } })
  })
})

const invalid = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => [...(typeof part === 'string' ? new TextEncoder().encode(part) : part)]),
  )

test.each([
  ['at the start', invalid([0xff], 'x'.repeat(19)), 0],
  ['in the middle', invalid('{"name":"', [0xc3, 0x28], '"}'), 10],
  ['cut off at the end', invalid('"abc', [0xe2, 0x82]), 6],
  ['far behind', invalid('x'.repeat(100_001), [0xfe], 'x'.repeat(50_000)), 100_001],
])('a body that is not UTF-8 %s is a 400 with the byte', async (_name, body, position) => {
  const { status, message, store } = await answerTo(body)
  expect([status, message]).toEqual([400, `The body is not UTF-8 at byte ${position}`])
  expect(store.requests).toMatchObject([{ size: body.length, omitted: 'not UTF-8' }])
  expect(store.requests[0]).not.toHaveProperty('text')
})

test('a byte order mark before JSON is ignored', async () => {
  expect((await answerTo(`\ufeff${BODY}`)).status).toBe(successStatus)
})

test('a body that is cut short is in the journal as such', async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error('gone'))
    },
  })
  const { status, message, store } = await answerTo(broken)
  expect([status, message]).toEqual([400, 'The body was cut short'])
  expect(store.requests).toMatchObject([{ status: 400, reason: 'The body was cut short' }])
})

test('over a socket, bodies in pieces are put together', async () => {
  await using server = await startMockServer({ port: 0, maxBodyBytes: 40 })
  const head = rawPost('', ['Transfer-Encoding: chunked']).replace(
    'Content-Length: 0',
    'Connection: close',
  )
  const send = async (...chunks: string[]) => {
    const coded = [...chunks, ''].map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    return (await rawRequest(server.port, head + coded.join(''))).text
  }
  expect(await send(BODY.slice(0, 3), BODY.slice(3))).toMatch(/^HTTP\/1\.1 200 .*"Hoya"/s)
  expect(await send(BODY, ' '.repeat(18))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await send(BODY, ' '.repeat(19))).toMatch(/^HTTP\/1\.1 413/)
  expect(await send(' '.repeat(41), ' ', ' ')).toMatch(/^HTTP\/1\.1 413/)
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${head}29\r\n${' '.repeat(41)}\r\n`) // and no end
  const response = await firstData(socket)
  expect(response).toMatch(/^HTTP\/1\.1 413/)
  socket.destroy()
})

describe('over a socket', () => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0 })
  })
  afterAll(() => server.close())

  const head = (...lines: string[]) =>
    `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\n${lines.map(line => `${line}\r\n`).join('')}Connection: close\r\n\r\n`

  /** Sends everything before it reads anything, as simple clients do. */
  const sendAll = (start: string, length: number) =>
    new Promise<{ text: string; error?: string }>(resolve => {
      const socket = connect(server.port, '127.0.0.1').pause()
      let text = ''
      let error: string | undefined
      socket.on('error', (failure: NodeJS.ErrnoException) => {
        error = failure.code
      })
      socket.on('close', () => resolve({ text, ...(error && { error }) }))
      socket.write(start)
      socket.write(' '.repeat(length), () => {
        socket.on('data', data => {
          text += data
        })
        socket.resume()
      })
    })

  test.each([
    [413, 'application/json'],
    [415, 'text/plain'],
  ])(
    '%s reaches a client that is still sending and wants the connection closed',
    async (status, type) => {
      const length = 4_000_000
      const start = head(`Content-Type: ${type}`, `Content-Length: ${length}`)
      const whole = new RegExp(`^HTTP/1.1 ${status} .*"error":${status},`, 's')
      for (let count = 0; count < 20; count++)
        expect(await sendAll(start, length)).toEqual({ text: expect.stringMatching(whole) })
    },
  )

  test('a client that takes a minute for the rest of its body is not reset', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
      const failed = new Promise(resolve => socket.once('error', resolve))
      socket.write(head('Content-Type: application/json', 'Content-Length: 2000000'))
      const response = await firstData(socket)
      expect(response).toMatch(/^HTTP\/1.1 413 /)
      for (let count = 0; count < 20; count++) {
        await new Promise(setImmediate)
        vi.advanceTimersByTime(3_000)
        socket.write(' '.repeat(100_000))
      }
      const closed = new Promise(resolve => socket.once('close', () => resolve('closed')))
      socket.resume().end()
      expect(await Promise.race([failed, closed])).toBe('closed')
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['an empty body', 'Content-Length: 0', '', 400],
    ['an empty body in chunks', 'Transfer-Encoding: chunked', '0\r\n\r\n', 400],
    ['no body, but its Content-Type', 'Content-Type: text/plain\r\nContent-Length: 0', '', 415],
  ])('without the Content-Type of JSON, %s', async (_name, lines, body, status) => {
    const { text } = await rawRequest(server.port, head(lines) + body)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    if (status === 400) expect(text).toContain('A body is required')
  })
})
