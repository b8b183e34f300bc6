// What a request asks for, in each form that a request line may have, and what the journal says of it.

import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorMessage, successStatus } from '../../generated/contract.ts'
import { addition, HEADERS, plant } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

describe('over a socket', () => {
  let server: MockServer
  beforeEach(async () => {
    server = await startMockServer({ port: 0, basePath: '/v1' })
  })
  afterEach(() => server.close())

  const post = async (target: string, ...lines: string[]) => {
    const bytes = rawPost(plant(), [...lines, 'Connection: close'], target)
    const { text } = await rawRequest(
      server.port,
      bytes.replace('Host: localhost', 'Host: localhost:1'),
    )
    return { status: Number(text.split(' ')[1]), text }
  }

  test.each([
    ['/v1/plants', 'http://localhost:1/v1/plants'],
    ['/v1/plants#a', 'http://localhost:1/v1/plants#a'],
    ['http://localhost:1/v1/plants', 'http://localhost:1/v1/plants'],
    ['HTTPS://other:9/v1/plants?a#b', 'HTTPS://other:9/v1/plants?a#b'],
  ])('%s is the operation', async (target, url) => {
    expect((await post(target)).status).toBe(successStatus)
    expect(server.store.requests).toMatchObject([{ url }])
  })

  test.each([
    ['/v1/plants%3Fa', '/v1/plants%3Fa'],
    ['/?/v1/plants', '/'],
    ['http://localhost:1', '/'],
    ['http://localhost:1?/v1/plants', '/'],
    ['/http://localhost/v1/plants', '/http://localhost/v1/plants'],
    ['/~a', '/'],
    ['/~a/v1', '/v1'],
  ])('other operations get a 404: %s', async (target, path) => {
    const { status, text } = await post(target)
    expect(status).toBe(404)
    expect(text).toContain(`There is nothing at ${path}: send POST to http://`)
  })

  test('without Host, the URL has the address of the socket', async () => {
    const bytes = rawPost(plant(), [], '/v1/plants').replace('Host: localhost\r\n', '')
    await rawRequest(server.port, bytes.replace('HTTP/1.1', 'HTTP/1.0'))
    const url = `http://127.0.0.1:${server.port}/v1/plants`
    expect(server.store.requests).toMatchObject([{ url, status: successStatus }])
  })

  test('* is not the operation, in any method', async () => {
    expect((await post('*')).status).toBe(404)
    expect(server.store.requests[0]?.url).toBe('http://localhost:1/*')
    const head = 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect((await rawRequest(server.port, head)).text).toMatch(/^HTTP\/1\.1 404/)
  })

  test('a header that is sent twice is joined, unless there must be only one', async () => {
    const { status, text } = await post('/v1/plants', 'X-Mock-Session: a', 'x-mock-session: b')
    expect(status).toBe(400)
    expect(text).toContain('\\"a, b\\" is not the name of a session')
  })
})

describe('in a process', () => {
  const init = addition()

  test.each([
    ['https://a.test/plants', successStatus],
    ['https://a.test/any/base/plants', successStatus],
    ['https://a.test/plants?a#b', successStatus],
    ['https://a.test/?/plants', 404],
  ])('a request to %s gives %i', async (url, status) => {
    const store = createMockStore()
    expect((await store.fetch(url, init)).status).toBe(status)
    expect((await store.fetch(new URL(url), init)).status).toBe(status)
    expect((await store.fetch(new Request(url, init))).status).toBe(status)
    expect(store.requests.map(request => request.url)).toEqual(Array(3).fill(url))
  })

  test('an app names the session in the address that it advises', async () => {
    const app = createMockApp({ basePath: '/v1' })
    for (const [path, advised] of [
      ['/~a/trees', '/~a/v1/plants'],
      ['/trees', '/v1/plants'],
      ['/~a', '/~a/v1/plants'],
    ]) {
      const response = await app.fetch(`https://a.test${path}`, init)
      expect(errorMessage(await response.json())).toContain(`send POST to https://a.test${advised}`)
    }
  })

  test('an invalid session name is cut in the message, and one that is not a string throws', async () => {
    const app = createMockApp()
    const headers = { ...HEADERS, 'x-mock-session': '!'.repeat(300) }
    const response = await app.fetch('https://a.test/plants', { ...init, headers })
    expect(errorMessage(await response.json())).toMatch(/^"!{100}" is not the name of a session/)
    for (const name of [undefined, null, 5])
      expect(() => app.session(name as never), String(name)).toThrow(TypeError)
  })
})
