// Requests that the control API refuses, and the messages.
import { createMockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

const ORIGIN = 'https://mock.test'
const app = createMockApp()

/** A refusal: its status and message. */
async function refusal(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await app.fetch(`${ORIGIN}/__mock${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: '{}' }),
  })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-mock-server')).toBe('plant-store')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const { error, message } = await response.json()
  expect(error).toBe(response.status)
  return [response.status, message]
}

test.each([['/plants/'], ['/x/holds/1/release'], ['/constructor'], ['/reset/undo']])(
  '%s is a 404 that lists the routes',
  async path => {
    const [status, message] = await refusal('GET', path)
    expect(status).toBe(404)
    const start = `There is nothing at /__mock${path}. The routes are GET /__mock, GET `
    expect(message.slice(0, start.length)).toBe(start)
    expect(message).toContain(', GET|POST|DELETE /__mock/failures, DELETE /__mock/failures/:id, ')
    expect(message).not.toContain('\n')
  },
)

test.each(['0', '-1', '1.5', '', '1234567890'])('last=%s is not a positive integer', async last => {
  const message = 'The query parameter last must be a positive integer'
  expect(await refusal('GET', `/plants?last=${last}`)).toEqual([400, message])
})

test('a long id or name is cut in the message', async () => {
  const [long, cut] = ['9'.repeat(65), '9'.repeat(20)]
  for (const [method, path, message] of [
    ['DELETE', `/failures/${long}`, `There is no failure ${cut}: it was used or cleared`],
    ['DELETE', `/sessions/${long}`, `There is no session ${'9'.repeat(64)}`],
    ['POST', `/holds/${long}/release`, `There is no hold ${cut}, or it ended long ago`],
  ] as const)
    expect(await refusal(method, path)).toEqual([404, message])
})
