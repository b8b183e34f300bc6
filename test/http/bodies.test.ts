// What a request must say of its body, and what it is told where the body is refused.

import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { rawRequest } from '../support/raw-request.ts'

const BODY = '{"id":1,"name":"Hoya"}'

/** Sends a body to a new store. */
async function answerTo(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  options: MockStoreOptions = {},
) {
  const store = createMockStore(options)
  const response = await store.fetch('https://a.test/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
  const { message } = await response.json()
  return { status: response.status, headers: response.headers, message, store }
}

/** Unlike text, bytes get no Content-Type from fetch. */
const bytes = new TextEncoder().encode(BODY)

describe('a media type', () => {
  test.each([
    ['application/json'],
    ['Application/JSON'],
    ['application/json;charset=utf-8'],
    [' application/json ; charset="utf-8"'],
  ])('%s is that of JSON', async type => {
    expect((await answerTo(BODY, { 'content-type': type })).status).toBe(successStatus)
  })

  test.each([
    ['text/plain', 'not text/plain'],
    ['application/json, text/plain', 'not application/json, text/plain'],
    ['application/jsonl', 'not application/jsonl'],
    ['', 'but the header is missing'],
    [`text/${'x'.repeat(200)}`, `not text/${'x'.repeat(95)}`],
  ])('%s is not', async (type, words) => {
    const { status, headers, message } = await answerTo(BODY, { 'content-type': type })
    expect(status).toBe(415)
    expect(message).toBe(`Content-Type must be application/json, ${words}`)
    expect(headers.get('accept')).toBe('application/json')
  })

  test('that is missing is named as missing', async () => {
    const { status, message } = await answerTo(bytes, {})
    expect([status, message]).toEqual([
      415,
      'Content-Type must be application/json, but the header is missing',
    ])
  })
})

describe('a content coding', () => {
  const json = { 'content-type': 'application/json' }

  test.each(['identity', 'IDENTITY', ''])('"%s" is none', async coding => {
    expect((await answerTo(BODY, { ...json, 'content-encoding': coding })).status).toBe(
      successStatus,
    )
  })

  test('is refused, and the one that is accepted is named', async () => {
    const { status, headers, message } = await answerTo(BODY, { ...json, 'content-encoding': 'br' })
    expect([status, message]).toEqual([415, 'Send the body without Content-Encoding br'])
    expect(headers.get('accept-encoding')).toBe('identity')
    expect(headers.get('accept')).toBeNull()
  })
})

describe('the limit', () => {
  const json = { 'content-type': 'application/json' }
  const stream = (...chunks: string[]) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })

  test('is the longest body that is taken, however it is sent', async () => {
    const options = { maxBodyBytes: BODY.length }
    for (const body of [BODY, stream(BODY), stream(BODY.slice(0, 5), BODY.slice(5))])
      expect((await answerTo(body, json, options)).status).toBe(successStatus)
    for (const body of [`${BODY} `, stream(BODY, ' '), stream(`${BODY} `)]) {
      const { status, message, store } = await answerTo(body, json, options)
      expect([status, message]).toEqual([413, `The body must not be longer than 22 bytes`])
      expect(store.requests[0]).not.toHaveProperty('body')
    }
  })

  test('counts bytes, not characters', async () => {
    const body = '{"id":1,"name":"\u{1f335}"}'
    const { status } = await answerTo(body, json, { maxBodyBytes: 22 })
    expect(status).toBe(successStatus)
    expect((await answerTo(body, json, { maxBodyBytes: 21 })).status).toBe(413)
  })

  test('is checked against Content-Length before a byte is read', async () => {
    await using server = await startMockServer({ port: 0, maxBodyBytes: 10 })
    const send = (length: number) =>
      rawRequest(
        server.port,
        `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${'1'.repeat(length)}`,
      )
    expect((await send(10)).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400/)
    expect((await send(11)).text).toMatch(/^HTTP\/1\.1 413/)
  })
})

describe('a body that is not UTF-8', () => {
  const invalid = (...parts: (string | number[])[]) =>
    Uint8Array.from(
      parts.flatMap(part => [
        ...(typeof part === 'string' ? new TextEncoder().encode(part) : part),
      ]),
    )

  test.each([
    ['at the start', invalid([0xff], BODY), 0],
    ['in the middle', invalid('{"name":"', [0xc3, 0x28], '"}'), 10],
    ['behind letters of several bytes', invalid('"é\u{1f335}', [0x80], '"'), 7],
    ['cut off at the end', invalid('"abc', [0xe2, 0x82]), 6],
    ['an overlong slash', invalid('"', [0xc0, 0xaf]), 1],
    ['far behind', invalid('x'.repeat(100_001), [0xfe], 'x'.repeat(50_000)), 100_001],
  ])('%s', async (_name, body, position) => {
    const { status, message, store } = await answerTo(body)
    expect([status, message]).toEqual([400, `The body is not UTF-8 at byte ${position}`])
    expect(store.requests[0]?.text).toBe(
      new TextDecoder().decode(body).replace(/^(x{4096})x.*/, '$1… (150002 characters)'),
    )
  })

  test('a byte order mark before JSON is ignored', async () => {
    expect((await answerTo(`\ufeff${BODY}`)).status).toBe(successStatus)
  })
})

test.each([
  ['{"id":1', 'not JSON: expected "," or "}" but got the end at position 7'],
  ['', 'not JSON: expected a value but got the end at position 0'],
  ['['.repeat(200), 'nested deeper than 128 levels at position 128'],
])('%s is refused with the reason', async (body, reason) => {
  const { status, message } = await answerTo(body)
  expect([status, message]).toEqual([400, `The body is ${reason}`])
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
  const send = (...chunks: string[]) => {
    const coded = [...chunks, ''].map(chunk => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    return rawRequest(
      server.port,
      `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${coded.join('')}`,
    )
  }
  expect((await send(BODY.slice(0, 3), BODY.slice(3))).text).toMatch(
    new RegExp(`^HTTP/1\\.1 ${successStatus} .*"Hoya"`, 's'),
  )
  expect((await send(BODY, ' '.repeat(18))).text).toMatch(
    new RegExp(`^HTTP/1\\.1 ${successStatus} `),
  )
  expect((await send(BODY, ' '.repeat(19))).text).toMatch(/^HTTP\/1\.1 413/)
  expect((await send(' '.repeat(41), ' ', ' ')).text).toMatch(/^HTTP\/1\.1 413/)
})
