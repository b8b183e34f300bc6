// How the messages of docs/troubleshooting.md come about. Each function resolves to the whole message,
// with the port that the page shows.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type NewPlant, PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { type MockServerOptions, startMockServer } from 'plant-store-client/mock/server'
import { vi } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { rawRequest } from '../harness/raw-request.ts'

const monstera: NewPlant = { id: 1, name: 'Monstera' }
const baseUrl = 'https://plants.example.com/v1'

const withPagePort = (message: string, port: number) =>
  message.replaceAll(`:${port}`, ':4010').replaceAll(`Port ${port}`, 'Port 4010')

/** What an action that fails says. */
async function failure(action: () => unknown): Promise<string> {
  try {
    await action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It did not fail')
}

/** What the client's error says. */
async function clientError(
  options: Partial<PlantStoreClientOptions>,
  plant = monstera,
): Promise<string> {
  const client = new PlantStoreClient({ baseUrl, accessToken: 'token', maxRetries: 0, ...options })
  const { error } = await client.addPlant(plant)
  return error?.message ?? 'It did not fail'
}

const constructorError = (options: object) =>
  failure(() => new PlantStoreClient({ baseUrl, accessToken: 'token', ...options }))

const stub = (response: () => unknown) => ({
  fetch: async () => response() as Response,
})

/** What happens with the base address of a mock server. */
async function withServer(
  options: MockServerOptions,
  action: (server: { url: string; port: number }) => Promise<string>,
): Promise<string> {
  await using server = await startMockServer({ port: 0, ...options })
  return withPagePort(await action(server), server.port)
}

/** What happens where nothing listens. */
async function withoutServer(action: (url: string) => Promise<string>): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return withPagePort(await action(`http://127.0.0.1:${port}`), port)
}

/** What the client says in a realm where a global is missing. */
async function withoutGlobal(name: string, action: () => Promise<string>): Promise<string> {
  vi.stubGlobal(name, undefined)
  try {
    return await action()
  } finally {
    vi.unstubAllGlobals()
  }
}

async function timedOut(): Promise<string> {
  vi.useFakeTimers()
  try {
    const message = clientError({ fetch: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(30_000)
    return await message
  } finally {
    vi.useRealTimers()
  }
}

const readAlready = async () => {
  const response = Response.json({ name: 'Monstera' })
  await response.text()
  return clientError(stub(() => response))
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body }).then(response => response.text())

const json = { 'content-type': 'application/json' }

/** By the heading of the page. */
export const messages: Record<string, () => Promise<string>> = {
  'connect ECONNREFUSED 127.0.0.1:4010': () => withoutServer(url => clientError({ baseUrl: url })),
  'No response from a mock server at': () =>
    withoutServer(url => failure(() => connectMockServer(url).plants())),
  'No mock control API at': () =>
    withServer({ control: false }, ({ url }) => failure(() => connectMockServer(url).plants())),
  'There is nothing at /v1/plants: send POST to': () =>
    withServer({}, ({ url }) => clientError({ baseUrl: `${url}/v1` })),
  'The access token is not valid': () =>
    withServer({ accessTokens: ['other'] }, ({ url }) => clientError({ baseUrl: url })),
  'redirects are not followed': () =>
    clientError(stub(() => Response.redirect('https://plants.example.com/', 301))),
  'returned 200: the response violates the contract': () =>
    clientError(stub(() => new Response('<!doctype html>'))),
  'timed out after 30000 ms': timedOut,
  'baseUrl must be an http or https URL, but got undefined': () =>
    constructorError({ baseUrl: undefined }),
  'accessToken must be a bearer token or a function': () =>
    constructorError({ accessToken: 'token\n' }),
  'id must be a bigint, because a number beyond 2^53 - 1 is not exact': () =>
    clientError({}, { ...monstera, id: 2 ** 53 }),
  '/id must be an integer, but got the string "7": send it without quotes': () =>
    withServer({}, async ({ url }) => {
      const headers = { ...json, authorization: 'Bearer token' }
      const body = await post(`${url}/plants`, headers, '{"id":"7","name":"Monstera"}')
      return JSON.parse(body).message
    }),
  'Do not know how to serialize a BigInt': () => {
    const store = createMockStore({ plants: [{ id: 2n ** 60n, name: 'Monstera' }] })
    return failure(() => JSON.stringify(store.plants))
  },
  'fetch returned undefined; it must return an object with a numeric status and text() or json()':
    () => clientError(stub(() => undefined)),
  'the body was already read: read a clone instead': readAlready,
  'middleware needs the globals Request and Response': () =>
    withoutGlobal('Request', () => constructorError({ middleware: [{}] })),
  'there is no fetch': () => withoutGlobal('fetch', () => clientError({})),
  'listen EADDRINUSE: address already in use 127.0.0.1:4010': () =>
    withServer({}, ({ port }) => failure(() => startMockServer({ port }))),
  'Port 4010 of 127.0.0.1 is in use': () =>
    withServer({}, async ({ port }) => (await new Bin(['--port', `${port}`]).ended).stderr),
  'mock.internal is not a name of this server': () =>
    withServer({}, async ({ port }) => {
      const head = 'GET /plants HTTP/1.1\r\nHost: mock.internal\r\nConnection: close\r\n\r\n'
      return (await rawRequest(port, head)).text
    }),
  'is not the origin of the mock server': () =>
    withServer({}, ({ url }) =>
      post(`${url}/__mock/reset`, { ...json, origin: 'https://app.example' }, '{}'),
    ),
}
