// The caller's signal and the signal of a hook's Request end what they are for, and leave nothing behind.
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { hangs } from './later.ts'
import {
  type Answer,
  add,
  added,
  busy,
  connectionRefused,
  endlessBody,
  neverAnswers,
  refused,
  type Sent,
  SOON,
  url,
} from './stub-fetch.ts'

const reason = new Error('the page was left')

describe('aborted: your signal fired, and cause is its reason', () => {
  test('before the call: no token is asked for, and the plant is never handed to fetch', async () => {
    let asked = 0
    const options = { accessToken: () => `token${asked++}` }
    const { error, sent } = await add(added(), options, { signal: AbortSignal.abort(reason) })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
    expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
  })

  const { body, cancelled } = endlessBody('{"name":"Mon')
  const hangsAfter = (act: () => void) => () => {
    act()
    return hangs()
  }
  const answersWith =
    (act: () => void, answer: (sent: Sent) => Response | Promise<Response>): Answer =>
    sent => {
      setTimeout(act, 10)
      return answer(sent)
    }
  test.each<[when: string, boolean, (abort: () => void) => Parameters<typeof add>]>([
    [
      'while a token is awaited',
      false,
      abort => [added(), { accessToken: hangsAfter(abort), timeout: Number.POSITIVE_INFINITY }],
    ],
    ['in a hook', true, abort => [added(), { middleware: [{ onRequest: hangsAfter(abort) }] }]],
    [
      'in a back-off after a 503, longer than this test may take',
      false,
      abort => [answersWith(abort, () => busy('50')), { timeout: 100_000 }],
    ],
    ['while a response is awaited', true, abort => [answersWith(abort, neverAnswers)]],
    ['while a body is read', true, abort => [answersWith(abort, () => new Response(body))]],
  ])('%s: a signal ends the call sooner, as aborted', async (when, mayHaveBeenAdded, given) => {
    const controller = new AbortController()
    const [answers, options] = given(() => controller.abort(reason))
    const { error, sent } = await add(answers, options, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded, cause: reason })
    expect(sent.length).toBeLessThan(2)
    for (const { init } of sent) expect(init.signal).toMatchObject({ aborted: true, reason })
    if (when.includes('body')) await cancelled
  })

  test('AbortSignal.timeout() ends the call as aborted too', async () => {
    const { error } = await add(neverAnswers, {}, { signal: AbortSignal.timeout(SOON) })
    expect(error).toMatchObject({ kind: 'aborted', cause: { name: 'TimeoutError' } })
  })

  test('what your signal threw is error.cause itself, and the message does not show the token in it', async () => {
    const secret = new Error('secret-token has expired')
    const given = { accessToken: 'secret-token' }
    const { error } = await add(added(), given, { signal: AbortSignal.abort(secret) })
    expect(error?.cause).toBe(secret)
    expect(error?.message).toContain('[access token] has expired')
  })
})

/** Calls that end in each way. */
const outcomes: [outcome: string, answer: Answer][] = [
  ['a success', added()],
  ['a refusal', refused(400)],
  ['a page', new Response('<h1>', { status: 502 })],
  ['a refused connection', connectionRefused],
  ['a time-out', neverAnswers],
]

describe.each(outcomes)('After %s', (_outcome, answer) => {
  test('no listener is left on a signal that outlives its calls', async () => {
    const { signal } = new AbortController()
    await add(answer, { timeout: SOON }, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('no listener is left on the signal of a Request that a hook was given', async () => {
    const requests: Request[] = []
    const remembers: Middleware = { onRequest: ({ request }) => void requests.push(request) }
    await add(answer, { middleware: [remembers], timeout: SOON })
    await setImmediate()
    expect(requests).toHaveLength(1)
    for (const { signal } of requests) expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

test.each(outcomes.slice(0, 3))('the request is not aborted after %s', async (_outcome, answer) => {
  const { sent } = await add(answer)
  expect(sent[0]?.init.signal?.aborted).toBe(false)
})

test('signal: null counts as left out, as for fetch', async () => {
  expect((await add(added(), {}, { signal: null })).ok).toBe(true)
})

test.each([null, '', {}])(
  'a reason that says nothing adds nothing to the message: %j',
  async why => {
    const { error } = await add(added(), {}, { signal: AbortSignal.abort(why) })
    expect(error?.message).toBe(`POST ${url} was aborted`)
    expect(error?.cause).toBe(why)
  },
)

test('a signal without a reason, as polyfills have it, ends a call', async () => {
  const heard = new Set<() => void>()
  const signal = {
    aborted: false,
    addEventListener: (_type: string, listener: () => void) => void heard.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void heard.delete(listener),
  }
  const answer: Answer = one => {
    queueMicrotask(() => {
      signal.aborted = true
      for (const listener of [...heard]) listener()
    })
    return neverAnswers(one)
  }
  const { error } = await add(answer, {}, { signal: signal as unknown as AbortSignal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  expect(error?.message).toMatch(/ was aborted$/)
  expect(heard.size).toBe(0)
})

describe('The signal of a Request that a hook returns', () => {
  test.each(['before fetch is called', 'while a response is awaited'])(
    'ends the attempt, and fetch is told the reason: %s',
    async when => {
      const own = new AbortController()
      if (when.startsWith('before')) own.abort(reason)
      else setTimeout(() => own.abort(reason), 10)
      const middleware: Middleware[] = [{ onRequest: ({ request }) => new Request(request, own) }]
      const { error, sent } = await add(neverAnswers, { middleware })
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: reason })
      expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason })
    },
  )
})

test('what a hook sends does not end with the call, unless it has the signal of the request', async () => {
  const onRequest: Middleware['onRequest'] = async ({ options, request: { signal } }) => {
    void options.fetch(url)
    await options.fetch(url, { signal })
  }
  const { sent } = await add(neverAnswers, { middleware: [{ onRequest }], timeout: SOON })
  expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([false, true])
})
