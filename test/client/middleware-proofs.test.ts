// Which kinds of middleware take away the proof that the plant was not added. A hook may have sent the
// plant itself, unless it returns nothing, what it was given or, from onRequest, a Request.
import type { Middleware } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { path } from '../../generated/contract.ts'
import { hangs } from './later.ts'
import {
  add,
  added,
  busy,
  connectionRefused,
  connectionReset,
  passive,
  refused,
  refusingUrl,
  type Sent,
  SOON,
} from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => void vi.restoreAllMocks())

const broken = new Error('broken')
const throws = (thrown: unknown) => () => Promise.reject(thrown)
const returns = (value: unknown) => async () => value as never

type Context = { request: Request; response: Response; error: Error }
/** A hook, and the kind of the error. */
type Row = [name: string, hook: (context: Context) => unknown, kind: string]

type Hook = 'onRequest' | 'onResponse' | 'onError'

const keepsProof: Record<Hook, Row[]> = {
  onRequest: [
    ['returns nothing', returns(undefined), 'api'],
    ['returns a falsy value', returns(''), 'api'],
    ['returns the same Request', ({ request }) => request, 'api'],
    ['returns another Request', ({ request }) => request.clone(), 'api'],
  ],
  onResponse: [
    ['returns nothing', returns(undefined), 'api'],
    ['returns the Response that it received', ({ response }) => response, 'api'],
    ['reads a clone', async ({ response }) => void (await response.clone().text()), 'api'],
  ],
  onError: [
    ['returns nothing', returns(undefined), 'network'],
    ['returns the Error that it received', ({ error }) => error, 'network'],
  ],
}

const shared: Row[] = [
  ['returns a Response, 400', () => refused(400), 'api'],
  ['returns a Response, 503 with Retry-After', () => busy(), 'api'],
  ['returns nonsense', returns('nonsense'), 'middleware'],
  ['throws', throws(broken), 'middleware'],
  ['throws undefined', throws(undefined), 'middleware'],
  ['is still running when the call ends', hangs, 'timeout'],
]
const losesProof: Record<Hook, Row[]> = {
  onRequest: [...shared, ['returns an Error', returns(broken), 'middleware']],
  onResponse: [
    ...shared,
    ['returns an Error', returns(broken), 'middleware'],
    ['returns a Response, a clone', async ({ response }) => response.clone(), 'api'],
    ['returns a Request', ({ request }) => request, 'middleware'],
  ],
  onError: [...shared, ['returns another Error than it received', returns(broken), 'network']],
}

/** Adds a plant that is refused with proof, with this hook alone and among others. */
async function addWith(name: string, hook: Row[1], kind: string, retryAmbiguous = false) {
  const middleware: Middleware = { [name]: hook } as never
  const outcomes = [[middleware], [passive, middleware, passive]].map(async list => {
    const { error, sent } = await add(name === 'onError' ? connectionRefused : busy(), {
      middleware: list,
      baseUrl: refusingUrl,
      maxRetries: 1,
      retryAmbiguous,
      timeout: kind === 'timeout' ? SOON : 30_000,
    })
    return { kind: error?.kind, mayHaveBeenAdded: error?.mayHaveBeenAdded, attempts: sent.length }
  })
  return await Promise.all(outcomes)
}

describe.each(Object.entries(keepsProof))('An %s that', (name, cases) => {
  test.each(cases)('%s keeps the proof, and the attempt is retried', async (_name, hook, kind) => {
    const expected = { kind, mayHaveBeenAdded: false, attempts: 2 }
    expect(await addWith(name, hook, kind)).toEqual([expected, expected])
  })
})

describe.each(Object.entries(losesProof))(
  'There is no proof if a hook throws, is still running, or returns a Response or an Error other than the one it received: an %s',
  (name, cases) => {
    test.each(cases)(
      '%s: perhaps added, retried only with retryAmbiguous, and never after a middleware error',
      async (what, hook, kind) => {
        const once = { kind, mayHaveBeenAdded: true, attempts: name === 'onRequest' ? 0 : 1 }
        expect(await addWith(name, hook, kind)).toEqual([once, once])
        const again =
          kind === 'network' || /503|clone/.test(what) ? 2 * once.attempts : once.attempts
        const ambiguous = await addWith(name, hook, kind, true)
        expect(ambiguous.map(({ attempts }) => attempts)).toEqual([again, again])
      },
    )
  },
)

test.each<[string, Response | Error, Middleware]>([
  ['a 500 that becomes a 503 with Retry-After', refused(500), { onResponse: () => busy() }],
  ['a success that becomes a 503 with Retry-After', added(), { onResponse: () => busy() }],
  ['a success that becomes a 401', added(), { onResponse: () => refused(401) }],
  ['a reset that becomes a refused one', connectionReset, { onError: () => connectionRefused }],
])(
  '%s: the plant may have been added, whatever a hook makes of it',
  async (_name, answer, middleware) => {
    const accessToken = ({ rejected }: { rejected?: string }) => `${rejected}-new`
    const options = { middleware: [middleware], baseUrl: refusingUrl, accessToken }
    const { error, sent } = await add(answer, options)
    expect(error?.mayHaveBeenAdded).toBe(true)
    expect(sent).toHaveLength(1)
  },
)

test('a hook that reads the body of the request: the plant was not sent, and is not retried', async () => {
  let calls = 0
  const reads: Middleware = {
    async onRequest({ request }) {
      calls++
      await request.text()
    },
  }
  const { error, sent } = await add(added(), { middleware: [reads] })
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
    'sends anything to %s: there is no proof, the plant may have been added, and is not retried',
    async to => {
      for (const outcome of [added(), busy(), connectionReset]) {
        const options = { middleware: [sendsTo(to)], baseUrl: refusingUrl }
        const { error, sent } = await add([outcome, busy()], options)
        expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: true })
        expect(sent.map(({ url }) => url)).toEqual([to, refusingUrl + path])
      }
    },
  )

  test('that a hook does not wait for leaves no rejection behind', async () => {
    const ignores: Middleware = {
      onRequest({ options }) {
        void options.fetch(logs)
        void options.fetch('no URL')
      },
    }
    const answer = ({ url: to }: Sent) => (to === logs ? Promise.reject(connectionReset) : added())
    expect((await add(answer, { middleware: [ignores] })).ok).toBe(true)
    await new Promise(setImmediate) // by then Node has reported what nobody handled, and Vitest fails
  })
})

// Microtasks of a whole call, and some.
const MOMENTS = 60

test.each<[hook: string, answer: Response | Error]>([
  ['onRequest', refused(400)],
  ['onResponse', refused(409)],
  ['onError', connectionRefused],
])(
  'an abort at any moment: what an %s has sent is known, and it sends nothing later',
  async (name, answer) => {
    for (let moment = 0; moment < MOMENTS; moment++) {
      const controller = new AbortController()
      let plants = 0
      const hook = (run: () => Promise<unknown>) => ({ [name]: run }) as never as Middleware
      const sends = hook(async () => {
        plants++
        return refused(500)
      })
      const waits = hook(async () => undefined)
      const middleware = name === 'onRequest' ? [waits, waits, sends] : [sends, waits, waits]
      const call = add(
        answer,
        { middleware, baseUrl: refusingUrl, maxRetries: 0 },
        { signal: controller.signal },
      )
      for (let turn = 0; turn < moment; turn++) await null
      controller.abort()
      const { error } = await call
      const known = plants
      await new Promise(setImmediate)
      expect({ moment, plants }).toEqual({ moment, plants: known }) // nothing is sent after the end
      if (plants > 0)
        expect({ moment, ...error?.toJSON() }).toMatchObject({ mayHaveBeenAdded: true })
    }
  },
)
