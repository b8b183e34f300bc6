import { expect, test } from 'vitest'
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
  'any day GMT',
  'Fri, 99 Foo 2026 GMT',
])('junk is no Retry-After: %s', async header => {
  const { client, sent } = clientOf([refused(503, { 'retry-after': header }), added()])
  const { error } = await client.addPlant(monstera)
  if (error?.kind !== 'api') throw error ?? new Error('retried')
  expect(error.retryAfter).toBeUndefined()
  expect(sent).toHaveLength(1)
})

test.each(['0', 'Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT'])(
  'nothing to wait for: %s',
  async header => {
    const { client, sent } = clientOf([refused(429, { 'retry-after': header }), added()])
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(2)
  },
)

test('every answer hands it back, whatever its status and body', async () => {
  const headers = { 'retry-after': '7' }
  const refusal = await clientOf(refused(400, headers)).client.addPlant(monstera)
  expect(refusal.error).toMatchObject({ kind: 'api', retryAfter: 7 })
  const page = new Response('later', { status: 200, headers })
  const { error } = await clientOf(page).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', retryAfter: 7 })
})
