// Which kinds of middleware take away the proof that the plant was not added. A hook may have sent the
// plant itself, unless it returns nothing, what it was given or, from onRequest, a Request.
import type { Middleware } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { path } from '../../generated/contract.ts'
import { unhandledRejections } from './later.ts'
import {
  added,
  clientOf,
  connectionRefused,
  connectionReset,
  monstera,
  neverAnswers,
  passive,
  refused,
  refusingUrl,
  SOON,
} from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => void vi.restoreAllMocks())

const busy = () => refused(503, { 'retry-after': '0' })
const broken = new Error('broken')
const throws = (thrown: unknown) => () => Promise.reject(thrown)
const hangs = () => new Promise<undefined>(() => {})
const returns = (value: unknown) => async () => value as never

/** `loses` the proof: the plant may have been added, and the attempt is not repeated. */
type Row = [name: string, hook: unknown, proof: 'keeps' | 'loses', kind: string]

const rows: Record<'onRequest' | 'onResponse' | 'onError', Row[]> = {
  onRequest: [
    ['returns nothing', returns(undefined), 'keeps', 'api'],
    ['returns a falsy value', returns(''), 'keeps', 'api'],
    ['returns the same Request', ({ request }: { request: Request }) => request, 'keeps', 'api'],
    [
      'returns another Request',
      ({ request }: { request: Request }) => request.clone(),
      'keeps',
      'api',
    ],
    ['returns a 503 with Retry-After', busy, 'loses', 'api'],
    ['returns a 400', () => refused(400), 'loses', 'api'],
    ['returns an Error', returns(broken), 'loses', 'middleware'],
    ['returns nonsense', returns('nonsense'), 'loses', 'middleware'],
    ['throws', throws(broken), 'loses', 'middleware'],
    ['throws undefined', throws(undefined), 'loses', 'middleware'],
    ['hangs', hangs, 'loses', 'timeout'],
  ],
  onResponse: [
    ['returns nothing', returns(undefined), 'keeps', 'api'],
    [
      'returns the same Response',
      ({ response }: { response: Response }) => response,
      'keeps',
      'api',
    ],
    [
      'reads a clone',
      async ({ response }: { response: Response }) => void (await response.clone().text()),
      'keeps',
      'api',
    ],
    [
      'returns a clone',
      async ({ response }: { response: Response }) => response.clone(),
      'loses',
      'api',
    ],
    ['returns a 400', () => refused(400), 'loses', 'api'],
    ['returns an Error', returns(broken), 'loses', 'middleware'],
    ['returns nonsense', returns('nonsense'), 'loses', 'middleware'],
    ['throws', throws(broken), 'loses', 'middleware'],
    ['hangs', hangs, 'loses', 'timeout'],
  ],
  onError: [
    ['returns nothing', returns(undefined), 'keeps', 'network'],
    ['returns the same Error', ({ error }: { error: Error }) => error, 'keeps', 'network'],
    ['returns another Error', returns(broken), 'loses', 'network'],
    ['returns a 503 with Retry-After', busy, 'loses', 'api'],
    ['returns a 400', () => refused(400), 'loses', 'api'],
    ['returns nonsense', returns('nonsense'), 'loses', 'middleware'],
    ['throws', throws(broken), 'loses', 'middleware'],
    ['hangs', hangs, 'loses', 'timeout'],
  ],
}

describe.each(Object.entries(rows))('An %s that', (hookName, cases) => {
  test.each(cases)('%s', async (_name, hook, proof, kind) => {
    const middleware: Middleware = { [hookName]: hook } as never
    for (const list of [[middleware], [passive, middleware, passive]]) {
      const answer = hookName === 'onError' ? connectionRefused : busy()
      const { client, sent } = clientOf(answer, {
        middleware: list,
        baseUrl: refusingUrl,
        maxRetries: 1,
        timeout: kind === 'timeout' ? SOON : 30_000,
      })
      const { error } = await client.addPlant(monstera)
      expect(error, `${list.length} middlewares`).toMatchObject({
        kind,
        mayHaveBeenAdded: proof === 'loses',
      })
      const attempts = proof === 'loses' ? 1 : 2
      expect(sent, `${list.length} middlewares`).toHaveLength(
        proof === 'loses' && hookName === 'onRequest' ? 0 : attempts,
      )
    }
  })
})

describe('What the service did stays true', () => {
  test.each<[string, Response | Error, Middleware]>([
    ['a 500 that becomes a 503 with Retry-After', refused(500), { onResponse: busy }],
    ['a success that becomes a 503 with Retry-After', added(), { onResponse: busy }],
    ['a success that becomes a 401', added(), { onResponse: () => refused(401) }],
    [
      'a lost connection that becomes a refused one',
      connectionReset,
      { onError: () => connectionRefused },
    ],
  ])('%s', async (_name, answer, middleware) => {
    const accessToken = ({ rejected }: { rejected?: string }) => `${rejected}-new`
    const options = { middleware: [middleware], baseUrl: refusingUrl, accessToken }
    const { client, sent } = clientOf(answer, options)
    expect((await client.addPlant(monstera)).error?.mayHaveBeenAdded).toBe(true)
    expect(sent).toHaveLength(1)
  })
})

test('a signal of a hook that fires with a refused connection proves nothing', async () => {
  const controller = new AbortController()
  const { client } = clientOf(
    one => {
      queueMicrotask(() => controller.abort(connectionRefused))
      return neverAnswers(one)
    },
    {
      middleware: [{ onRequest: ({ request }) => new Request(request, controller) }],
      baseUrl: refusingUrl,
      maxRetries: 0,
    },
  )
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
})

test('a hook that reads the body of the request: the plant was not sent, and is not retried', async () => {
  let calls = 0
  const reads: Middleware = {
    async onRequest({ request }) {
      calls++
      await request.text()
    },
  }
  const { client, sent } = clientOf(added(), { middleware: [reads] })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: false })
  expect({ calls, sent }).toEqual({ calls: 1, sent: [] })
})

describe('options.fetch', () => {
  const logs = 'https://logs.example.com/'
  const sendsTo = (to: string): Middleware => ({
    async onRequest({ options }) {
      await options.fetch(to, { method: 'POST', body: '{}' }).catch(() => {})
    },
  })

  test.each([refusingUrl + path, `${refusingUrl}${path}?trace=1`, logs])(
    'to %s: the plant may have been added, and is not retried',
    async to => {
      const outcomes = { added: added(), busy: busy(), reset: connectionReset }
      for (const [name, outcome] of Object.entries(outcomes)) {
        const { client, sent } = clientOf([outcome, busy()], {
          middleware: [sendsTo(to)],
          baseUrl: refusingUrl,
        })
        const { error } = await client.addPlant(monstera)
        expect(error, name).toMatchObject({
          kind: 'api',
          response: { status: 503 },
          mayHaveBeenAdded: true,
        })
        expect(
          sent.map(one => one.url),
          name,
        ).toEqual([to, refusingUrl + path])
      }
    },
  )

  test('that a hook does not wait for leaves no rejection behind', async () => {
    const rejections = unhandledRejections()
    const middleware: Middleware[] = [
      {
        onRequest({ options }) {
          void options.fetch(logs)
          void options.fetch('no URL')
        },
      },
    ]
    const { client } = clientOf(
      ({ url: to }) => {
        if (to === logs) throw connectionReset
        return added()
      },
      { middleware },
    )
    expect((await client.addPlant(monstera)).ok).toBe(true)
    await new Promise(setImmediate)
    rejections.stop()
    expect(rejections.reasons).toEqual([])
  })
})

// Microtasks of a whole call, and some.
const MOMENTS = 60

describe.each<[string, Response | Error]>([
  ['onRequest', refused(400)],
  ['onResponse', refused(409)],
  ['onError', connectionRefused],
])('An abort at any moment', (hookName, answer) => {
  test(`what an ${hookName} has sent is known, and it sends nothing later`, async () => {
    for (let moment = 0; moment < MOMENTS; moment++) {
      const controller = new AbortController()
      let plants = 0
      const hook = (run: () => Promise<Response | undefined>) =>
        ({ [hookName]: run }) as never as Middleware
      const sends = hook(async () => {
        plants++
        return refused(500)
      })
      const waits = hook(async () => undefined)
      const middleware = hookName === 'onRequest' ? [waits, waits, sends] : [sends, waits, waits]
      const { client } = clientOf(answer, { middleware, baseUrl: refusingUrl, maxRetries: 0 })

      const call = client.addPlant(monstera, { signal: controller.signal })
      for (let turn = 0; turn < moment; turn++) await null
      controller.abort()
      const { error } = await call
      const known = plants
      await new Promise(setImmediate)
      expect({ moment, plants }).toEqual({ moment, plants: known }) // nothing is sent after the end
      const mayHaveBeenAdded = plants > 0 || error?.mayHaveBeenAdded
      expect({ moment, ...error?.toJSON() }).toMatchObject({ moment, mayHaveBeenAdded })
    }
  })
})
