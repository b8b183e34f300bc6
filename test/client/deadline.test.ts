// `timeout` limits the whole call. What comes after the end of a call changes nothing, and no timer outlives it.
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hangs, later, turns } from './later.ts'
import { head, misbehavingServer, onceAsked } from './servers.ts'
import {
  type Answer,
  add,
  added,
  addTo,
  busy,
  connectionRefused,
  endlessBody,
  neverAnswers,
  refused,
  refusingUrl,
  SOON,
} from './stub-fetch.ts'

afterEach(() => void vi.useRealTimers())

const drip = (start: string) =>
  onceAsked(socket => {
    socket.write(start)
    const dripping = setInterval(() => socket.write('a'), 20)
    socket.once('close', () => clearInterval(dripping))
  })

test.each<[string, (socket: Socket) => unknown]>([
  ['no response', onceAsked(() => {})],
  ['a head that drips', drip('HTTP/1.1 200 OK\r\nX-Drip: ')],
  ['a body that drips', drip(`${head('Content-Length: 99999')}{"name":"`)],
])('timeout: with %s the call ends in time, and its connection with it', async (_, misbehave) => {
  await using server = await misbehavingServer(misbehave)
  const { error } = await addTo(server.url, { timeout: 1_000 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(error?.message).toMatch(/^POST \S+ timed out after 1000 ms$/)
  const [socket] = server.sockets
  // `once` would reject where the end is a reset.
  if (socket && !socket.closed) await new Promise(closed => socket.on('close', closed))
})

test('one timeout covers the whole call, with all its attempts', async () => {
  const { error, sent } = await add([busy(), busy('0', 429), neverAnswers], { timeout: 1_500 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(sent).toHaveLength(3)
})

test.each([
  [30, 30],
  [undefined, 40],
])(
  'timeout, an option that can also be passed to a single call: %s of the call, 40 of the client: it ends after %s ms',
  async (ofCall, ms) => {
    const { error } = await add(neverAnswers, { timeout: 40 }, { timeout: ofCall })
    expect(error?.message).toContain(`timed out after ${ms} ms`)
  },
)

describe('A call that has ended ignores', () => {
  test('a token: no hook runs, and the plant is never handed to fetch', async () => {
    const token = later<string>()
    let hooks = 0
    const { error, sent } = await add(added(), {
      accessToken: () => token.promise,
      middleware: [{ onRequest: () => void hooks++ }],
      timeout: SOON,
    })
    token.resolve('token')
    await turns()
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect({ hooks, sent }).toEqual({ hooks: 0, sent: [] })
  })

  test.each<[string, object]>([
    ['without middleware', {}],
    ['with an onResponse that hangs', { middleware: [{ onResponse: hangs }] }],
  ])('a response, %s: its body is cancelled', async (_name, options) => {
    const answer = later<Response>()
    const { body, cancelled } = endlessBody('{"name":"', 'a')
    const controller = new AbortController()
    const answers = () => {
      controller.abort() // now that it is asked
      return answer.promise
    }
    const { error } = await add(answers, options, { signal: controller.signal })
    answer.resolve(new Response(body))
    await cancelled
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  })
})

// As in a debugger or on a suspended machine. Overdue timers fire in the order of their times, so the
// back-off ends before the call times out.
test.each<[string, Parameters<typeof add>, attempts: number]>([
  ['the back-off', [[busy('1'), added()]], 1],
  ['the token', [added(), { accessToken: () => delay(1_000, 'token') }], 0],
  ['a hook', [added(), { middleware: [{ onRequest: () => delay(1_000) }] }], 0],
])(
  'nothing is sent after the time-out if %s ended while the process stood still',
  async (_name, [answers, options], attempts) => {
    const call = add(answers, { ...options, timeout: 1_200 })
    await delay(10)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300)
    const { error, sent } = await call
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(attempts)
  },
)

const YEAR = 365 * 24 * 60 * 60 * 1_000

describe('On a clock that the test moves', () => {
  beforeEach(() => void vi.useFakeTimers())

  test.each<[string, Parameters<typeof add>]>([
    ['a success', [added()]],
    ['a retry', [[busy('0', 429), added()]]],
    ['a refusal', [refused(400)]],
    ['refused connections', [connectionRefused, { baseUrl: refusingUrl }]],
    ['a time-out', [neverAnswers]],
    ['a time-out after a back-off', [[busy('20'), neverAnswers]]],
    ['a provider that fails', [added(), { accessToken: () => Promise.reject(new Error('no')) }]],
    ['a timeout longer than any timer', [added(), { timeout: 2 ** 40 }]],
  ])('no timer is left after %s', async (_name, given) => {
    const result = add(...given)
    while (vi.getTimerCount() > 0) await vi.runOnlyPendingTimersAsync()
    await result
    expect(vi.getTimerCount()).toBe(0)
  })

  // Without a body there is nothing to cancel, so a late one still asks for a retry.
  const late = later<Response>()
  test.each<[when: string, ms: number, answers: Answer | Answer[]]>([
    ['at once', 0, [busy('25'), added()]],
    ['in a back-off', 5_000, [busy('25'), added()]],
    ['of an attempt that could be retried, that fetch heeds', 0, neverAnswers],
    ['of an attempt that could be retried, that fetch ignores', 0, () => late.promise],
  ])('no timer is left after an abort %s, and nothing is sent', async (_when, ms, answers) => {
    const controller = new AbortController()
    const result = add(answers, { retryAmbiguous: true }, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(ms)
    controller.abort()
    const { error, sent } = await result
    expect(error?.kind).toBe('aborted')
    late.resolve(new Response(null, { status: 503, headers: { 'retry-after': '25' } }))
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['1,000 ms', { timeout: 1_000 }, 1_000],
    ['30 seconds, 30,000 ms, by default', {}, 30_000],
  ])('timeout: a call ends after its time, and not before: %s', async (_name, options, ms) => {
    let ended = false
    const result = add(neverAnswers, options).finally(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await result).error?.message).toContain(`timed out after ${ms} ms`)
  })

  test.each([2 ** 40, Infinity])(
    'timeout: Infinity does not limit the whole call, nor does a time beyond any timer: with %s a call waits a year',
    async timeout => {
      const answer = later<Response>()
      const result = add(() => answer.promise, { timeout })
      await vi.advanceTimersByTimeAsync(YEAR)
      answer.resolve(added())
      expect((await result).ok).toBe(true)
    },
  )
})

// A phone or a laptop sets its clock while a call is under way: by NTP, by hand, or after a sleep.
describe.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('A clock that is set %s by an hour', (_name, change) => {
  // Only the clock is fake: time passes as it does.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const slowDown = (retryAfter: string) => () => {
    vi.setSystemTime(Date.now() + change)
    return busy(retryAfter, 429)
  }

  test('does not end a call', async () => {
    const { ok, sent } = await add([slowDown('0'), added()])
    expect(ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  test('does not let a call wait longer than its time', async () => {
    const { error } = await add([slowDown('20'), added()], { timeout: 2_000 })
    expect(error).toMatchObject({ kind: 'api', response: { status: 429 }, retryAfter: 20 })
  })
})

test('a clearTimeout that takes only timers replaces no outcome', async () => {
  const { clearTimeout: clear } = globalThis
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof setTimeout> | undefined) => {
    if (timer === undefined) throw new TypeError('Cannot read properties of undefined')
    clear(timer)
  })
  try {
    expect((await add(added())).ok).toBe(true)
    const { error } = await add(refused(400), { timeout: Number.POSITIVE_INFINITY })
    expect(error?.kind).toBe('api')
  } finally {
    vi.unstubAllGlobals()
  }
})
