// Sending a long event to many listeners takes long, so requests are answered meanwhile.
import { setImmediate } from 'node:timers/promises'
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

const LISTENERS = 60
const LONG = 900_000
const url = (path: string) => `http://localhost${path}`

const add = async (app: MockApp, id: number, length: number) => {
  const response = await app.fetch(url('/plants'), {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: 'x'.repeat(length) }),
  })
  return response.status
}

/** Reads an event stream, and counts the bytes. */
async function listen(app: MockApp): Promise<{ bytes: number }> {
  const { body } = await app.fetch(url('/__mock/events'))
  if (!body) throw new Error('no stream')
  const read = { bytes: 0 }
  body.pipeTo(
    new WritableStream({
      write(chunk: Uint8Array) {
        read.bytes += chunk.length
      },
    }),
  )
  return read
}

test('a request is answered before every listener has been sent a long event', async () => {
  const app = createMockApp()
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, () => listen(app)))
  await expect.poll(() => listeners.every(({ bytes }) => bytes > 0)).toBe(true) // the state
  const told = () => listeners.filter(({ bytes }) => bytes > LONG).length

  expect(await add(app, 1, LONG)).toBe(200)
  await expect.poll(told, { interval: 1 }).toBeGreaterThan(0)
  for (let turn = 0; turn < 100; turn++) await setImmediate() // what is on its way arrives
  expect(await add(app, 2, 1)).toBe(200)
  expect(told()).toBeLessThan(LISTENERS)
  await expect.poll(told, { timeout: 30_000 }).toBe(LISTENERS)
  app.close()
})
