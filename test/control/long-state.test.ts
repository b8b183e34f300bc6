// What a state leaves out or shortens can still be seen and removed, one by one.
import {
  createMockApp,
  type MockApp,
  type MockState,
  type SerializedFailure,
  type SerializedHold,
} from 'plant-store-client/mock'
import { beforeEach, expect, test } from 'vitest'

let app: MockApp
beforeEach(() => {
  app = createMockApp()
})

const get = async <T>(path: string): Promise<T> =>
  (await app.fetch(`https://a.test/__mock${path}`)).json()
const change = (method: string, path: string) =>
  app.fetch(`https://a.test/__mock${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

test('GET failures lists each of many, in full', async () => {
  for (let count = 0; count < 150; count++) app.store.failNext({ status: 500 }, { skip: count })
  const body = 'x'.repeat(2_000)
  app.store.failNext({ status: 503, body, headers: { a: 'b' } }, { match: { name: body } })
  const failures = await get<SerializedFailure[]>('/failures')
  expect(failures.map(({ skip }) => skip)).toEqual([...Array(150).keys(), 0])
  expect(failures.at(-1)).toEqual({
    id: expect.any(String),
    failure: { status: 503, body, headers: { a: 'b' } },
    times: 1,
    skip: 0,
    match: { name: body },
  })
  expect(await get('/failures?last=1')).toEqual(failures.slice(-1))

  for (const { id } of failures.slice(100))
    expect((await change('DELETE', `/failures/${id}`)).status).toBe(200)
  expect(await get('/failures')).toEqual(failures.slice(0, 100))
})

test('GET holds lists each of many, those with a request first', async () => {
  const held = app.store.holdNext({ match: { name: 'y'.repeat(2_000) } })
  for (let id = 0; id < 150; id++) app.store.holdNext({ match: { id } })
  const name = 'y'.repeat(2_000)
  const adding = app.fetch('https://a.test/plants', {
    method: 'POST',
    body: JSON.stringify({ id: 1_000, name }),
  })
  await held.arrived
  const holds = await get<SerializedHold[]>('/holds')
  expect(holds).toHaveLength(151)
  expect(holds[0]).toMatchObject({ match: { name }, request: { body: { id: 1_000, name } } })
  expect(holds.slice(1).map(({ match }) => match)).toEqual(
    Array.from({ length: 150 }, (_, id) => ({ id })),
  )

  for (const { id } of holds)
    expect((await change('POST', `/holds/${id}/release`)).status).toBe(200)
  expect((await adding).status).toBe(401)
  expect(await get('/holds')).toEqual([])
})

test('a state has failures and matches of up to 1,000 characters', async () => {
  for (const length of [1_000, 1_001]) {
    app.store.failNext({ status: 500, body: 'x'.repeat(length) })
    app.store.holdNext({ match: { name: 'y'.repeat(length - '"name"'.length) } })
  }
  const { failures, holds } = await get<MockState>('/health')
  expect(failures).toMatchObject([
    { failure: { status: 500, body: 'x'.repeat(1_000) } },
    { failure: { status: 500 }, omittedChars: 1_001 },
  ])
  expect(holds).toMatchObject([{ match: { name: 'y'.repeat(994) } }, { match: 'omitted' }])
})

test('a state has bodies of up to 1,000 characters of the requests that wait', async () => {
  const holds = [app.store.holdNext(), app.store.holdNext()]
  const bodies = [1_000, 1_001].map(length => `{"id":1,"name":"${'x'.repeat(length - 18)}"}`)
  const responses = bodies.map(body => app.fetch('https://a.test/plants', { method: 'POST', body }))
  await holds[1]?.arrived
  const { pending } = await get<MockState>('/health')
  expect(pending.map(({ body, text }) => ({ body, text }))).toEqual([
    { body: { id: 1, name: 'x'.repeat(982) } },
    { text: `${bodies[1]?.slice(0, 1_000)}… (1001 characters)` },
  ])
  for (const hold of holds) hold.release()
  await Promise.all(responses)
})

test('a state has the first 100 of the requests that wait, and counts the rest', async () => {
  const holds = Array.from({ length: 101 }, () => app.store.holdNext())
  const responses = holds.map(() => app.fetch('https://a.test/plants', { method: 'POST' }))
  await holds.at(-1)?.arrived
  const { pending, pendingCount } = await get<MockState>('/health')
  expect(pending.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  expect(pendingCount).toBe(101)
  for (const hold of holds) hold.release()
  await Promise.all(responses)
})

test('GET sessions lists each of many', async () => {
  for (let count = 0; count < 300; count++) app.session(`s${count}`)
  const sessions = await get<{ name: string }[]>('/sessions')
  expect(sessions).toHaveLength(300)
  for (const { name } of sessions)
    expect((await change('DELETE', `/sessions/${name}`)).status).toBe(200)
  expect(app.sessions).toEqual([])
})
