// What the control API refuses, and what it says then.
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

test.each([
  ['/nothing'],
  ['/nothing/1'],
  ['/plants/'],
  ['/plants/1'],
  ['/x/failures/1'],
  ['/failures/1/more'],
  ['/holds/1/release/more'],
  ['/x/holds/1/release'],
  ['/toString'],
  ['/constructor'],
  ['/failures/'],
  ['/holds//release'],
  ['/reset/undo'],
])('%s is nothing, and the routes are listed', async path => {
  const [status, message] = await refusal('GET', path)
  expect(status).toBe(404)
  expect(message).toMatch(
    new RegExp(
      `^There is nothing at /__mock${path}\\. The routes are GET /__mock, GET /__mock/health, `,
    ),
  )
  expect(message).toContain(', GET|POST|DELETE /__mock/failures, DELETE /__mock/failures/:id, ')
  expect(message).not.toContain('\n')
})

test.each(['constructor', 'toString', '__proto__'])(
  'a method with the name of something that every object has: %s',
  async method => {
    expect(await refusal(method, '/health')).toEqual([
      405,
      `${method} is not allowed on /__mock/health: send GET`,
    ])
  },
)

test.each(['0', '01', '-1', 'a1', '1a', '1x2', '1.5', '', '1234567890'])(
  'last=%s is no positive integer',
  async last => {
    expect(await refusal('GET', `/plants?last=${last}`)).toEqual([
      400,
      'The query parameter last must be a positive integer',
    ])
  },
)

test('a failure or a hold for which there is no room is a 507', async () => {
  const full = createMockApp()
  for (let count = 0; count < 2_000; count++) full.store.failNext({ status: 500 })
  const send = (method: string, path: string, body = '{}') =>
    full.fetch(`${ORIGIN}/__mock${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body,
    })
  for (const [path, body] of [
    ['/failures', '{"failure":"cut-short"}'],
    ['/holds', '{}'],
  ] as const) {
    const refused = await send('POST', path, body)
    expect([refused.status, (await refused.json()).message]).toEqual([
      507,
      'The mock has no room for more failures and holds: clear them, or reset it',
    ])
  }
  expect((await send('DELETE', '/failures')).status).toBe(200)
  expect((await send('POST', '/holds')).status).toBe(200)
})

test('a long id or name is told in short', async () => {
  expect(await refusal('DELETE', `/failures/${'9'.repeat(21)}`)).toEqual([
    404,
    `There is no failure ${'9'.repeat(20)}: it was met or cleared`,
  ])
  expect(await refusal('DELETE', `/sessions/${'a'.repeat(65)}`)).toEqual([
    404,
    `There is no session ${'a'.repeat(64)}`,
  ])
  expect(await refusal('POST', `/holds/${'9'.repeat(30)}/release`)).toEqual([
    404,
    `There is no hold ${'9'.repeat(20)}, or it ended long ago`,
  ])
})
