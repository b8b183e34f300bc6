// How long a request may take to arrive. Node looks for late ones every 30 seconds.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { addition, plant } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

/** Passes on the server of a request. */
const REQUEST_START = 'http.server.request.start'

test("a request must arrive within Node's five minutes, and its headers within one, or it gets a 408", async () => {
  await using mock = await startMockServer({ port: 0 })
  let server: Partial<Server> = {}
  const take = (message: unknown) => {
    server = (message as { server: Server }).server
  }
  subscribe(REQUEST_START, take)
  await fetch(`${mock.url}/plants`, addition())
  unsubscribe(REQUEST_START, take)
  expect(server).toMatchObject({ requestTimeout: 300_000, headersTimeout: 60_000 })
  server.requestTimeout = 1
  server.headersTimeout = 1
  const { text } = await rawRequest(mock.port, rawPost(plant()).slice(0, -1))
  expect(text).toMatch(/^HTTP\/1\.1 408 .*The request did not arrive in time/s)
  expect(mock.store.plants).toHaveLength(1)
})
