// What is refused, and that whoever sent it is told.
import { connect } from 'node:net'
import { createMockStore } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'

const INT64 = 'must be an integer within int64 (-9223372036854775808 to 9223372036854775807)'

describe('a field that is wrong is named with what came instead', () => {
  const messageOf = async (body: string) => {
    const response = await createMockStore().fetch('https://a.test/plants', {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    return (await response.json()).message
  }

  test.each([
    ['"9007199254740993"', 'got the string "9007199254740993": send it without quotes'],
    ['"seven"', 'got the string "seven"'],
    ['"no 7"', 'got the string "no 7"'],
    [`"${'7'.repeat(50)}a"`, `got the string "${'7'.repeat(40)}..."`],
    ['1.5', 'got the number 1.5'],
    ['1.00000000000000000001', 'got the number 1.0000000000000002'],
    ['4503599627370496.4', 'got a fraction'],
    ['1e399', 'got a number that is too large'],
    ['null', 'got null'],
    ['true', 'got true'],
    ['[1]', 'got an array'],
    ['{"a":1}', 'got an object'],
  ])('an id of %s', async (id, words) => {
    expect(await messageOf(`{"id":${id},"name":"Hoya"}`)).toBe(
      `Not a plant: /id must be an integer, but ${words}`,
    )
  })

  test.each([['9223372036854775808', 'got the number 9223372036854775808']])(
    'an id of %s, beyond int64',
    async (id, words) => {
      expect(await messageOf(`{"id":${id},"name":"Hoya"}`)).toBe(
        `Not a plant: /id ${INT64}, but ${words}`,
      )
    },
  )

  test.each([
    ['{"name":7,"id":1e50}', `/name must be a string, but got the number 7; /id ${INT64}`],
    [
      '{"name":9007199254740991,"id":1}',
      '/name must be a string, but got the number 9007199254740991',
    ],
    ['{"name":"Hoya","id":1,"tag":null}', '/tag must be a string, but got null'],
    ['{}', '/name is required; /id is required'],
    ['[]', 'the body must be an object, but got an array'],
  ])('%s', async (body, words) => {
    expect(await messageOf(body)).toBe(`Not a plant: ${words}`)
  })

  test('no word of JavaScript is in any of them', async () => {
    for (const id of ['1e50', '-1e39', '12345678901234567890', '1e400'])
      expect(await messageOf(`{"id":${id},"name":"Hoya"}`)).not.toMatch(/bigint|2\^53/)
  })
})

test('credentials of another scheme are told so, even if they have the word bearer', async () => {
  const response = await createMockStore().fetch('https://a.test/plants', {
    method: 'POST',
    headers: { authorization: 'Token bearer abc' },
  })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="Plant Store"',
  ])
})

describe('over a socket', () => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0 })
  })
  afterAll(() => server.close())

  const head = (...lines: string[]) =>
    `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\n${lines.join('\r\n')}\r\n\r\n`

  /** Sends everything before it reads anything, as simple clients do. */
  const sendAll = (start: string, length: number) =>
    new Promise<{ text: string; error?: string }>(resolve => {
      const socket = connect(server.port, '127.0.0.1')
      let text = ''
      let error: string | undefined
      socket.on('error', (failure: NodeJS.ErrnoException) => {
        error = failure.code
      })
      socket.on('close', () => resolve({ text, ...(error && { error }) }))
      socket.write(start)
      socket.pause()
      const chunk = Buffer.alloc(65_536, ' ')
      let left = length
      const write = () => {
        while (left > 0) {
          const size = Math.min(left, chunk.length)
          left -= size
          if (!socket.write(chunk.subarray(0, size))) return void socket.once('drain', write)
        }
        socket.on('data', data => {
          text += data
        })
        socket.resume()
      }
      write()
    })

  test.each([
    [413, 'application/json'],
    [415, 'text/plain'],
  ])(
    '%s reaches a client that is still sending and wants the connection closed',
    async (status, type) => {
      const length = 4_000_000
      const lines = [`Content-Type: ${type}`, `Content-Length: ${length}`, 'Connection: close']
      for (let count = 0; count < 40; count++) {
        const { text, error } = await sendAll(head(...lines), length)
        expect(error).toBeUndefined()
        expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"error":${status},`, 's'))
      }
    },
  )

  test.each([
    ['no body', [], 400],
    ['an empty body', ['Content-Length: 0'], 400],
    ['an empty body in chunks', ['Transfer-Encoding: chunked'], 400],
    ['a body', ['Content-Length: 5'], 415],
  ])('%s and no Content-Type', async (name, lines, status) => {
    const body = { 'a body': '{"a":', 'an empty body in chunks': '0\r\n\r\n' }[name] ?? ''
    const { text } = await rawRequest(server.port, head(...lines, 'Connection: close') + body)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    if (status === 400) expect(text).toContain('A body is required')
  })

  test('no body and the Content-Type of another one is a 415', async () => {
    const lines = ['Content-Type: text/plain', 'Content-Length: 0', 'Connection: close']
    const { text } = await rawRequest(server.port, head(...lines))
    expect(text).toMatch(/^HTTP\/1\.1 415/)
  })
})
