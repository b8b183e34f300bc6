// Which connections a server closes, and what a network error does to them.
import { createRequire } from 'node:module'
import type * as mock from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { addition, heldRequest, plant } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

test('an idle connection is kept for longer than clients keep theirs, which would lose a POST', async () => {
  await using server = await startMockServer({ port: 0 })
  const { headers } = await fetch(`${server.url}/plants`, addition())
  expect(headers.get('keep-alive')).toBe('timeout=65')
})

test("'cut-short': the connection is closed in the body, half of which a client gets that has sent the next request", async () => {
  await using server = await startMockServer({ port: 0 })
  server.store.failNext('cut-short')
  const next = 'x'.repeat(4_000_000) // more than is read of a request that waits for its turn
  const { text } = await rawRequest(server.port, rawPost(plant()) + rawPost(next))
  expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{"name":"c$/s)
})

const cjs: typeof mock = createRequire(import.meta.url)('plant-store-client/mock')

test.each(['failNext', 'reset'])(
  "'network-error': the connection is reset, also by a CJS store in an ESM server: %s",
  async how => {
    const store = cjs.createMockStore()
    await using server = await startMockServer({ port: 0, store })
    if (how === 'failNext') store.failNext('network-error')
    const hold = how === 'failNext' ? undefined : store.holdNext()
    const responding = rawRequest(server.port, rawPost(plant()))
    if (hold) await heldRequest(hold, responding)
    if (how === 'reset') store.reset()
    expect(await responding).toEqual({ text: '', error: 'ECONNRESET' })
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
