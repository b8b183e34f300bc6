// How often an attempt is repeated, and after how long. Which attempts are is in proofs.test.ts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { added, clientOf, connectionRefused, monstera, refused, refusingUrl } from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const busy = (retryAfter = '0', status = 503) => refused(status, { 'retry-after': retryAfter })

test('a retry sends the same plant', async () => {
  const { client, sent } = clientOf([busy(), added()])
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(sent.map(({ init }) => init.body)).toEqual(Array(2).fill(JSON.stringify(monstera)))
})

test('maxRetries of the call overrides the client, whose default is 2', async () => {
  const attempts = async (ofClient: object, ofCall: object) => {
    const { client, sent } = clientOf(busy(), ofClient)
    const { error } = await client.addPlant(monstera, ofCall)
    expect(error).toMatchObject({ kind: 'api', response: { status: 503 }, mayHaveBeenAdded: false })
    return sent.length
  }
  expect(await attempts({}, {})).toBe(1 + 2)
  expect(await attempts({ maxRetries: 0 }, {})).toBe(1)
  expect(await attempts({ maxRetries: 0 }, { maxRetries: 5 })).toBe(1 + 5)
})

test('the call can take back the retryAmbiguous of the client', async () => {
  const { client, sent } = clientOf(refused(500), { retryAmbiguous: true })
  await client.addPlant(monstera, { retryAmbiguous: false })
  expect(sent).toHaveLength(1)
})

describe('After a refused connection', () => {
  /** The milliseconds between the attempts. */
  async function waits(maxRetries: number, random: number): Promise<number[]> {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const times: number[] = []
    const { client } = clientOf(
      () => {
        times.push(Date.now())
        throw connectionRefused
      },
      { baseUrl: refusingUrl, maxRetries, timeout: Number.POSITIVE_INFINITY },
    )
    const result = client.addPlant(monstera)
    await vi.runAllTimersAsync()
    expect((await result).error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    return times.slice(1).map((time, index) => time - Number(times[index]))
  }

  test('the limit of the wait doubles with each retry, up to a minute', async () => {
    expect(await waits(10, 0.5)).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
  })

  test('the wait is a random part of its limit, which may be zero', async () => {
    expect(await waits(3, 0.25)).toEqual([125, 250, 500])
    expect(await waits(3, 0)).toEqual([0, 0, 0])
  })
})

describe('Retry-After', () => {
  test('of 60 seconds is waited for, to the millisecond', async () => {
    vi.useFakeTimers()
    const { client, sent } = clientOf([busy('60'), added()], { timeout: 60_001 })
    const result = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await result).ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  test.each([
    ['of 61 seconds', '61', 61],
    ['as a date in an hour', 'Tue, 01 Jan 2030 01:00:00 GMT', 3_600],
  ])('%s is handed back at once', async (_name, header, retryAfter) => {
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date'] })
    for (const status of [429, 503]) {
      const { client, sent } = clientOf(busy(header, status))
      const { error } = await client.addPlant(monstera, { timeout: Number.POSITIVE_INFINITY })
      expect(error, `${status}`).toMatchObject({
        kind: 'api',
        response: { status },
        retryAfter,
        mayHaveBeenAdded: false,
      })
      expect(sent, `${status}`).toHaveLength(1)
    }
  })

  test.each([19_000, 20_000])(
    'of 20 seconds with %s ms left is handed back at once',
    async left => {
      vi.useFakeTimers()
      const { client, sent } = clientOf([busy('20'), added()])
      const { error } = await client.addPlant(monstera, { timeout: left })
      expect(error).toMatchObject({ kind: 'api', retryAfter: 20, mayHaveBeenAdded: false })
      expect(sent).toHaveLength(1)
    },
  )

  test.each([
    ['a second from now', 1_000, 1],
    ['a minute from now', 60_000, 60],
    ['59.001 seconds from now', 59_001, 60],
    ['in the past', -5_000, 0],
  ])('as a date %s is rounded up to seconds', async (_name, ms, retryAfter) => {
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) - ms, toFake: ['Date'] })
    const { client } = clientOf(busy('Tue, 01 Jan 2030 00:00:00 GMT'), { maxRetries: 0 })
    expect((await client.addPlant(monstera)).error).toMatchObject({ retryAfter })
  })

  test.each([
    ['0.2', 1],
    ['1.0', 1],
    ['1.25', 2],
  ])('%s is rounded up to seconds', async (header, retryAfter) => {
    const { client } = clientOf(busy(header), { maxRetries: 0 })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ retryAfter, mayHaveBeenAdded: false })
  })

  test.each([
    ['1, 1', 1],
    ['1, 5', 5],
    ['5,1', 5],
    ['0, 0.5, 7', 7],
    ['Tue, 01 Jan 2030 00:00:07 GMT, 3', 7],
    ['3, Tue, 01 Jan 2030 00:00:07 GMT', 7],
    ['Tuesday, 01-Jan-30 00:00:07 GMT, Tue, 01 Jan 2030 00:00:09 GMT', 9],
  ])('%s, as of a service and a gateway: the longest counts', async (header, retryAfter) => {
    const dates = { date: 'Tue, 01 Jan 2030 00:00:00 GMT', 'retry-after': header }
    const { client } = clientOf(refused(503, dates), { maxRetries: 0 })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ retryAfter, mayHaveBeenAdded: false })
  })

  test("as a date counts from the response's own Date: clocks differ by minutes", async () => {
    const dates = {
      date: 'Tue, 01 Jan 2030 00:00:00 GMT',
      'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT',
    }
    const { client } = clientOf(refused(429, dates), { maxRetries: 0 })
    expect((await client.addPlant(monstera)).error).toMatchObject({ retryAfter: 7 })
  })

  test('as a date counts from now if the response has no readable Date', async () => {
    vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date'] })
    const dates = { date: 'today', 'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT' }
    const { client } = clientOf(refused(429, dates), { maxRetries: 0 })
    expect((await client.addPlant(monstera)).error).toMatchObject({ retryAfter: 7 })
  })

  // RFC 9110, section 5.6.7: a recipient must accept all three formats of a date.
  test.each([
    '0',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun Nov 13 08:49:37 1994',
  ])('%s is in the past: the retry is made at once', async header => {
    const { client, sent } = clientOf([busy(header), busy(header, 429), added()])
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(3)
  })

  test('in the form of asctime is in GMT, wherever the client runs', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-06T08:00:00Z'), toFake: ['Date'] })
    const { client } = clientOf(refused(400, { 'retry-after': 'Fri Nov  6 08:00:07 2026' }))
    expect((await client.addPlant(monstera)).error).toMatchObject({ retryAfter: 7 })
  })

  test.each(['soon', '-1', '1e1', '1 minute', '99999999999999999999', '2020-01-01', 'soon 5 GMT'])(
    '"%s" is not one: a 503 with it may have added the plant',
    async header => {
      const { client, sent } = clientOf([busy(header), added()])
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: true })
      expect(error).not.toHaveProperty('retryAfter')
      expect(error?.toJSON()).not.toHaveProperty('retryAfter')
      expect(sent).toHaveLength(1)
    },
  )

  test('is handed back, whatever the status and the body', async () => {
    const refusal = await clientOf(refused(400, { 'retry-after': '7' })).client.addPlant(monstera)
    expect(refusal.error).toMatchObject({ kind: 'api', retryAfter: 7 })
    const page = new Response('later', { status: 200, headers: { 'retry-after': '7' } })
    const { error } = await clientOf(page).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'unexpected-response', retryAfter: 7 })
  })
})
