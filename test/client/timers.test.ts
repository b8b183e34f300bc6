// A time limit is what it says, and no timer outlives its call, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { later } from './later.ts'
import {
  added,
  clientOf,
  connectionRefused,
  monstera,
  neverAnswers,
  refused,
  refusingUrl,
} from './stub-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const busy = (): Response => refused(503, { 'retry-after': '25' })

describe('No timer is left after', () => {
  test.each<[string, Parameters<typeof clientOf>]>([
    ['a success', [added()]],
    ['a retry', [[refused(429, { 'retry-after': '0' }), added()]]],
    ['a refusal', [refused(400)]],
    ['refused connections', [connectionRefused, { baseUrl: refusingUrl }]],
    ['a time-out', [neverAnswers]],
    ['a time-out after a back-off', [[refused(503, { 'retry-after': '20' }), neverAnswers]]],
    ['a provider that fails', [added(), { accessToken: () => Promise.reject(new Error('no')) }]],
    ['a timeout longer than any timer', [added(), { timeout: 2 ** 40 }]],
  ])('%s', async (_name, given) => {
    const { client } = clientOf(...given)
    const result = client.addPlant(monstera)
    while (vi.getTimerCount() > 0) await vi.runOnlyPendingTimersAsync()
    await result
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['at once', 0],
    ['in a back-off', 5_000],
  ])('an abort %s', async (_name, ms) => {
    const controller = new AbortController()
    const { client, sent } = clientOf([busy(), added()])
    const result = client.addPlant(monstera, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(ms)
    controller.abort()
    expect((await result).error?.kind).toBe('aborted')
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  test.each<[string, (answer: Promise<Response>) => Parameters<typeof clientOf>]>([
    ['that fetch heeds', () => [neverAnswers, { retryAmbiguous: true }]],
    ['that fetch ignores', answer => [() => answer]],
  ])('an abort of an attempt that could be retried, %s', async (_name, given) => {
    const controller = new AbortController()
    const answer = later<Response>()
    const { client } = clientOf(...given(answer.promise))
    const result = client.addPlant(monstera, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    expect((await result).error?.kind).toBe('aborted')
    // Without a body there is nothing to cancel, so it still asks for a retry.
    answer.resolve(new Response(null, { status: 503, headers: { 'retry-after': '25' } }))
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a call ends after its time, and not before', async () => {
  const { client } = clientOf(neverAnswers, { timeout: 1_000 })
  let ended = false
  const result = client.addPlant(monstera).finally(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect((await result).error?.kind).toBe('timeout')
})

test('the default is 30 seconds', async () => {
  const { client } = clientOf(neverAnswers)
  const result = client.addPlant(monstera)
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await result).error?.message).toContain('timed out after 30000 ms')
})

test.each([2 ** 40, Number.POSITIVE_INFINITY])(
  'with a timeout of %s a call waits a year',
  async timeout => {
    const answer = later<Response>()
    const { client } = clientOf(() => answer.promise, { timeout })
    const result = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(365 * 24 * 60 * 60 * 1_000)
    answer.resolve(added())
    expect((await result).ok).toBe(true)
  },
)

// As under the mock timers of node:test in Node 20.11 to 20.16, and 22.4.
test('a clearTimeout that takes only timers replaces no outcome', async () => {
  const { clearTimeout: clear } = globalThis
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof setTimeout> | undefined) => {
    if (timer === undefined) throw new TypeError('Cannot read properties of undefined')
    clear(timer)
  })
  try {
    expect((await clientOf(added()).client.addPlant(monstera)).ok).toBe(true)
    const { error } = await clientOf(refused(400)).client.addPlant(monstera, {
      timeout: Number.POSITIVE_INFINITY,
    })
    expect(error?.kind).toBe('api')
  } finally {
    vi.unstubAllGlobals()
  }
})
