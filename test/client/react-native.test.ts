// For React Native, whose fetch is whatwg-fetch over XMLHttpRequest: it follows redirects whatever it is told, and
// its responses have neither `redirected` nor a stream. jsdom's XMLHttpRequest follows redirects too.
import { JSDOM } from 'jsdom'
import { PlantStoreClient } from 'plant-store-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { path, successStatus } from '../../generated/contract.ts'
import {
  adds,
  answers,
  type Behaviour,
  contractError,
  page,
  type RecordingServer,
  recordingServer,
} from './recording-server.ts'
import { monstera, withAndWithoutMiddleware } from './stub-fetch.ts'

let server: RecordingServer
let behave: Behaviour

beforeAll(async () => {
  server = await recordingServer(exchange => behave(exchange))
  const { window } = new JSDOM('', { url: server.url })
  const { XMLHttpRequest, Blob, FileReader } = window
  for (const [name, value] of Object.entries({ XMLHttpRequest, Blob, FileReader }))
    vi.stubGlobal(name, value)
  const { fetch, Headers, Request, Response } = await import('whatwg-fetch')
  for (const [name, value] of Object.entries({ fetch, Headers, Request, Response }))
    vi.stubGlobal(name, value)
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await server[Symbol.asyncDispose]()
})

/** Answers a POST with a redirect, and the request that follows it with this. */
const redirects =
  (redirect: number, status: number, body: string): Behaviour =>
  exchange => {
    if (exchange.url !== path) return answers(status, {}, body)(exchange)
    if (redirect === 303) exchange.add()
    return answers(redirect, { location: '/elsewhere' }, '')(exchange)
  }

describe.each(withAndWithoutMiddleware)('In React Native, %s', (_name, middleware) => {
  const add = (behaviour: Behaviour) => {
    behave = behaviour
    server.requests.length = 0
    server.added.length = 0
    const options = { baseUrl: server.url, accessToken: 'token', middleware }
    return new PlantStoreClient(options).addPlant(monstera)
  }

  test('a plant is added', async () => {
    expect(await add(adds())).toMatchObject({ ok: true, data: { name: 'Monstera' } })
    expect(server.added).toEqual([1])
  })

  test('a refusal is an api error', async () => {
    const { error } = await add(answers(400, {}, contractError))
    expect(error).toMatchObject({ kind: 'api', response: { status: 400 }, mayHaveBeenAdded: false })
  })

  test.each([
    ['a login page', 302, successStatus, page],
    ['what looks like a plant', 302, successStatus, '{"name":"Monstera"}'],
    ['a missing page, after a 303 that added the plant', 303, 404, contractError],
  ])('a redirect to %s is no success and proves nothing', async (_to, redirect, status, body) => {
    const { ok, error } = await add(redirects(redirect, status, body))
    expect(ok).toBe(false)
    expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
    expect(error?.message).toContain(`fetch followed a redirect to ${server.url}/elsewhere`)
    expect(server.requests.map(({ url }) => url)).toEqual([path, '/elsewhere'])
  })
})
