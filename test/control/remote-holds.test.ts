// connectMockServer's holds: every caller, early or late, is told the request or the reason.
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { heldRequest } from '../harness/addition.ts'

let server: MockServer
let client: PlantStoreClient
let mock: MockServerConnection
beforeEach(async () => {
  server = await startMockServer({ port: 0 })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries: 0 })
  mock = connectMockServer(server.url)
})
afterEach(() => server.close())

const add = (id = 1) => client.addPlant({ id, name: 'Monstera' })

/** Resolves once the server holds a request. */
const isHeld = () => expect.poll(() => server.store.requests.at(-1)?.inFlight).toBe('held')

describe('with a mock server, await holdNext(), hold.arrived and hold.release(): arrived', () => {
  test('is the request as it arrived, in one promise', async () => {
    const hold = await mock.holdNext()
    const adding = add()
    const request = await heldRequest(hold, adding)
    expect(request).toEqual(server.store.requests[0])
    expect(request).toMatchObject({ inFlight: 'held', body: { id: 1 } })
    await mock.reset()
    await adding
    expect(await hold.arrived).toBe(request)
  })

  test('asks the server when it is first read: after the release it has the outcome of the request', async () => {
    const hold = await mock.holdNext()
    const adding = add()
    await isHeld()
    await hold.release()
    await adding
    expect(await hold.arrived).toEqual(server.store.requests[0])
  })

  test('rejects if it is first read after a reset, which has removed the request', async () => {
    const hold = await mock.holdNext()
    const adding = add()
    await isHeld()
    await mock.reset()
    await adding
    await expect(hold.arrived).rejects.toThrow('The store was reset')
  })
})

describe('a hold that is over says why, to waiting callers and to later ones', () => {
  test('it was released', async () => {
    const hold = await mock.holdNext()
    const { arrived } = hold
    await hold.release()
    await expect(arrived).rejects.toThrow(/released before a request arrived/)
  })

  test('the store was reset', async () => {
    mock = connectMockServer(server.url, { session: 'a' })
    const [waiting, asked] = [await mock.holdNext(), await mock.holdNext()]
    const { arrived } = waiting
    await mock.reset()
    for (const over of [arrived, asked.arrived, waiting.release()])
      await expect(over).rejects.toThrow(/The store was reset/)
    await asked[Symbol.asyncDispose]()
  })

  test('the session was ended', async () => {
    mock = connectMockServer(server.url, { session: 'a' })
    const hold = await mock.holdNext()
    const { arrived } = hold
    await mock.plants() // by then the server has the call that waits
    server.endSession('a')
    await expect(arrived).rejects.toThrow(/The session a was ended$/)
    await expect(hold.release()).rejects.toThrow(/There is no hold/)
    await hold[Symbol.asyncDispose]()
  })

  test('the client of the request disconnected', async () => {
    const hold = await mock.holdNext()
    const abort = new AbortController()
    const adding = client.addPlant({ id: 1, name: 'Monstera' }, { signal: abort.signal })
    await heldRequest(hold, adding)
    abort.abort()
    await adding
    await expect.poll(() => server.store.requests[0]?.reason).toMatch(/disconnected/)
    const { held } = await (await fetch(`${server.url}/__mock/health`)).json()
    expect(held).toEqual([])
    await expect(hold.release()).rejects.toThrow(/client disconnected while the request was held/)
  })

  test('the server was closed: the connection is lost', async () => {
    const hold = await mock.holdNext()
    const { arrived } = hold
    await expect.poll(() => server.store.requests).toEqual([])
    await server.close()
    await expect(arrived).rejects.toThrow(/No response from a mock server at http:/)
    await expect(hold.release()).rejects.toThrow(/No response from a mock server.*ECONNREFUSED/)
  })
})

test('a hold from before a restart acts on no hold of the new start', async () => {
  const { port } = server
  const old = await mock.holdNext()
  await server.close()
  server = await startMockServer({ port })
  const hold = await mock.holdNext()
  const adding = add()
  await heldRequest(hold, adding)
  await expect(old.arrived).rejects.toThrow(/There is no hold/)
  await expect(old.release({ status: 500 })).rejects.toThrow(/There is no hold/)
  await hold.release()
  expect((await adding).ok).toBe(true)
})

test('a release that was refused can be tried again, and a second one does nothing', async () => {
  const hold = await mock.holdNext()
  const adding = add()
  await heldRequest(hold, adding)
  await expect(hold.release({ status: 99 })).rejects.toThrow('failure/status must be an integer')
  await Promise.all([hold.release({ status: 503 }), hold.release()])
  expect((await adding).response?.status).toBe(503)
})
