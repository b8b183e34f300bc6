// What is held or delayed is bounded across sessions: beyond that, requests are refused and add nothing.

import { createMockApp } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const TAG = 'x'.repeat(1_000_000)

const addition = (id: number, tag = TAG): RequestInit => ({
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: JSON.stringify({ id, name: 'Monstera', tag }),
})

const MESSAGE = 'Too many requests are held or delayed: release some, or lower the latency'

describe('Beyond what can wait', () => {
  test('a request that would be held gets a 503, and the hold stays for the next', async () => {
    const app = createMockApp()
    const send = (session: number, tag?: string) =>
      app.fetch(`https://plants.example.com/~${session % 4}/plants`, addition(session, tag))
    const held: Promise<Response>[] = []
    let refused: Response | undefined
    for (let session = 0; !refused && session < 200; session++) {
      const hold = app.session(String(session % 4)).holdNext()
      const responding = send(session)
      refused = await Promise.race([hold.arrived.then(() => undefined), responding])
      if (!refused) held.push(responding)
    }
    expect(held.length).toBeGreaterThan(25)
    expect(refused?.status).toBe(503)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toEqual({ error: 503, message: MESSAGE })
    const session = String(held.length % 4)
    expect(app.session(session).requests).toContainEqual(
      expect.objectContaining({ status: 503, reason: MESSAGE }),
    )

    const small = send(held.length, 'small') // there is room for it, and the hold is still there
    await expect.poll(() => app.session(session).requests.at(-1)?.pending).toBe('held')
    for (let index = 0; index < 4; index++) app.session(String(index)).reset()
    for (const responding of [...held, small]) await expect(responding).rejects.toThrow(TypeError)
    const next = app.session('0').holdNext()
    const responding = send(0)
    await next.arrived
    next.release()
    expect((await responding).status).toBe(successStatus)
  })

  test('a request that would be delayed gets a 503, and adds nothing', async () => {
    const app = createMockApp({ latency: 60_000 })
    const leaving = new AbortController()
    const send = (id: number) =>
      app.fetch(
        new Request(`https://plants.example.com/~${id % 4}/plants`, {
          ...addition(id),
          signal: leaving.signal,
        }),
      )
    const all = Array.from({ length: 60 }, (_, id) => send(id))
    const statuses = Promise.allSettled(all)
    const first = await Promise.race(all)
    expect([first.status, (await first.json()).message]).toEqual([503, MESSAGE])
    const delayed = () =>
      app.sessions.flatMap(name => app.session(name).requests.filter(({ pending }) => pending))
    await expect.poll(() => delayed().length).toBeGreaterThan(25)
    leaving.abort()
    const results = await statuses
    const refused = results.filter(({ status }) => status === 'fulfilled')
    const plants = app.sessions.flatMap(name => app.session(name).plants)
    expect(plants).toHaveLength(60 - refused.length)
  })

  test('a failure on command and a refusal are answered at once', async () => {
    const app = createMockApp({ latency: 60_000, accessTokens: ['token'] })
    const leaving = new AbortController()
    const send = (init: RequestInit) =>
      app.fetch(
        new Request('https://plants.example.com/plants', { ...init, signal: leaving.signal }),
      )
    const all = Array.from({ length: 60 }, (_, id) => send(addition(id)))
    const settled = Promise.allSettled(all)
    await Promise.race(all)
    app.store.failNext({ status: 418 })
    expect((await send(addition(1))).status).toBe(418)
    const other = { ...addition(1), headers: { authorization: 'Bearer other' } }
    expect((await send(other)).status).toBe(401)
    leaving.abort()
    await settled
  })

  test('requests that have waited have made room for others', { timeout: 60_000 }, async () => {
    const app = createMockApp({ latency: 1 })
    const send = () => app.fetch('https://plants.example.com/plants', addition(1, 'small'))
    const statuses = new Set<number>()
    for (let round = 0; round < 16; round++) {
      const responses = await Promise.all(Array.from({ length: 500 }, send))
      for (const { status } of responses) statuses.add(status)
    }
    for (let count = 0; count < 8_000; count++) {
      const hold = app.store.holdNext()
      const responding = send()
      await hold.arrived
      hold.release({ status: 418 })
      statuses.add((await responding).status)
    }
    expect([...statuses]).toEqual([successStatus, 418])
  })
})
