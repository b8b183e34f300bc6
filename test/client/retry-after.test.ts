import { expect, test, vi } from 'vitest'
import { added, clientOf, monstera, refused } from './stub-fetch.ts'

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

test.each<[string, string, number, number]>([
  ['seconds', '61', 61, 61],
  ['three days', '259200', 259_200, 259_200],
  ['a date', inSeconds(3600), 3590, 3600],
])('%s beyond a minute is handed back at once', async (_case, header, least, most) => {
  for (const status of [429, 503]) {
    const { client, sent } = clientOf(refused(status, { 'retry-after': header }))
    const { error } = await client.addPlant(monstera, { timeout: Number.POSITIVE_INFINITY })
    if (error?.kind !== 'api') throw error
    expect(error.retryAfter).toBeGreaterThanOrEqual(least)
    expect(error.retryAfter).toBeLessThanOrEqual(most)
    expect(error).toMatchObject({ status, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  }
})

test('longer than the time that is left: handed back at once', async () => {
  const { client, sent } = clientOf(refused(503, { 'retry-after': '20' }))
  const { error } = await client.addPlant(monstera, { timeout: 19_000 })
  expect(error).toMatchObject({ kind: 'api', retryAfter: 20 })
  expect(sent).toHaveLength(1)
})

test.each([
  'soon',
  '-1',
  '1.5',
  '0x10',
  '1e1',
  '1, 2',
  '1 minute',
  'in 1',
  '99999999999999999999',
  '2020-01-01',
  'Sun, 06 Nov 1994 08:49:37',
  'GMT',
  '5 GMT',
  'soon 5 GMT',
  'any day GMT',
  'Fri, 99 Foo 2026 GMT',
  'not Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT (or so)',
])('junk is no Retry-After: %s', async header => {
  const { client, sent } = clientOf([refused(503, { 'retry-after': header }), added()])
  const { error } = await client.addPlant(monstera)
  if (error?.kind !== 'api') throw error ?? new Error('retried')
  expect(error.retryAfter).toBeUndefined()
  expect(sent).toHaveLength(1)
})

// RFC 9110, section 5.6.7: a recipient must accept all three formats of a date.
test.each([
  '0',
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Sun Nov 13 08:49:37 1994',
])('nothing to wait for: %s', async header => {
  for (const status of [429, 503]) {
    const { client, sent } = clientOf([refused(status, { 'retry-after': header }), added()])
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(2)
  }
})

test('a date as asctime writes it is in GMT, wherever the client runs', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-06T08:00:00Z'), toFake: ['Date'] })
  const { client } = clientOf(refused(400, { 'retry-after': 'Fri Nov  6 08:00:07 2026' }))
  const { error } = await client.addPlant(monstera)
  vi.useRealTimers()
  expect(error).toMatchObject({ retryAfter: 7 })
})

test('with junk, a 503 proves nothing', async () => {
  const headers = { 'retry-after': 'soon 5 GMT' }
  const { client, sent } = clientOf(new Response('busy', { status: 503, headers }))
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
  expect(sent).toHaveLength(1)
})

test('every answer hands it back, whatever its status and body', async () => {
  const headers = { 'retry-after': '7' }
  const refusal = await clientOf(refused(400, headers)).client.addPlant(monstera)
  expect(refusal.error).toMatchObject({ kind: 'api', retryAfter: 7 })
  const page = new Response('later', { status: 200, headers })
  const { error } = await clientOf(page).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', retryAfter: 7 })
})
