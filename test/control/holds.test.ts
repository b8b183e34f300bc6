// Holds through the control API: waiting for one, and what is said about one that is over.

import { createMockApp } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addition, controlRefusalOf, HEADERS, plant } from '../harness/addition.ts'

const BODY = plant()

/** Calls of an app, in a session if its name is given. */
function open(options: Parameters<typeof createMockApp>[0] = {}) {
  const app = createMockApp(options)
  const call = (method: string, path: string, body = '{}') =>
    app.fetch(`https://a.test${path}`, {
      method,
      headers: HEADERS,
      ...(method !== 'GET' && { body }),
    })
  const hold = async (session = ''): Promise<string> =>
    (await (await call('POST', `${session}/__mock/holds`)).json()).id
  return { app, call, hold }
}

describe('A caller that waits for the request of a hold', () => {
  const { setTimeout } = globalThis
  afterEach(() => vi.useRealTimers())

  /** From now on time stands still. */
  const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  /** Resolves once that many timers are running. */
  const timers = async (count: number) => {
    while (vi.getTimerCount() !== count) await new Promise(resolve => setTimeout(resolve, 1))
  }

  test('gets a 204 if no request arrives within 25 seconds', async () => {
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

  test('is told when the hold is released in the process', async () => {
    const { app, call } = open()
    const hold = app.store.holdNext()
    const [{ id }] = await (await call('GET', '/__mock/holds')).json()
    stopTime()
    const asking = call('GET', `/__mock/holds/${id}`)
    await timers(1)
    hold.release()
    expect(await controlRefusalOf(asking)).toEqual([
      404,
      `The hold ${id} is over. It was released before a request arrived`,
    ])
  })
})

test('Of many holds the state lists those with a request before the others', async () => {
  const { app, call } = open()
  for (let count = 0; count < 120; count++) app.store.holdNext()
  const adding = Array.from({ length: 60 }, () => call('POST', '/plants', BODY))
  const health = async () => (await call('GET', '/__mock/health')).json()
  await expect.poll(health).toMatchObject({ inFlight: { length: 60 }, holds: { length: 120 } })
  const { holds } = await health()
  const held = holds.map((hold: object) => 'request' in hold)
  expect(held).toEqual(Array.from({ length: 120 }, (_, index) => index < 60))
  app.store.reset()
  await Promise.allSettled(adding)
})

test('A hold whose client has disconnected is no longer listed', async () => {
  const { app } = open()
  const hold = app.store.holdNext()
  const leaving = new AbortController()
  const { signal } = leaving
  const adding = app.fetch(new Request('https://a.test/plants', addition(BODY, { signal })))
  await hold.arrived
  leaving.abort()
  await adding.catch(() => {})
  const health = async () => (await app.fetch('https://a.test/__mock/health')).json()
  await expect.poll(health).toMatchObject({ holds: [], requests: 1 })
})

describe('A hold that is over', () => {
  /** Holds a request, and releases it. */
  async function finish({ call, hold }: ReturnType<typeof open>, session = '', body = BODY) {
    const id = await hold(session)
    const adding = call('POST', `${session}/plants`, body)
    await call('GET', `${session}/__mock/holds/${id}`)
    await call('POST', `${session}/__mock/holds/${id}/release`)
    await adding
    return id
  }

  test('says why when it is released again', async () => {
    const at = open()
    const id = await finish(at)
    const again = at.call('POST', `/__mock/holds/${id}/release`)
    expect(await controlRefusalOf(again)).toEqual([404, `The hold ${id} is over. It was released`])
  })

  test('is remembered while it is among the last ten', async () => {
    const at = open()
    const id = await finish(at)
    for (let count = 0; count < 9; count++) await finish(at)
    await at.call('POST', '/__mock/holds', '{"match":{"id":9}}') // is open
    const ask = () => at.call('GET', `/__mock/holds/${id}`)
    expect((await ask()).status).toBe(200)
    await finish(at)
    expect(await controlRefusalOf(ask())).toEqual([
      404,
      `There is no hold ${id}, or it ended long ago`,
    ])
  })

  test('is known only in its session', async () => {
    const at = open()
    const id = await finish(at, '/~a')
    const ask = async (session: string) =>
      (await at.call('GET', `${session}/__mock/holds/${id}`)).status
    expect([await ask('/~a'), await ask(''), await ask('/~b')]).toEqual([200, 404, 404])
  })
})
