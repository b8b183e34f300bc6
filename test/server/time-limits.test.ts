// How long Node waits for a request, read from the server itself.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

test('headers are waited for 60 seconds and a request five minutes, as the reference says', async () => {
  await using mock = await startMockServer({ port: 0 })
  const servers: Server[] = []
  const note = (message: unknown) => servers.push(Object(message).server)
  subscribe('http.server.request.start', note)
  await (await fetch(`${mock.url}/__mock/health`)).text()
  unsubscribe('http.server.request.start', note)
  const [{ headersTimeout, requestTimeout } = {}] = servers
  expect({ headersTimeout, requestTimeout }).toEqual({
    headersTimeout: 60_000,
    requestTimeout: 300_000,
  })
  expect(readFileSync('docs/mock-reference.md', 'utf8')).toContain(
    'if its headers take more than 60 seconds, or if it has not arrived after five minutes',
  )
})
