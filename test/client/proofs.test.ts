// Was the plant added? `mayHaveBeenAdded` is `false` only with proof that it was not; and what is retried. These run on
// Node; sends-once.test.ts has what is proof on other runtimes.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../harness/listen.ts'
import {
  type Answer,
  add,
  addTo,
  busy,
  connectionRefused,
  connectionReset,
  failed,
  neverAnswers,
  refused,
  refusedAt,
  refusingUrl,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const page = (status: number, headers: HeadersInit = {}) =>
  new Response([204, 205, 304].includes(status) ? null : '<h1>', { status, headers })
const double = (fields: object) => () =>
  ({ headers: busy().headers, body: null, text: async () => '', ...fields }) as never

type Row = [name: string | number, answer: Answer]

const mayBeAdded: Row[] = [
  ['a status below 200', double({ status: 199 })],
  ...[200, 201, 202, 204, 205, 299, 300, 301, 302, 303, 304, 307, 308, 399].map(
    (status): Row => [status, page(status)],
  ),
  ['a redirect that a browser hides', double({ type: 'opaqueredirect', status: 0 })],
]

const mayBeAddedAndRetried: Row[] = [
  [500, refused(500)],
  ['500 with Retry-After', busy('0', 500)],
  [502, page(502)],
  ['502 with Retry-After', page(502, busy().headers)],
  ['503 without Retry-After, which a page may not be able to read', refused(503)],
  ['503 whose Retry-After is empty', busy('')],
  [504, page(504)],
  [599, page(599)],
  ['408, which service workers and gateways make up', refused(408)],
  ['408 with Retry-After', busy('0', 408)],
  ['a lost connection', connectionReset],
  ['an opaque response', double({ type: 'opaque', status: 0 })],
  ['Response.error()', double({ type: 'error', status: 0 })],
  [
    'a network failure in browsers, where nothing proves that no connection was made',
    new TypeError('Failed to fetch'),
  ],
]

const notAdded: Row[] = [
  ...[400, 401, 403, 404, 409, 418, 422, 499].map((status): Row => [status, refused(status)]),
  ['404 with a foreign body', page(404)],
  ...[400, 401, 409].map((status): Row => [`${status} with Retry-After`, busy('0', status)]),
]

const notAddedAndRetriedIfAmbiguous: Row[] = [
  ['425, Too Early', refused(425)],
  ['429 without Retry-After', refused(429)],
]

const notAddedAndRetried: Row[] = [
  ['429 with Retry-After', busy('0', 429)],
  ['503 with Retry-After', busy()],
  ['503 with Retry-After and a foreign body', page(503, busy().headers)],
  ['a host name that is not found', failed('ENOTFOUND', 'getaddrinfo', 'plants.example.com')],
]

describe.each(withAndWithoutMiddleware)('%s', (_name, middleware) => {
  const outcome = async (answer: Answer, retryAmbiguous: boolean) => {
    const { ok, error, sent } = await add(answer, { middleware, retryAmbiguous })
    return { ok, mayHaveBeenAdded: error?.mayHaveBeenAdded, attempts: sent.length }
  }
  const expectOutcomes = async (answer: Answer, mayHaveBeenAdded: boolean, attempts: number[]) => {
    const [byDefault, withRetryAmbiguous] = attempts
    const shared = { ok: false, mayHaveBeenAdded }
    expect(await outcome(answer, false)).toEqual({ ...shared, attempts: byDefault })
    expect(await outcome(answer, true)).toEqual({ ...shared, attempts: withRetryAmbiguous })
  }

  test.each(mayBeAdded)('%s: the plant may have been added, and it is never retried', (_, answer) =>
    expectOutcomes(answer, true, [1, 1]),
  )

  test.each(mayBeAddedAndRetried)(
    '%s, a 5xx, a 408 or a network error: the plant may have been added; retried only with retryAmbiguous',
    (_, answer) => expectOutcomes(answer, true, [1, 3]),
  )

  test.each(notAdded)('the service refused, a 4xx: %s: not added, never retried', (_, answer) =>
    expectOutcomes(answer, false, [1, 1]),
  )

  test.each(notAddedAndRetriedIfAmbiguous)(
    '%s: the service refused: not added; retried only with retryAmbiguous',
    (_, answer) => expectOutcomes(answer, false, [1, 3]),
  )

  test.each(notAddedAndRetried)(
    '%s: proof that the plant was not added: by default the client retries up to twice, without retryAmbiguous',
    (_, answer) => expectOutcomes(answer, false, [3, 3]),
  )
})

test.each<Row>([
  ['a refusal', refused(400)],
  ['a refused connection', connectionRefused],
  ['a 503 with Retry-After', busy()],
])('mayHaveBeenAdded is false only if each attempt has a proof: %s last', async (_name, last) => {
  const options = { baseUrl: refusingUrl, retryAmbiguous: true, maxRetries: 1 }
  expect((await add([refused(500), last], options)).error?.mayHaveBeenAdded).toBe(true)
})

test.each([{}, { 'retry-after': '0' }])(
  'a refusal whose body breaks off is still a refusal, and is not retried, with headers %j',
  async headers => {
    const body = () => new ReadableStream({ pull: stream => stream.error(new Error('cut')) })
    const { error, sent } = await add(() => new Response(body(), { status: 400, headers }))
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  },
)

const failing = (cause: object): TypeError => new TypeError('fetch failed', { cause })
/** What node-fetch and cross-fetch throw: a text alone. */
const textOnly = (text: string) => new Error(`request to http://a.test/ failed, reason: ${text}`)
const lookUp = (hostname: string) => failed('ENOTFOUND', 'getaddrinfo', hostname)
const causeOf = (error: Error) => error.cause as object
const several = (...all: Error[]) => failing(new AggregateError(all.map(causeOf)))
const reworded = (error: TypeError, message: string, syscall = 'connect') =>
  failing(Object.assign(new Error(message), causeOf(error), { syscall }))
const chain = (error: Error, length: number): Error =>
  length === 0 ? error : failing(chain(error, length - 1))

const connectTimeout = failing(new Error('Connect Timeout Error (attempted address: a.test:443)'))
const badPort = failing(new Error('bad port'))
const at8080 = refusedAt('127.0.0.1', 8080)
const bun = new Error('Unable to connect. Is the computer able to access the url?')
const olderBun = new Error('ECONNREFUSED: Unable to connect. Is it up?')
const deno = new TypeError('error sending request: client error (Connect): Connection refused')

const v4 = 'http://127.0.0.1:8080'
const v6 = 'http://[::1]:8080'
const v6Letters = 'http://[fd00::a]:8080'
const name = 'http://plants.test:8080'
const nameOfDigits = 'http://24plants.test:8080'
const standard = 'http://192.0.2.1' // port 80, which a URL does not show
const secure = 'https://192.0.2.1' // port 443

type ErrorRow = [name: string, baseUrl: string, thrown: unknown]

const certificate = failing(Object.assign(new Error('refused'), { code: 'CERT_HAS_EXPIRED' }))
const provesGiven: ErrorRow[] = [
  ['could not connect to the host and port in the URL', v4, refusedAt('127.0.0.1', 8080)],
  ['the same as text', v4, textOnly('connect ECONNREFUSED 127.0.0.1:8080')],
  ['an IPv6 address', v6, refusedAt('::1', 8080)],
  ['an IPv6 address with letters', v6Letters, refusedAt('fd00::a', 8080)],
  ['the standard port of http', standard, refusedAt('192.0.2.1', 80)],
  ['the standard port of https', secure, refusedAt('192.0.2.1', 443)],
  ['an address in the last of 100 exceptions', v4, chain(refusedAt('127.0.0.1', 8080), 98)],
  ['could not look up the host name', name, lookUp('plants.test')],
  ['a failed look-up as text', name, textOnly('getaddrinfo ENOTFOUND plants.test')],
]

const provesRuntime: ErrorRow[] = [
  ['for a name, the port', name, refusedAt('192.0.2.7', 8080)],
  ['for a name that begins with digits', nameOfDigits, refusedAt('192.0.2.7', 8080)],
  [
    'if no fetch is passed, the port at each of the addresses of the host',
    name,
    several(refusedAt('::1', 8080), at8080),
  ],
  ["if no fetch is passed, a connect timeout of undici's", v4, connectTimeout],
  ['a blocked port', v4, badPort],
  ["Bun's words", v4, bun],
  ["Bun's older words", v4, olderBun],
]

const provesNothingGiven: ErrorRow[] = [
  ['another port', v4, refusedAt('127.0.0.1', 8081)],
  ['another address', v4, refusedAt('127.0.0.2', 8080)],
  ['the address without a port', v4, textOnly('connect ECONNREFUSED 127.0.0.1')],
  ['a port that begins the same', v4, textOnly('connect ECONNREFUSED 127.0.0.1:80801')],
  ['an address that ends the same', v4, textOnly('connect ECONNREFUSED 1.127.0.0.1:8080')],
  [
    'another address, whatever the text',
    v4,
    reworded(refusedAt('127.0.0.2', 8080), 'connect ECONNREFUSED 127.0.0.1:8080'),
  ],
  ['the port of https for http', standard, refusedAt('192.0.2.1', 443)],
  ['the port of http for https', secure, refusedAt('192.0.2.1', 80)],
  ['a failed look-up of another name', name, lookUp('other.test')],
  ['a name that ends the same', name, lookUp('my.plants.test')],
  [
    'a text that quotes it, which the service may have sent',
    v4,
    new Error('503: connect ECONNREFUSED 127.0.0.1:8080'),
  ],
  ['an address in the last of 101 exceptions', v4, chain(refusedAt('127.0.0.1', 8080), 99)],
  ['for a name, the port', name, refusedAt('192.0.2.7', 8080)],
  [
    'a reset of a connection that was made',
    v4,
    reworded(refusedAt('127.0.0.1', 8080), 'read ECONNRESET 127.0.0.1:8080', 'read'),
  ],
  ["a connect timeout of undici's", v4, connectTimeout],
  ['a blocked port', v4, badPort],
  ["Bun's words", v4, bun],
]

const provesNothingRuntime: ErrorRow[] = [
  ['for a name, another port', name, refusedAt('192.0.2.7', 8081)],
  [
    'for a name, a port that begins the same',
    name,
    textOnly('connect ECONNREFUSED 192.0.2.7:80801'),
  ],
  ["another address, by the runtime's fetch", v4, refusedAt('127.0.0.2', 8080)],
  ['another IPv6 address', v6Letters, refusedAt('fd00::b', 8080)],
  ['no address', name, failing(new Error('connect ECONNREFUSED'))],
  ['several causes, one of which does not say so', name, several(at8080, connectionReset)],
  ['words that end in those of a blocked port', v4, new Error('not a bad port')],
  ['words that begin with them', v4, new Error('bad port 8080?')],
  ["words that hold undici's", v4, new Error('Not a Connect Timeout Error')],
  ["words that hold Bun's", v4, new Error('It said: Unable to connect.')],
  ["an error of Deno's, which tells of the last attempt alone", v4, deno],
  ['a refused certificate', secure, certificate],
]

async function addFailing(whose: string, baseUrl: string, thrown: unknown) {
  const fetch = vi.fn().mockRejectedValue(thrown)
  vi.stubGlobal('fetch', fetch)
  const given = whose === "the runtime's fetch" ? undefined : fetch
  const { error } = await addTo(baseUrl, { maxRetries: 1, fetch: given })
  const { kind, mayHaveBeenAdded } = error ?? {}
  return { kind, mayHaveBeenAdded, attempts: fetch.mock.calls.length, message: error?.message }
}

describe.each([
  ['a fetch that was given', provesGiven, provesNothingGiven],
  ["the runtime's fetch", provesRuntime, provesNothingRuntime],
])('The error of %s', (whose, proves, provesNothing) => {
  test.each(proves)(
    '%s: no connection was made, so the plant was not added, and it is retried',
    async (_name, baseUrl, thrown) => {
      const { message, ...outcome } = await addFailing(whose, baseUrl, thrown)
      expect(outcome).toEqual({ kind: 'network', mayHaveBeenAdded: false, attempts: 2 })
      expect(message).toContain(' made no connection: ')
    },
  )

  test.each(provesNothing)(
    '%s proves nothing: the plant may have been added, and it is not retried',
    async (_name, baseUrl, thrown) => {
      const { message, ...outcome } = await addFailing(whose, baseUrl, thrown)
      expect(outcome).toEqual({ kind: 'network', mayHaveBeenAdded: true, attempts: 1 })
      expect(message).toContain(' got no response: ')
    },
  )
})

test.each([
  ["a port that the runtime's fetch blocks", '127.0.0.1:1', /: bad port \(3 attempts\)$/],
  ['no connection, as it is refused', '127.0.0.1:PORT', /: .*ECONNREFUSED/],
  ['a connection to a name that is refused', 'localhost:PORT', /: .*ECONNREFUSED/],
  ['a name that is not resolved', 'plants.invalid', /: .*plants\.invalid/],
])('%s: no connection was made, so the plant was not added', async (_name, host, words) => {
  const baseUrl = `http://${host.replace('PORT', `${await freePort()}`)}`
  const { error } = await addTo(baseUrl)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  expect(error?.message).toMatch(/ made no connection: /)
  expect(error?.message).toMatch(words)
})

describe('An error that says so proves nothing', () => {
  test('if it is the reason of an abort: the request may have arrived', async () => {
    const controller = new AbortController()
    const answer: Answer = one => {
      queueMicrotask(() => controller.abort(connectionRefused))
      return neverAnswers(one)
    }
    const { error } = await add(answer, { baseUrl: refusingUrl }, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  })

  test.each<[string, () => object]>([
    ['a stream', () => new Response(new ReadableStream({ pull: s => s.error(connectionRefused) }))],
    ['a text()', () => ({ status: 200, text: () => Promise.reject(connectionRefused) })],
  ])('if it comes from a body: %s', async (_name, make) => {
    const { error, sent } = await add(() => make() as never, { baseUrl: refusingUrl })
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(sent).toHaveLength(1)
  })
})
