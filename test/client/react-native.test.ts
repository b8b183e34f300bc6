// For React Native, whose fetch is whatwg-fetch over XMLHttpRequest: it follows redirects whatever it is told, and
// its responses have neither `redirected` nor a stream. jsdom's XMLHttpRequest follows redirects too.
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { path } from '../../generated/contract.ts'
import {
  adds,
  answers,
  type Behaviour,
  contractError,
  inTurn,
  type RecordingServer,
  recordingServer,
} from './servers.ts'
import { addTo, withAndWithoutMiddleware } from './stub-fetch.ts'

let server: RecordingServer
let behave: Behaviour

beforeAll(async () => {
  server = await recordingServer(exchange => behave(exchange))
  const { window } = new JSDOM('', { url: server.url })
  const stub = (globals: object) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  }
  const { XMLHttpRequest, Blob, FileReader } = window
  stub({ XMLHttpRequest, Blob, FileReader })
  const { fetch, Headers, Request, Response } = await import('whatwg-fetch')
  stub({ fetch, Headers, Request, Response })
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await server[Symbol.asyncDispose]()
})

describe.each(withAndWithoutMiddleware)('In React Native, %s', (_name, middleware) => {
  const add = (behaviour: Behaviour) => {
    behave = behaviour
    server.requests.length = 0
    server.added.length = 0
    return addTo(server.url, { middleware })
  }

  test('a plant is added', async () => {
    expect(await add(adds())).toMatchObject({ ok: true, data: { name: 'Monstera' } })
    expect(server.added).toEqual([1])
  })

  test('a refusal is an api error', async () => {
    const { error } = await add(answers(400, {}, contractError))
    expect(error).toMatchObject({ kind: 'api', response: { status: 400 }, mayHaveBeenAdded: false })
  })

  test('a redirect is followed, and the client does not believe what it led to: the message names it', async () => {
    const redirects = answers(303, { location: '/elsewhere' })
    const { error } = await add(inTurn(adds(redirects), answers(404, {}, contractError)))
    expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
    expect(error?.message).toContain(`fetch followed a redirect to ${server.url}/elsewhere`)
    expect(server.requests.map(({ url }) => url)).toEqual([path, '/elsewhere'])
  })
})
