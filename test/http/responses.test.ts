// What a caller of each transport receives: whole responses, and responses that fail on the way.
import { createMockApp, createMockStore, type MockFailure } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { addition, plant, signal } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

const init = addition()
const URL_OF_PLANTS = 'https://a.test/plants'

/** A request as other runtimes make it, with some properties of its own. */
const foreign = (request: Request, own: Record<string, unknown>) =>
  new Proxy(request, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[String(key)]
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

describe('in a process', () => {
  const fails = (failure: MockFailure, more: RequestInit = {}) => {
    const store = createMockStore()
    store.failNext(failure)
    return store.fetch(URL_OF_PLANTS, { ...init, ...more })
  }

  test('a response that is cut short gives half of the body first', async () => {
    const response = await fails('cut-short')
    const length = Number(response.headers.get('content-length'))
    expect(response.headers.get('content-type')).toBe('application/json')
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(value).toHaveLength(Math.floor(length / 2))
    await expect(reader?.read()).rejects.toThrow(new TypeError('The response was cut short'))
  })

  test.each([204, 205, 304])('a %i has no body', async status => {
    const response = await fails({ status, headers: { 'x-a': 'b' } })
    expect([response.status, response.body]).toEqual([status, null])
    expect(response.headers.get('x-a')).toBe('b')
  })

  test('HEAD gets the headers alone', async () => {
    const response = await createMockApp().fetch('https://a.test/__mock', { method: 'HEAD' })
    expect([response.status, response.body]).toEqual([200, null])
    expect(response.headers.get('content-type')).toMatch(/html/)
  })

  test('a runtime that does not stream the bodies of requests', async () => {
    const store = createMockStore({ maxBodyBytes: plant().length })
    const send = (body: string) =>
      store.fetch(foreign(new Request(URL_OF_PLANTS, { ...init, body }), { body: undefined }))
    expect((await send(plant())).status).toBe(successStatus)
    expect((await send(`${plant()} `)).status).toBe(413)
  })

  test('an endless body that is too long, or that nobody reads, is cancelled', async () => {
    const headers = new Headers({ host: 'evil.test' })
    const refuse = (request: Request) => createMockApp().fetch(foreign(request, { headers }))
    for (const [fetch, status] of [
      [createMockStore().fetch, 413],
      [refuse, 403],
    ] as const) {
      const [canceled, cancel] = signal()
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(new Uint8Array(65_536))
      const init = addition(new ReadableStream({ pull, cancel }))
      const { status: got } = await fetch(new Request('http://evil.test/__mock/plants', init))
      expect(got).toBe(status)
      await canceled
    }
  })

  test('a preflight, which is OPTIONS alone, allows what it asks about, Authorization by name, for two hours, and lists Retry-After, so that a page reads it across origins', async () => {
    const headers = {
      origin: 'https://page.test',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,x-mock-session',
    }
    const { fetch } = createMockStore()
    const response = await fetch(`${URL_OF_PLANTS}/1`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,x-mock-session',
      'access-control-allow-methods': 'DELETE',
      'access-control-allow-origin': 'https://page.test',
      'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
      'access-control-max-age': '7200',
      vary: 'Origin',
    })
    expect((await fetch(URL_OF_PLANTS, { method: 'POST', headers })).status).toBe(401)
  })

  test('OPTIONS that is not a preflight names the method of the operation', async () => {
    const response = await createMockStore().fetch(URL_OF_PLANTS, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    const { status } = await createMockStore().fetch(`${URL_OF_PLANTS}/1`, { method: 'OPTIONS' })
    expect(status).toBe(404)
  })
})

describe('over a socket', () => {
  const raw = async (bytes: string) => {
    await using server = await startMockServer({ port: 0 })
    return (await rawRequest(server.port, `${bytes}\r\n\r\n`)).text
  }
  const HOST = 'Host: localhost\r\nConnection: close'

  test('a body has its length in bytes', async () => {
    const name = '\u{1f335}'
    const text = await raw(rawPost(plant(1, name), ['Connection: close']))
    expect(text).toMatch(/content-length: 15\r\n/i)
    expect(Buffer.from(text, 'latin1').toString()).toContain(`\r\n\r\n{"name":"${name}"}`)
  })

  test('HEAD gets the headers alone, and so does OPTIONS', async () => {
    expect(await raw(`HEAD /__mock HTTP/1.1\r\n${HOST}`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s)
    const options = await raw(`OPTIONS /plants HTTP/1.1\r\n${HOST}`)
    expect(options).toMatch(/^HTTP\/1\.1 204 No Content\r\n.*\r\n\r\n$/s)
  })

  test('what is not an HTTP request is answered in full', async () => {
    const [head = '', body = ''] = (await raw('NONSENSE')).split('\r\n\r\n')
    const [status, ...lines] = head.split('\r\n')
    expect(status).toBe('HTTP/1.1 400 Bad Request')
    expect(Object.fromEntries(lines.map(line => line.split(': ')))).toMatchObject({
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'access-control-allow-origin': '*',
    })
    const message = 'This is not an HTTP request: Invalid method encountered'
    expect(JSON.parse(body)).toEqual(errorBody(400, message))
  })
})
