// Which connections a server closes, and what a network error does to them.
import { createRequire } from 'node:module'
import * as mock from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { addition, HEADERS } from '../harness/addition.ts'
import { rawRequest } from '../harness/raw-request.ts'

const REQUEST = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'

test('connections of browsers, which repeat a request after a reset, are closed; others are kept', async () => {
  await using server = await startMockServer({ port: 0 })
  const connection = async (headers: Record<string, string>, path = '/plants') => {
    const response = await fetch(new URL(path, server.url), addition(undefined, { headers }))
    await response.arrayBuffer()
    return response.headers.get('connection')
  }
  const browser = { ...HEADERS, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }
  expect(await connection(browser)).toBe('close')
  expect(await connection({ 'user-agent': 'Mozilla/5.0' }, '/trees')).toBe('close')
  expect(await connection(HEADERS)).toBe('keep-alive')
  server.store.failNext('network-error', { skip: 1 })
  expect(await connection({ ...HEADERS, 'user-agent': 'node' })).toBe('keep-alive')
})

test('an idle connection is kept for longer than clients keep theirs, which would lose a POST', async () => {
  await using server = await startMockServer({ port: 0 })
  const { headers } = await fetch(`${server.url}/plants`, addition())
  expect(headers.get('keep-alive')).toBe('timeout=65')
})

test('a client that has sent the next request gets the half of a response that is cut short', async () => {
  await using server = await startMockServer({ port: 0 })
  server.store.failNext('cut-short')
  const head = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const next = 'x'.repeat(4_000_000) // more than is read of a request that waits for its turn
  const first = `${head}Content-Length: 25\r\n\r\n{"id":1,"name":"Monstera"}`
  const { text, error } = await rawRequest(
    server.port,
    `${first}${head}Content-Length: ${next.length}\r\n\r\n${next}`,
  )
  expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{"name":"c$/s)
  expect(error).toBeUndefined()
})

const cjs: typeof mock = createRequire(import.meta.url)('plant-store-client/mock')

describe('a store of the CJS build in a server of the ESM build', () => {
  test.each(['failNext', 'holdNext', 'reset'])(
    'has its network errors reset the connection: %s',
    async how => {
      const store = cjs.createMockStore()
      const server = await startMockServer({ port: 0, store })
      if (how === 'failNext') store.failNext('network-error')
      const hold = how === 'failNext' ? undefined : store.holdNext()
      const responding = rawRequest(server.port, REQUEST)
      await hold?.arrived
      if (how === 'holdNext') hold?.release('network-error')
      if (how === 'reset') store.reset()
      expect(await responding).toEqual({ text: '', error: 'ECONNRESET' })
      await server.close()
    },
  )
})

test.each([
  ['ESM', 'CJS', mock, cjs],
  ['CJS', 'ESM', cjs, mock],
])(
  'a store of the %s build in an app of the %s build rejects with a TypeError',
  async (_store, _app, ofStore, ofApp) => {
    const store = ofStore.createMockStore()
    const app = ofApp.createMockApp({ store })
    for (const [name, { fetch }] of Object.entries({ store, app })) {
      store.failNext('network-error')
      const error = await fetch('https://a.test/plants', addition()).catch(error => error)
      expect(error, name).toBeInstanceOf(TypeError)
      expect(error.message, name).toBe('Injected failure: network-error')
    }
  },
)

test('close() may be called twice, and await using closes', async () => {
  const server = await startMockServer({ port: 0 })
  expect(server.port).toBeGreaterThan(0)
  await Promise.all([server.close(), server.close()])
  await server.close()
  let url = ''
  {
    await using other = await startMockServer({ port: server.port })
    url = other.url
    expect((await fetch(`${url}/__mock/health`)).status).toBe(200)
  }
  await expect(fetch(url)).rejects.toThrow(TypeError)
})
