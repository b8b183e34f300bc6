// A fault of the mock itself is the same 500 through every transport.
import { createMockStore } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addition } from '../harness/addition.ts'
import { transports } from '../harness/transports.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  test('it is a 500 with an Error', async () => {
    // A page or a test may break the globals of the realm. Nothing but the mock sleeps for 123 ms.
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (callback: () => void, ms?: number) => {
      if (ms === 123) throw new Error('No timers here')
      return setTimeout(callback, ms)
    })
    const store = createMockStore({ latency: 123 })
    const { url, fetch, close } = await open(store)
    const response = await fetch(`${url}/plants`, addition())
    const message = 'The mock failed: No timers here'
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 500, message })
    expect(store.requests).toMatchObject([{ status: 500, reason: message }])
    await close()
  })
})
