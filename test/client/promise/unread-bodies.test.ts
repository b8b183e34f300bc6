// A body that nobody reads any more is given up with the call: its connection does not stay open.
// Guarding neighbours, right in 0.1.0 too: no middleware, a hook that throws or does not come back. In
// 0.1.0 a garbage collection may close those of the others, too, so that not each fails each time.
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { expect, test, vi } from 'vitest'
import { monstera } from '../stub-fetch.ts'
import { adds, recordingServer } from './recording-server.ts'

const made = (status: number) => Response.json({ error: 7, message: 'No.' }, { status })
const halfway = adds(({ response }) => response.writeHead(200).write('{"name":'))
const drops: Middleware = {
  onRequest: async ({ request: { url, method, headers }, request }) =>
    new Request(url, { method, headers, body: await request.text() }),
}

test.each<[string, Middleware[]]>([
  ['no middleware', []],
  ['one that gives another Response', [{ onResponse: () => made(400) }]],
  ['one that gives a 200 of its own', [{ onResponse: () => Response.json(monstera) }]],
  ['one that gives another Response, and a Request too', [{ onResponse: () => made(400) }, drops]],
  [
    'two that give another Response',
    [{ onResponse: () => made(401) }, { onResponse: () => made(500) }],
  ],
  ['one that throws', [{ onResponse: () => Promise.reject(new Error('broken')) }]],
  [
    'one that throws, and gives a Request too',
    [{ onResponse: () => Promise.reject(new Error('broken')) }, drops],
  ],
  ['one that gives nonsense', [{ onResponse: () => 'nonsense' as never }]],
  ['one that does not come back', [{ onResponse: () => new Promise<Response>(() => {}) }]],
])('%s', async (_name, middleware) => {
  await using server = await recordingServer(halfway)
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', middleware })
  await client.addPlant(monstera, { timeout: 1_000 })
  await vi.waitFor(() => expect(server.open.size).toBe(0), 10_000)
})
