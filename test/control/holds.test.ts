// Holds through the control API: waiting for one, and what is said about one that is over.

import { createMockApp } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addition, controlRefusalOf, plant } from '../harness/addition.ts'

const BODY = plant()

/** Calls of an app, in a session if its name is given. */
function open(options: Parameters<typeof createMockApp>[0] = {}) {
  const app = createMockApp(options)
  const call = (method: string, path: string, body = '{}') =>
    app.fetch(`https://a.test${path}`, addition(method === 'GET' ? null : body, { method }))
  const hold = async (session = ''): Promise<string> =>
    (await (await call('POST', `${session}/__mock/holds`)).json()).id
  return { app, call, hold }
}

describe('GET /holds/ID, of a caller that waits for the request,', () => {
  afterEach(() => vi.useRealTimers())

  /** From now on time stands still. */
  const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  /** Resolves once that many timers are running. */
  const timers = async (count: number) => {
    await expect.poll(() => vi.getTimerCount(), { interval: 1 }).toBe(count)
  }

  test('returns a 204 after 25 seconds if no request arrives', async () => {
    const { app, call, hold } = open()
    const id = await hold()
    stopTime()
    const asking = call('GET', `/__mock/holds/${id}`)
    await timers(1)
    vi.advanceTimersByTime(24_999)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect((await asking).status).toBe(204)
    expect(app.store.scheduled).toEqual([{ hold: true }])
  })

  test('ends its wait when it disconnects', async () => {
    const { app, hold } = open()
    const id = await hold()
    stopTime()
    const leaving = new AbortController()
    const asking = app.fetch(
      new Request(`https://a.test/__mock/holds/${id}`, { signal: leaving.signal }),
    )
    asking.catch(() => {})
    await timers(1)
    leaving.abort()
    await timers(0)
    await expect(asking).rejects.toThrow('aborted')
  })
})

test('Of many holds the state tells those with a request from the others', async () => {
  const { app, call } = open()
  for (let count = 0; count < 120; count++) app.store.holdNext()
  const adding = Array.from({ length: 60 }, () => call('POST', '/plants', BODY))
  const health = async () => (await call('GET', '/__mock/health')).json()
  await expect.poll(health).toMatchObject({ inFlight: { length: 60 }, held: { length: 60 } })
  const { held, scheduled } = await health()
  const hasRequest = [...held, ...scheduled].map((hold: object) => 'request' in hold)
  expect(hasRequest).toEqual(Array.from({ length: 120 }, (_, index) => index < 60))
  app.store.reset()
  await Promise.allSettled(adding)
})

test('A hold that is over says why, in its session, while it is among the last ten', async () => {
  const { call, hold } = open()
  const at = (id: string, what = '') => `/~a/__mock/holds/${id}${what}`
  /** Holds a request, and releases it. */
  const finish = async () => {
    const id = await hold('/~a')
    const adding = call('POST', '/~a/plants', BODY)
    await call('GET', at(id))
    await call('POST', at(id, '/release'))
    await adding
    return id
  }
  const id = await finish()
  const again = call('POST', at(id, '/release'))
  expect(await controlRefusalOf(again)).toEqual([404, `The hold ${id} is over. It was released`])
  for (let count = 0; count < 9; count++) await finish()
  const other = await hold('/~a') // is not over
  expect((await call('GET', at(id))).status).toBe(200)
  expect((await call('GET', `/__mock/holds/${id}`)).status).toBe(404)
  await call('POST', at(other, '/release'))
  const forgotten = `There is no hold ${id}, or it ended long ago`
  expect(await controlRefusalOf(call('GET', at(id)))).toEqual([404, forgotten])
})
