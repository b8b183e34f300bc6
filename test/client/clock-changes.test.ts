// A phone or a laptop sets its clock while a call is under way: by NTP, by hand, or after a sleep.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { added, clientOf, monstera, refused } from './stub-fetch.ts'

const HOUR = 3_600_000

// Only the clock is fake: time passes as it does.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const slowDown = (retryAfter: string, clockChange: number) => () => {
  vi.setSystemTime(Date.now() + clockChange)
  return refused(429, { 'retry-after': retryAfter })
}

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('A clock that is set %s does not end a call', async (_name, change) => {
  const { client, sent } = clientOf([slowDown('0', change), added()])
  expect(await client.addPlant(monstera)).toMatchObject({ ok: true })
  expect(sent).toHaveLength(2)
})

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])(
  'A clock that is set %s does not let a call wait longer than its time',
  async (_name, change) => {
    const { client } = clientOf([slowDown('20', change), added()])
    const { error } = await client.addPlant(monstera, { timeout: 2_000 })
    expect(error).toMatchObject({ kind: 'api', response: { status: 429 }, retryAfter: 20 })
  },
)
