// The lists of the control API and of its state: each of many, in full.
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { beforeEach, expect, test } from 'vitest'
import type { JsonFailure, JsonRequest, MockState } from '../../mock/control/types.ts'

let app: MockApp
beforeEach(() => {
  app = createMockApp()
})

const get = async <T>(path: string): Promise<T> =>
  (await app.fetch(`https://a.test/__mock${path}`)).json()

test('The control API does not limit what is scheduled: GET /failures lists it, however much, each failure in full', async () => {
  for (let count = 0; count < 150; count++) app.store.failNext({ status: 500 }, { skip: count })
  const body = 'x'.repeat(2_000)
  app.store.failNext({ status: 503, body, headers: { a: 'b' } }, { match: { name: body } })
  const failures = await get<JsonFailure[]>('/failures')
  expect(failures.map(({ skip }) => skip)).toEqual([...Array(150).keys(), 0])
  expect(failures.at(-1)).toEqual({
    id: expect.any(String),
    failure: { status: 503, body, headers: { a: 'b' } },
    times: 1,
    skip: 0,
    match: { name: body },
  })
  expect(await get('/failures?last=1')).toEqual(failures.slice(-1))
})

test('a state with much in flight has the bodies of the first requests only, of 256 KiB; GET /requests has all', async () => {
  const bodies = Array.from({ length: 12 }, (_, id) =>
    JSON.stringify({ id, name: 'x'.repeat(16_000) }),
  )
  const holds = bodies.map(() => app.store.holdNext())
  const responses = bodies.map(body => app.fetch('https://a.test/plants', { method: 'POST', body }))
  await Promise.all(holds.map(({ arrived }) => arrived))
  const { inFlight, held } = await get<MockState>('/health')
  const all = await get<JsonRequest[]>('/requests')
  expect(all.map(({ text }) => text)).toEqual(bodies)
  const shown = [...held.map(({ request }) => request), ...inFlight]
  const whole = shown.findIndex(each => each?.text === undefined)
  expect(whole).toBe(7) // each takes 32,000 bytes, and more than 1,024 of bookkeeping
  expect(shown.slice(0, whole).map(each => each?.text)).toEqual(bodies.slice(0, whole))
  for (const each of shown.slice(whole)) {
    const { text: _, body: __, ...rest } = all.find(({ number }) => number === each?.number) ?? {}
    const omitted = 'left out, since much is in flight: GET requests has it'
    expect(each).toEqual({ ...rest, omitted })
  }
  for (const hold of holds) hold.release()
  await Promise.all(responses)
})

type Har = { log: { entries: { request: { url: string } }[] } }

test('?last=NUMBER limits /requests and /requests.har to the last', async () => {
  for (let sent = 0; sent < 50; sent++) await app.fetch(`https://a.test/plants?${sent}`)
  const last = ['https://a.test/plants?48', 'https://a.test/plants?49']
  const requests = await get<JsonRequest[]>('/requests?last=2')
  expect(requests.map(({ url }) => url)).toEqual(last)
  const { log } = await get<Har>('/requests.har?last=2')
  expect(log.entries.map(({ request }) => request.url)).toEqual(last)
})
