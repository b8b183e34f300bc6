// Sent again only where the service certainly did not add the plant.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  added,
  baseUrl,
  clientOf,
  connectionRefused,
  connectionReset,
  failed,
  monstera,
  refused,
  refusingUrl,
} from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => void vi.restoreAllMocks())

const past = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }

describe('Retried', () => {
  test.each<[string, Response | Error]>([
    ['429 with Retry-After', refused(429, past)],
    ['503 with Retry-After', refused(503, past)],
    ['a foreign 503 with Retry-After', new Response('busy', { status: 503, headers: past })],
    ['a refused connection', connectionRefused],
    ['a name not resolved', failed('ENOTFOUND', 'getaddrinfo', 'plants.example.com')],
  ])('%s', async (_case, answer) => {
    const { client, sent } = clientOf([answer, added()], {
      baseUrl: answer === connectionRefused ? refusingUrl : baseUrl,
    })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.init.body).toBe(sent[0]?.init.body)
  })

  test('up to maxRetries: 2 by default, of the client, of the call', async () => {
    const { client, sent } = clientOf(refused(503, past))
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'api',
      status: 503,
      mayHaveBeenAdded: false,
    })
    expect(sent).toHaveLength(3)
    await client.addPlant(monstera, { maxRetries: 5 })
    expect(sent).toHaveLength(3 + 6)
    const once = clientOf(refused(503, past), { maxRetries: 0 })
    await once.client.addPlant(monstera)
    expect(once.sent).toHaveLength(1)
    await once.client.addPlant(monstera, { maxRetries: 1 })
    expect(once.sent).toHaveLength(1 + 2)
  })

  test('a connection never made stays so, however often', async () => {
    const { client, sent } = clientOf(connectionRefused, {
      baseUrl: refusingUrl,
      maxRetries: 1,
    })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(2)
  })
})

const ambiguous: [string, Response | Error][] = [
  ['500', refused(500)],
  ['500 with Retry-After', refused(500, past)],
  ['502 from a proxy', new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['503 without Retry-After', refused(503)],
  ['504', new Response('', { status: 504 })],
  ['a lost connection', connectionReset],
  ['a fetch that says no more than a browser', new TypeError('Failed to fetch')],
]

const never: [string, Response][] = [
  ['200 with a wrong body', new Response('<h1>Hello</h1>')],
  ['201', Response.json(monstera, { status: 201 })],
  ['307', new Response(null, { status: 307, headers: past })],
  ['400', refused(400)],
  ['400 with Retry-After', refused(400, past)],
  ['401', refused(401, past)],
  ['404', refused(404)],
  ['408', refused(408, past)],
  ['409', refused(409)],
  ['429 without Retry-After', refused(429)],
]

describe('Not retried', () => {
  test.each([...ambiguous, ...never])('%s', async (_case, answer) => {
    const { client, sent } = clientOf([answer, added()])
    expect((await client.addPlant(monstera)).ok).toBe(false)
    expect(sent).toHaveLength(1)
  })
})

describe('With retryAmbiguous', () => {
  test.each(ambiguous)('%s is retried', async (_case, answer) => {
    const { client, sent } = clientOf([answer, added()], { retryAmbiguous: true })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  test.each(never)('%s is not', async (_case, answer) => {
    const { client, sent } = clientOf([answer, added()])
    const { ok } = await client.addPlant(monstera, { retryAmbiguous: true })
    expect(ok).toBe(false)
    expect(sent).toHaveLength(1)
  })

  test.each<[string, Response | Error]>([
    ['a refusal', refused(400)],
    ['a connection refused elsewhere', connectionRefused],
    ['a 503', refused(503)],
  ])('an earlier attempt may have added the plant, whatever %s says', async (_case, last) => {
    const { client } = clientOf([refused(500), last], { retryAmbiguous: true, maxRetries: 1 })
    expect((await client.addPlant(monstera)).error?.mayHaveBeenAdded).toBe(true)
  })

  test('the call can take back what the client allows', async () => {
    const { client, sent } = clientOf(refused(500), { retryAmbiguous: true })
    await client.addPlant(monstera, { retryAmbiguous: false })
    expect(sent).toHaveLength(1)
  })
})
