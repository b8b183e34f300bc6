// Holds through the control API: who waits for one, and what is said of one that is over.

import { getEventListeners } from 'node:events'
import { createMockApp } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const BODY = '{"id":1,"name":"Monstera"}'

/** Calls of an app, in a session if its name is given. */
function open(options: Parameters<typeof createMockApp>[0] = {}) {
  const app = createMockApp(options)
  const call = (method: string, path: string, body = '{}') =>
    app.fetch(`https://a.test${path}`, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      ...(method !== 'GET' && { body }),
    })
  const hold = async (session = ''): Promise<string> =>
    (await (await call('POST', `${session}/__mock/holds`)).json()).id
  return { app, call, hold }
}

const messageOf = async (response: Response) => [response.status, (await response.json()).message]

describe('Who asks for the request of a hold', () => {
  const { setTimeout } = globalThis
  afterEach(() => vi.useRealTimers())

  /** From now on time stands still. */
  const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  /** Resolves once that many timers are running. */
  const timers = async (count: number) => {
    while (vi.getTimerCount() !== count) await new Promise(resolve => setTimeout(resolve, 1))
  }

  test('gets it at once if it has arrived', async () => {
    const { app, call, hold } = open()
    const id = await hold()
    const adding = call('POST', '/plants', BODY)
    await expect.poll(() => app.store.requests.length).toBe(1)
    stopTime()
    expect(await (await call('GET', `/__mock/holds/${id}`)).json()).toMatchObject({ number: 1 })
    await call('POST', `/__mock/holds/${id}/release`)
    await adding
  })

  test('is no longer waited for once it is answered', async () => {
    const { call, hold } = open()
    const id = await hold()
    stopTime()
    const asking = call('GET', `/__mock/holds/${id}`)
    await timers(1)
    const adding = call('POST', '/plants', BODY)
    expect((await asking).status).toBe(200)
    await timers(0)
    await call('POST', `/__mock/holds/${id}/release`)
    await adding
  })

  test('is no longer waited for once it has left', async () => {
    const { app, hold } = open()
    const id = await hold()
    stopTime()
    const leaving = new AbortController()
    const asking = app.fetch(
      new Request(`https://a.test/__mock/holds/${id}`, { signal: leaving.signal }),
    )
    await timers(1)
    leaving.abort()
    await timers(0)
    await asking.catch(() => {})
  })

  test('leaves nothing on the signal of its Request, which it may send again', async () => {
    const { app, call, hold } = open()
    const id = await hold()
    const asking = new Request(`https://a.test/__mock/holds/${id}`)
    stopTime()
    const responding = app.fetch(asking)
    await timers(1)
    await call('POST', `/__mock/holds/${id}/release`)
    expect((await responding).status).toBe(404)
    expect(getEventListeners(asking.signal, 'abort')).toEqual([])
  })

  test('is told if it is released in the process', async () => {
    const { app, call } = open()
    const hold = app.store.holdNext()
    const [{ id }] = await (await call('GET', '/__mock/holds')).json()
    stopTime()
    const asking = call('GET', `/__mock/holds/${id}`)
    await timers(1)
    hold.release()
    expect(await messageOf(await asking)).toEqual([
      404,
      `The hold ${id} is over. It was released before a request arrived`,
    ])
  })
})

test('A hold ends if the reset before it is undone', async () => {
  const { app, call } = open()
  await call('POST', '/__mock/reset')
  const hold = app.store.holdNext()
  expect((await call('POST', '/__mock/reset/undo')).status).toBe(200)
  await expect(hold.arrived).rejects.toThrow('The reset was undone')
})

test('A hold that a reset has ended stays over if the reset is undone', async () => {
  const { app, call } = open()
  const hold = app.store.holdNext()
  await call('POST', '/__mock/reset')
  expect((await call('POST', '/__mock/reset/undo')).status).toBe(200)
  expect((await call('POST', '/plants', BODY)).status).toBe(successStatus)
  await expect(hold.arrived).rejects.toThrow('The store was reset')
})

test('Of many holds the state lists the first hundred, those with a request before the others', async () => {
  const { app, call } = open()
  for (let count = 0; count < 120; count++) app.store.holdNext()
  const adding = Array.from({ length: 60 }, () => call('POST', '/plants', BODY))
  const health = async () => (await call('GET', '/__mock/health')).json()
  await expect.poll(health).toMatchObject({ pendingCount: 60, holdCount: 120 })
  const { holds } = await health()
  const held = Array(60).fill(true)
  expect(holds.map((hold: object) => 'request' in hold)).toEqual([
    ...held,
    ...Array(40).fill(false),
  ])
  app.store.reset()
  await Promise.allSettled(adding)
})

test('A hold whose client has left is no longer listed', async () => {
  const { app } = open()
  const hold = app.store.holdNext()
  const leaving = new AbortController()
  const { signal } = leaving
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
  const adding = app.fetch(
    new Request('https://a.test/plants', { method: 'POST', headers, body: BODY, signal }),
  )
  await hold.arrived
  leaving.abort()
  await adding.catch(() => {})
  const health = async () => (await app.fetch('https://a.test/__mock/health')).json()
  await expect.poll(health).toMatchObject({ holdCount: 0, holds: [], requests: 1 })
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
    const again = await at.call('POST', `/__mock/holds/${id}/release`)
    expect(await messageOf(again)).toEqual([404, `The hold ${id} is over. It was released`])
  })

  test('says what ended it first', async () => {
    const { app, call, hold } = open()
    const id = await hold()
    const leaving = new AbortController()
    const { signal } = leaving
    const adding = app.fetch(new Request('https://a.test/plants', { method: 'POST', signal }))
    await call('GET', `/__mock/holds/${id}`)
    leaving.abort()
    app.store.reset()
    await adding.catch(() => {})
    expect(await messageOf(await call('POST', `/__mock/holds/${id}/release`))).toEqual([
      404,
      `The hold ${id} is over. The client disconnected while its request was held`,
    ])
  })

  test('is known in its session alone', async () => {
    const at = open()
    const id = await finish(at, '/~a')
    expect((await at.call('GET', `/~a/__mock/holds/${id}`)).status).toBe(200)
    for (const session of ['', '/~b'])
      expect((await at.call('GET', `${session}/__mock/holds/${id}`)).status).toBe(404)
  })

  test('is remembered if it is the last, however long its request is', async () => {
    const at = open({ maxBodyBytes: 2 ** 23 })
    const long = JSON.stringify({ id: 1, name: 'x'.repeat(5_000_000) })
    const id = await finish(at, '', long)
    expect((await at.call('GET', `/__mock/holds/${id}`)).status).toBe(200)
    await finish(at)
    expect((await at.call('GET', `/__mock/holds/${id}`)).status).toBe(404)
  })
})
