// Which errors prove that no connection was made for this request: by its address and port where
// they are known, by its name, and by the runtime's own words only where no `fetch` was given.
// Guarding neighbours, right in 0.1.0 too: most of "Proves", and what no runtime says.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { monstera } from '../stub-fetch.ts'
import { goneServer } from './recording-server.ts'

type Fetch = typeof globalThis.fetch
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failing = (cause: object): TypeError => new TypeError('fetch failed', { cause })
const refused = (address: string, port: number, text = `connect ECONNREFUSED ${address}:${port}`) =>
  Object.assign(new Error(text), { code: 'ECONNREFUSED', syscall: 'connect', address, port })
const textOnly = (text: string) => new Error(`request to http://a.test/ failed, reason: ${text}`)
const lookUp = (hostname: string) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname,
  })
const name24 = 'http://24plants.test:8080'
const bunBefore = Object.assign(new Error('ECONNREFUSED: Unable to connect. Is it up?'), {
  code: 'ConnectionRefused',
})
const connectTimeout = Object.assign(new Error('Connect Timeout Error'), {
  code: 'UND_ERR_CONNECT_TIMEOUT',
  name: 'ConnectTimeoutError',
})
const bun = Object.assign(new Error('Unable to connect. Is the computer able to access the url?'), {
  code: 'ConnectionRefused',
})
const deno = new TypeError('error sending request: client error (Connect): Connection refused')
const badPort = failing(new Error('bad port'))

async function sentAndAdded(baseUrl: string, thrown: unknown, given: boolean) {
  let sent = 0
  const fetch: Fetch = async () => {
    sent++
    throw thrown
  }
  if (!given) vi.stubGlobal('fetch', fetch)
  const options = { baseUrl, accessToken: 'token', maxRetries: 1 }
  const client = new PlantStoreClient(given ? { ...options, fetch } : options)
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('network')
  return { sent, mayHaveBeenAdded: error?.mayHaveBeenAdded }
}

const v4 = 'http://127.0.0.1:8080'
const v6 = 'http://[::1]:8080'
const v6Letters = 'http://[fd00::a]:8080'
const name = 'http://plants.test:8080'
const standard = 'http://192.0.2.1' // port 80, which a URL does not show
const secure = 'https://192.0.2.1' // port 443

const proves: [string, baseUrl: string, thrown: unknown, given: boolean][] = [
  ['its address and port', v4, failing(refused('127.0.0.1', 8080)), true],
  ['its address and port, in a text', v4, textOnly('connect ECONNREFUSED 127.0.0.1:8080'), true],
  ['its IPv6 address', v6, failing(refused('::1', 8080)), true],
  ['its address and the standard port', standard, failing(refused('192.0.2.1', 80)), true],
  ['its address and port, whatever the text', v4, failing(refused('127.0.0.1', 8080, 'no')), true],
  ['its IPv6 address with letters', v6Letters, failing(refused('fd00::a', 8080)), true],
  ['its address and the standard port of https', secure, failing(refused('192.0.2.1', 443)), true],
  ['its name not found', name, failing(lookUp('plants.test')), true],
  ['its name not found, in a text', name, textOnly('getaddrinfo ENOTFOUND plants.test'), true],
  ['for a name, the port', name, failing(refused('192.0.2.7', 8080)), false],
  [
    'for a name, the port at each of its addresses',
    name,
    failing(new AggregateError([refused('::1', 8080), refused('127.0.0.1', 8080)])),
    false,
  ],
  [
    'for a name that begins with digits, the port',
    name24,
    failing(refused('192.0.2.7', 8080)),
    false,
  ],
  [
    'its address, several causes deep',
    v4,
    failing(failing(failing(refused('127.0.0.1', 8080)))),
    true,
  ],
  ["undici's connect time-out", v4, failing(connectTimeout), false],
  ['a bad port', v4, badPort, false],
  ["Bun's words", v4, bun, false],
  ["Bun's older words", v4, bunBefore, false],
  ["Deno's words", v4, deno, false],
]

describe('Proves', () => {
  test.each(proves)('%s', async (_name, baseUrl, thrown, given) => {
    expect(await sentAndAdded(baseUrl, thrown, given)).toEqual({
      sent: 2,
      mayHaveBeenAdded: false,
    })
  })

  test('a real bad port: no connection is ever made', async () => {
    const client = new PlantStoreClient({ baseUrl: 'http://127.0.0.1:1', accessToken: 'token' })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    expect(error?.message).toContain('bad port')
  })

  test.each(['127.0.0.1', 'localhost'])('a real connection that %s refuses', async host => {
    const { port } = await goneServer()
    const baseUrl = `http://${host}:${port}`
    const { error } = await new PlantStoreClient({ baseUrl, accessToken: 'token' }).addPlant(
      monstera,
    )
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  })
})

const provesNothing: typeof proves = [
  ['another port', v4, failing(refused('127.0.0.1', 8081)), true],
  ['another address', v4, failing(refused('127.0.0.2', 8080)), true],
  ['another port, in a text', v4, textOnly('connect ECONNREFUSED 127.0.0.1:8081'), true],
  ['a port that only begins the same', v4, textOnly('connect ECONNREFUSED 127.0.0.1:80801'), true],
  ['another address, in a text', v4, textOnly('connect ECONNREFUSED 1.127.0.0.1:8080'), true],
  ['the standard port of another scheme', standard, failing(refused('192.0.2.1', 443)), true],
  ['the standard port of http for https', secure, failing(refused('192.0.2.1', 80)), true],
  [
    'another address, whatever the text',
    v4,
    failing(refused('127.0.0.2', 8080, 'connect ECONNREFUSED 127.0.0.1:8080')),
    true,
  ],
  ['another name not found', name, failing(lookUp('other.test')), true],
  ['another name not found, in a text', name, textOnly('getaddrinfo ENOTFOUND a.test'), true],
  ['a name that only ends the same', name, failing(lookUp('my.plants.test')), true],
  [
    'for a name, the port, where a fetch was given',
    name,
    failing(refused('192.0.2.7', 8080)),
    true,
  ],
  ['for a name, another port', name, failing(refused('192.0.2.7', 8081)), false],
  ['without a fetch, another address', v4, failing(refused('127.0.0.2', 8080)), false],
  ['without a fetch, another IPv6 address', v6Letters, failing(refused('fd00::b', 8080)), false],
  ['without a fetch, no address', name, failing(new Error('connect ECONNREFUSED')), false],
  ['words that end as a bad port does', v4, failing(new Error('not a bad port')), false],
  ['words that begin as a bad port does', v4, failing(new Error('bad port 8080?')), false],
  ["words that have undici's inside", v4, new Error('Not a Connect Timeout Error'), false],
  ["words that have Bun's inside", v4, new Error('It said: Unable to connect.'), false],
  [
    "words that have Bun's older ones inside",
    v4,
    new Error(`It said: ${bunBefore.message}`),
    false,
  ],
  [
    'one refused address among others that were not',
    name,
    failing(
      new AggregateError([
        refused('192.0.2.7', 8080),
        Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
      ]),
    ),
    false,
  ],
  ["undici's connect time-out, where a fetch was given", v4, failing(connectTimeout), true],
  ['a bad port, where a fetch was given', v4, badPort, true],
  ["Bun's words, where a fetch was given", v4, bun, true],
  ["Deno's words, where a fetch was given", v4, deno, true],
  [
    'a reset after the connection was made',
    v4,
    failing(
      Object.assign(refused('127.0.0.1', 8080, 'read ECONNRESET 127.0.0.1:8080'), {
        code: 'ECONNRESET',
        syscall: 'read',
      }),
    ),
    true,
  ],
]

describe('Proves nothing', () => {
  test.each(provesNothing)('%s', async (_name, baseUrl, thrown, given) => {
    expect(await sentAndAdded(baseUrl, thrown, given)).toEqual({ sent: 1, mayHaveBeenAdded: true })
  })
})
