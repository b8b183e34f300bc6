// What a status proves. The service has added the plant and then answers with a status that 0.1.0
// took for a refusal. Guarding neighbours: the other statuses that prove nothing, and those of
// "Refuses", which did right in 0.1.0 too.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { clientOf, monstera } from '../stub-fetch.ts'
import { adds, answers, atOnce, contractError, page, recordingServer } from './recording-server.ts'

const clients = (baseUrl: string): [string, PlantStoreClient][] => [
  ['without middleware', new PlantStoreClient({ baseUrl, accessToken: 'token' })],
  [
    'with',
    new PlantStoreClient({ baseUrl, accessToken: 'token', middleware: [{ onRequest() {} }] }),
  ],
]

const location = { location: '/elsewhere' }
const proveNothing: [string, ReturnType<typeof answers>][] = [
  ['300', answers(300, {}, page)],
  ['301', answers(301, location)],
  ['302', answers(302, location)],
  ['302 without a Location', answers(302)],
  ['303', answers(303, location)],
  ['304', answers(304)],
  ['307', answers(307, location)],
  ['308', answers(308, location)],
  ['302 with Retry-After', answers(302, { ...location, ...atOnce })],
  ['303 with an Error by the contract', answers(303, location, contractError)],
  ['500', answers(500, {}, contractError)],
  ['500 with Retry-After', answers(500, atOnce, contractError)],
  ['502', answers(502, {}, page)],
  ['502 with Retry-After', answers(502, atOnce, page)],
  ['503', answers(503, {}, page)],
  ['503 with an Error by the contract', answers(503, {}, contractError)],
  ['503 whose Retry-After is no time', answers(503, { 'retry-after': 'soon' }, page)],
  ['503 whose Retry-After is empty', answers(503, { 'retry-after': '' }, page)],
  ['504', answers(504)],
]

describe('Proves nothing', () => {
  test.each(proveNothing)('%s after an add', async (_name, behave) => {
    await using server = await recordingServer(adds(behave))
    for (const [name, client] of clients(server.url)) {
      const { error } = await client.addPlant(monstera)
      expect({ name, added: error?.mayHaveBeenAdded }).toEqual({ name, added: true })
    }
    expect(server.added).toHaveLength(2) // one for each client: none was repeated
  })

  test.each([
    ['an opaque redirect, as browsers give it', { type: 'opaqueredirect', status: 0 }],
    ['an opaque answer', { type: 'opaque', status: 0 }],
    ["a network error's response", { type: 'error', status: 0 }],
  ])('%s', async (_name, fields) => {
    const headers = new Headers(Object(atOnce))
    const response = { ...fields, ok: false, headers, body: null, text: async () => '' }
    const { client, sent } = clientOf(() => response as never)
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ mayHaveBeenAdded: true })
    expect(sent).toHaveLength(1)
  })
})

describe('Refuses', () => {
  test.each<[string, ReturnType<typeof answers>, number]>([
    ['400', answers(400, {}, contractError), 1],
    ['404', answers(404, {}, page), 1],
    ['409', answers(409, atOnce, contractError), 1],
    ['429', answers(429, {}, page), 1],
    ['429 with Retry-After', answers(429, atOnce, page), 3],
    ['503 with Retry-After', answers(503, atOnce, page), 3],
  ])('%s', async (_name, behave, attempts) => {
    await using server = await recordingServer(behave)
    for (const [, client] of clients(server.url))
      expect((await client.addPlant(monstera)).error).toMatchObject({ mayHaveBeenAdded: false })
    expect(server.requests).toHaveLength(2 * attempts)
  })
})
