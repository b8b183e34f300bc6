// How often an attempt is repeated, and after how long. Which attempts are is in proofs.test.ts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { add, added, busy, connectionRefused, refused, refusingUrl } from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  [{}, {}, 1 + 2],
  [{ maxRetries: 0 }, {}, 1],
  [{ maxRetries: 0 }, { maxRetries: 5 }, 1 + 5],
])(
  'maxRetries: further attempts after the first, of the client %j and of the call %j: %s',
  async (ofClient, ofCall, attempts) => {
    expect((await add(busy(), ofClient, ofCall)).sent).toHaveLength(attempts)
  },
)

test('retryAmbiguous, passed to a single call, can take back what the client has', async () => {
  const { sent } = await add(refused(500), { retryAmbiguous: true }, { retryAmbiguous: false })
  expect(sent).toHaveLength(1)
})

test('retryAmbiguous: one Idempotency-Key is sent with all attempts of a call', async () => {
  const ofCall = { headers: { 'Idempotency-Key': 'one' }, retryAmbiguous: true }
  const { sent } = await add(refused(500), {}, ofCall)
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['one', 'one', 'one'])
})

describe('If no connection was made', () => {
  /** The milliseconds between the attempts. */
  async function waits(maxRetries: number, random: number): Promise<number[]> {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const times: number[] = []
    const refuses = () => {
      times.push(Date.now())
      throw connectionRefused
    }
    const timeout = Number.POSITIVE_INFINITY
    const result = add(refuses, { baseUrl: refusingUrl, maxRetries, timeout })
    await vi.runAllTimersAsync()
    expect((await result).error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    return times.slice(1).map((time, index) => time - Number(times[index]))
  }

  test('the limit of the wait doubles with each retry, up to a minute', async () => {
    expect(await waits(10, 0.5)).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
  })

  test('the wait is a random time of up to half a second, then up to its limit, and may be zero', async () => {
    expect(await waits(3, 0.25)).toEqual([125, 250, 500])
    expect(await waits(3, 0)).toEqual([0, 0, 0])
  })
})

describe('Retry-After', () => {
  const NOW = 'Tue, 01 Jan 2030 00:00:00 GMT'
  const atNow = () => vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] })

  test.each([429, 503])(
    'of 60 seconds after a %s: the client waits that long, to the millisecond',
    async status => {
      vi.useFakeTimers()
      let attempts = 0
      const result = add(() => (attempts++ ? added() : busy('60', status)), { timeout: 60_001 })
      await vi.advanceTimersByTimeAsync(59_999)
      expect(attempts).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect((await result).ok).toBe(true)
      expect(attempts).toBe(2)
    },
  )

  test.each([
    ['of more than 60 seconds', '61', 61],
    ['as a date in an hour', 'Tue, 01 Jan 2030 01:00:00 GMT', 3_600],
  ])('%s: the call fails at once, as api, with error.retryAfter', async (_, header, retryAfter) => {
    atNow()
    for (const status of [429, 503]) {
      const { error, sent } = await add(busy(header, status), { timeout: Number.POSITIVE_INFINITY })
      const expected = { kind: 'api', retryAfter, mayHaveBeenAdded: false }
      expect(error, `${status}`).toMatchObject(expected)
      expect(sent, `${status}`).toHaveLength(1)
    }
  })

  test.each([19_000, 20_000])('of 20 s, time left %s ms: the call fails at once', async timeout => {
    vi.useFakeTimers()
    const { error, sent } = await add([busy('20'), added()], { timeout })
    expect(error).toMatchObject({ kind: 'api', retryAfter: 20, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['a minute from now', 60_000, 60],
    ['59.001 seconds from now', 59_001, 60],
    ['in the past', -5_000, 0],
  ])('as a date %s is rounded up to seconds', async (_name, ms, retryAfter) => {
    vi.useFakeTimers({ now: Date.parse(NOW) - ms, toFake: ['Date'] })
    expect((await add(busy(NOW), { maxRetries: 0 })).error).toMatchObject({ retryAfter })
  })

  test.each([
    ['0.2', 1],
    ['1.25', 2],
    ['1, 5', 5],
    ['0, 0.5, 7', 7],
    ['Tue, 01 Jan 2030 00:00:07 GMT, 3', 7],
    ['3, Tue, 01 Jan 2030 00:00:07 GMT', 7],
    ['Tuesday, 01-Jan-30 00:00:07 GMT, Tue, 01 Jan 2030 00:00:09 GMT', 9],
    ['Tue Jan  1 00:00:07 2030', 7], // the form of asctime is in GMT, wherever the client runs
  ])(
    '%s: seconds, rounded up; of several, the longest is obeyed: %s',
    async (header, retryAfter) => {
      const answer = refused(503, { date: NOW, 'retry-after': header })
      const { error } = await add(answer, { maxRetries: 0 })
      expect(error).toMatchObject({ retryAfter, mayHaveBeenAdded: false })
    },
  )

  // Node's fetch hands it on; the Headers of a Response that a test makes do not.
  test.each([
    ['3 ', 3],
    ['3\t', 3],
    ['0.2 ', 1],
    ['1 , 5', 5],
  ])(
    'white space after a value is not part of it (RFC 9110, section 5.5): %j',
    async (header, retryAfter) => {
      const headers = { get: (name: string) => (name === 'retry-after' ? header : null) }
      const double = { status: 503, headers, text: async () => '' } as unknown as Response
      const { error } = await add(() => double, { maxRetries: 0 })
      expect(error).toMatchObject({ retryAfter, mayHaveBeenAdded: false })
    },
  )

  // Without a fake clock: the response's own Date counts.
  test.each([
    ['from the Date of the response, because clocks differ', NOW, () => {}],
    ["from the page's own clock without a readable Date", 'today', atNow],
  ])('as a date counts %s', async (_name, date, setClock) => {
    setClock()
    const headers = { date, 'retry-after': 'Tue, 01 Jan 2030 00:01:07 GMT' }
    expect((await add(refused(429, headers))).error).toMatchObject({ retryAfter: 67 })
  })

  // RFC 9110, section 5.6.7: a recipient must accept all three formats of a date.
  test.each(['0', 'Sun, 06 Nov 1994 08:49:37 GMT', 'Sun Nov 13 08:49:37 1994'])(
    '%s is in the past: the retry is made at once',
    async header => {
      const { ok, sent } = await add([busy(header), busy(header, 429), added()])
      expect(ok).toBe(true)
      expect(sent).toHaveLength(3)
    },
  )

  test.each(['soon', '-1', '1e1', '1 minute', '99999999999999999999', '2020-01-01', 'soon 5 GMT'])(
    '"%s" is not one: a 503 with it may have added the plant',
    async header => {
      const { error, sent } = await add([busy(header), added()])
      expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: true })
      expect(error).not.toHaveProperty('retryAfter')
      expect(error?.toJSON()).not.toHaveProperty('retryAfter')
      expect(sent).toHaveLength(1)
    },
  )

  test('is error.retryAfter in seconds, as api and unexpected-response, whatever the status and the body', async () => {
    expect((await add(busy('7', 400))).error).toMatchObject({ kind: 'api', retryAfter: 7 })
    const page = new Response('later', { status: 200, headers: { 'retry-after': '7' } })
    expect((await add(page)).error).toMatchObject({ kind: 'unexpected-response', retryAfter: 7 })
  })
})
