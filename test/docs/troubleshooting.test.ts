// The guide quotes the messages that users see.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { type NewPlant, PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { freePort, listen } from '../harness/listen.ts'

const monstera: NewPlant = { id: 1, name: 'Monstera' }
const baseUrl = 'https://plants.example.com/v1'

/** The message of an action that fails. */
async function failure(action: () => unknown): Promise<string> {
  try {
    await action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It did not fail')
}

/** The message of the client's error. */
async function clientError(
  options: Partial<PlantStoreClientOptions>,
  plant = monstera,
): Promise<string> {
  const client = new PlantStoreClient({ baseUrl, accessToken: 'token', maxRetries: 0, ...options })
  const { error } = await client.addPlant(plant)
  return error?.message ?? 'It did not fail'
}

async function refusedConnection(): Promise<string> {
  const port = await freePort()
  const message = await clientError({ baseUrl: `http://127.0.0.1:${port}` })
  return message.replaceAll(`:${port}`, ':4010')
}

async function withoutTls(): Promise<string> {
  await using server = await listen(() => {})
  return await clientError({ baseUrl: server.url.replace('http:', 'https:') })
}

async function readAlready(): Promise<string> {
  const response = Response.json({ name: 'Monstera' })
  await response.text()
  return clientError({ fetch: async () => response })
}

async function foreignOrigin(): Promise<string> {
  const response = await createMockApp().fetch('http://127.0.0.1:4010/__mock/reset', {
    method: 'POST',
    headers: { origin: 'https://app.example' },
  })
  return (await response.json()).message // the control API's own
}

async function foreignHost(): Promise<string> {
  await using server = await startMockServer({ port: 0 })
  const headers = { host: 'plants.example' }
  const call = get({ port: server.port, path: '/__mock/health', headers, agent: false })
  const [response] = await once(call, 'response')
  return JSON.parse(await text(response)).message // the control API's own
}

/** The messages, what the page says of each, and how it comes about, with the port that the page shows. */
const messages: [message: string, why: string, provoke: () => Promise<string>][] = [
  ['connect ECONNREFUSED 127.0.0.1:4010', 'Nothing listens there', refusedConnection],
  [
    'wrong version number',
    '`baseUrl` begins with `https:`, but the server speaks plain http',
    withoutTls,
  ],
  [
    'is not a name of this mock',
    'It was called under a name that it does not know, which a web page may have resolved to it',
    foreignHost,
  ],
  ['may not use the control API', 'A page of another site called it', foreignOrigin],
  [
    'accessToken must be a function or a bearer token',
    'The token is missing, begins with `Bearer `, or has the character that the message shows, such as `"\\n"`',
    () => failure(() => new PlantStoreClient({ baseUrl, accessToken: 'token\n' })),
  ],
  [
    'id must be a bigint, because a number beyond 2^53 - 1 is not exact',
    "Write `9007199254740993n` or `BigInt('9007199254740993')`",
    () => clientError({}, { ...monstera, id: 2 ** 53 }),
  ],
  [
    'Do not know how to serialize a BigInt',
    'Ids beyond 2^53 in `store.plants` are bigints',
    () => {
      const store = createMockStore({ plants: [{ id: 2n ** 60n, name: 'Monstera' }] })
      return failure(() => JSON.stringify(store.plants))
    },
  ],
  ['the body was already read: read a clone', 'A stub returned one `Response` twice', readAlready],
]

/** Messages of other tools that no test brings about. The guide says whose they are. */
const OTHER_TOOLS = /^(?:Chromium|Next)\b/

const page = readFileSync('docs/troubleshooting.md', 'utf8')
const entries = Array.from(
  page.matchAll(/^### (.+)\n\n\*Reported by (.+?)\.\* (.+)$/gm),
  ([, message = '', reporter = '', text = '']) => ({ message, reporter, text }),
)

test.each(messages)('%s: %s', async (message, why, provoke) => {
  expect(await provoke()).toContain(message)
  expect(entries.find(entry => entry.message === message)?.text).toContain(why)
})

test('every other message of docs/troubleshooting.md is reported by another tool', () => {
  const known = messages.map(([message]) => message)
  for (const { message, reporter } of entries.filter(entry => !known.includes(entry.message)))
    expect(reporter, message).toMatch(OTHER_TOOLS)
})
