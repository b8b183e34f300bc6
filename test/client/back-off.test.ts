// The waits between attempts, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { added, clientOf, connectionRefused, monstera, refused, refusingUrl } from './stub-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The milliseconds between the attempts of a call whose connections are refused. */
async function waits(maxRetries: number, random: number): Promise<number[]> {
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

describe('After a refused connection', () => {
  test('each wait may be twice as long as the one before, up to a minute', async () => {
    expect(await waits(10, 0.5)).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ])
  })

  test('a wait is any part of its limit, also none', async () => {
    expect(await waits(3, 0.25)).toEqual([125, 250, 500])
    expect(await waits(3, 0)).toEqual([0, 0, 0])
  })
})

describe('Retry-After', () => {
  const busy = (seconds: string) => refused(503, { 'retry-after': seconds })

  test('of a minute is waited for, to the millisecond', async () => {
    const { client, sent } = clientOf([busy('60'), added()], { timeout: 60_001 })
    const result = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await result).ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  test('as a date is waited for', async () => {
    vi.setSystemTime(Date.UTC(2029, 11, 31, 23, 59, 30))
    const { client, sent } = clientOf([busy('Tue, 01 Jan 2030 00:00:00 GMT'), added()])
    const result = client.addPlant(monstera, { timeout: 30_001 })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await result).ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  test('of all the time that is left is handed back at once', async () => {
    const { client, sent } = clientOf([busy('20'), added()])
    const { error } = await client.addPlant(monstera, { timeout: 20_000 })
    expect(error).toMatchObject({ kind: 'api', retryAfter: 20, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['a second from now', 1_000, 1],
    ['a minute from now', 60_000, 60],
    ['part of a second more', 59_001, 60],
    ['in the past', -5_000, 0],
  ])('as a date: %s', async (_name, ms, seconds) => {
    vi.setSystemTime(Date.UTC(2030, 0, 1) - ms)
    const { client } = clientOf(busy('Tue, 01 Jan 2030 00:00:00 GMT'), { maxRetries: 0 })
    expect((await client.addPlant(monstera)).error).toMatchObject({ retryAfter: seconds })
  })
})
