// A redirect is handed back and not followed: neither the plant nor the token goes elsewhere.
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { answers, recordingServer } from './recording-server.ts'
import { clientOf, monstera } from './stub-fetch.ts'

const follows: Middleware = {
  onRequest: ({ request }) => new Request(request, { redirect: 'follow' }),
}

test('Response.error() is no redirect', async () => {
  const { error } = await clientOf(() => Response.error()).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', status: 0, mayHaveBeenAdded: true })
  expect(error?.message).not.toContain('redirect')
})

test.each<[number, string, Middleware[]]>([
  [301, 'without middleware', []],
  [302, 'without middleware', []],
  [303, 'without middleware', []],
  [307, 'without middleware', []],
  [308, 'without middleware', []],
  [307, 'where a hook returns a Request that would follow it', [follows]],
])('a %s %s', async (status, _name, middleware) => {
  await using other = await recordingServer()
  const location = `${other.url}/elsewhere`
  await using server = await recordingServer(answers(status, { location }))
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', middleware })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', status, mayHaveBeenAdded: true })
  expect(error?.message).toContain(location)
  expect(server.requests).toHaveLength(1)
  expect(other.requests).toEqual([])
})
