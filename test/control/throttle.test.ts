// Sending a long event to many listeners takes long, so requests are answered meanwhile.

import { setImmediate } from 'node:timers/promises'
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const LISTENERS = 60
const LONG = 900_000
const url = (path: string) => `http://localhost${path}`

let app: MockApp
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  app = createMockApp()
})
afterEach(() => {
  vi.useRealTimers()
  app.close()
})

const add = async (id: number, length: number) => {
  const response = await app.fetch(url('/plants'), {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: 'x'.repeat(length) }),
  })
  return response.status
}

/** Reads an event stream, and returns the numbers of the requests that it was sent so far. */
async function listen(): Promise<string[]> {
  const { body } = await app.fetch(url('/__mock/events'))
  const numbers: string[] = []
  body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(event) {
        const [, number] = /^id: .*:(\d+)$/m.exec(event) ?? []
        if (number) numbers.push(number)
      },
    }),
  )
  return numbers
}

/** Resolves once everything has arrived that is sent without a wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await setImmediate()
}

test('a request is answered before every listener has been sent a long event', async () => {
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, listen))
  await settled()
  await vi.advanceTimersByTimeAsync(50)
  const told = () => listeners.filter(numbers => numbers.includes('1')).length

  expect(await add(1, LONG)).toBe(successStatus)
  await settled()
  const first = told()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(LISTENERS)
  expect(await add(2, 1)).toBe(successStatus)
  let before = 0
  for (let now = first; now < LISTENERS; now = told()) {
    expect(now - before).toBeGreaterThan(0)
    expect(now - before).toBeLessThanOrEqual(first)
    before = now
    await vi.advanceTimersByTimeAsync(50)
    await settled()
  }
  await vi.advanceTimersByTimeAsync(100)
  await settled()
  for (const numbers of listeners) expect(numbers).toEqual(['1', '2'])
})

test('short events are sent to every listener at once', async () => {
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, listen))
  await settled()
  await vi.advanceTimersByTimeAsync(50)
  expect(await add(1, 1_000)).toBe(successStatus)
  await settled()
  for (const numbers of listeners) expect(numbers).toEqual(['1'])
})
