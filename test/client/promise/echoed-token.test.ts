// A service that echoes the access token: it shows in nothing that the client makes of the answer.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { PlantStoreClient, type PlantStoreError } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { monstera } from '../stub-fetch.ts'
import { answers, type Behaviour, inTurn, recordingServer } from './recording-server.ts'

const token = 's3cr3t-t0k3n-of-the-service'

/** All that a log, a page or a debugger could show of an error. */
const shown = (error: PlantStoreError | undefined): string =>
  [
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null }),
    JSON.stringify(error),
    JSON.stringify(Object(error).body),
    String(error),
    error?.message,
    error?.stack,
  ].join('\n')

const echoes: [string, Behaviour][] = [
  ['in the message of an Error', answers(401, {}, JSON.stringify({ error: 1, message: token }))],
  ['with its scheme', answers(400, {}, JSON.stringify({ error: 1, message: `Bearer ${token}!` }))],
  [
    'twice, and in a field of its own',
    answers(400, {}, JSON.stringify({ error: 1, message: `${token}${token}`, token })),
  ],
  [
    'in a deep field of an Error',
    answers(400, {}, JSON.stringify({ error: 1, message: 'No.', seen: { headers: [token] } })),
  ],
  ['in a page', answers(502, {}, `<pre>Authorization: Bearer ${token}</pre>`)],
  ['in a 200 of the wrong shape', answers(200, {}, JSON.stringify({ seen: token }))],
  ['in a Location', answers(302, { location: `/login?token=${token}` })],
  ['in a Location of its own scheme', answers(307, { location: `https://a.test/${token}` })],
  ['in a body of nothing else', answers(500, {}, token)],
  ['over the end of what an error shows', answers(500, {}, 'x'.repeat(4_096 - 12) + token)],
  ['over the end of what a message shows', answers(500, {}, 'x'.repeat(100 - 12) + token)],
]

const passive = { onRequest() {}, onResponse() {}, onError() {} }

describe.each([
  ['without middleware', []],
  ['with', [passive]],
])('%s', (_name, middleware) => {
  test.each(echoes)('%s', async (_case, behave) => {
    await using server = await recordingServer(behave)
    for (const accessToken of [token, () => token]) {
      const client = new PlantStoreClient({ baseUrl: server.url, accessToken, middleware })
      const { error } = await client.addPlant(monstera)
      expect(error?.kind).toMatch(/api|unexpected-response/)
      expect(shown(error)).not.toContain(token)
      expect(shown(error)).not.toContain(token.slice(0, 8)) // nor the beginning of it
    }
  })

  test('a rejected token and the one after it', async () => {
    const echo: Behaviour = ({ headers, response }) => {
      const all = `${headers.authorization} after ${token}`
      response.writeHead(401).end(JSON.stringify({ error: 1, message: all }))
    }
    await using server = await recordingServer(inTurn(echo, echo))
    const accessToken = ({ rejected }: { rejected?: string }) =>
      rejected ? 'renewed-token' : token
    const client = new PlantStoreClient({ baseUrl: server.url, accessToken, middleware })
    const { error } = await client.addPlant(monstera)
    expect(server.requests).toHaveLength(2)
    expect(error?.kind).toBe('api')
    expect(shown(error)).not.toContain('renewed-token')
    expect(shown(error)).not.toContain(token)
  })

  test('in what is not HTTP, which the runtime keeps in the cause of a cause', async () => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(`220 Authorization: Bearer ${token}\r\n`))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = new PlantStoreClient({ baseUrl, accessToken: token, middleware })
    const { error } = await client.addPlant(monstera)
    server.close()
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(shown(error)).not.toContain(token)
  })

  test('in the message of what a wrapper throws', async () => {
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com',
      accessToken: token,
      middleware,
      fetch: async (_url, init) => {
        throw new Error(`failed with ${new Headers(init?.headers).get('authorization')}`)
      },
    })
    const { error } = await client.addPlant(monstera)
    expect(error?.kind).toBe('network')
    expect(error?.message).not.toContain(token)
  })
})
